// Filters that are nothing but a conjunction of sets on different paths, read from their bindings: what an index needs of most
// filters, without an expression and a formula made for each.
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "matcher/predicate/expr_template.h"
#include "matcher/predicate/value_set.h"

namespace turnout::predicate {

// The parts in the order of their constants; none when the template is another kind of filter. Whether they are on different
// paths, and their sets neither empty nor full, depends on the binding: see FilterRep::is_plain().
std::vector<PlainPart> plain_parts(std::span<const ExprTemplate::Node> nodes);

// Reads bindings. Keeps its memory for the next; not thread-safe.
class PlainSets {
 public:
  struct Part {
    const std::shared_ptr<const schema::Path>* path;
    bool from_start;
    std::uint32_t begin, end;  // cuts
  };

  // False when a pattern is no set. The parts live until the next read, their values as long as the binding.
  bool read(std::span<const PlainPart> plan, const TemplateBinding& binding);
  [[nodiscard]] std::span<const Part> parts() const noexcept { return parts_; }
  [[nodiscard]] SetView set(const Part& part) const noexcept {
    return {part.from_start, std::span(cuts_).subspan(part.begin, part.end - part.begin)};
  }

 private:
  bool add(const PlainPart& part, ConstantReader& constants);
  void add_compare(Op op, schema::ValueView value);
  void add_point(schema::ValueView value);
  void add_list(ConstantReader& constants);
  bool add_pattern(std::string_view pattern, bool any_char_escape);
  bool add_prefix(std::string_view prefix);
  void add_start(Region region) { cuts_.push_back({region, Cut::Side::start, {}}); }
  void complement(const PlainPart& part, std::uint32_t begin);

  std::vector<Part> parts_;
  std::vector<CutView> cuts_;
  std::vector<CutView> list_;
  std::deque<std::string> texts_;  // made, not in the binding
};

}  // namespace turnout::predicate
