// An expression with its paths and constants taken out, and what one filter puts into the gaps.
//
// Filters come in few shapes: a template is kept once for all filters of a shape, a binding of some hundred bytes for each. The
// expression is made from both when somebody asks for it. Front ends decide what belongs to the template; here is only the
// making. Templates and bindings are immutable once made and safe to share between threads.
#pragma once

#include <cstdint>
#include <cstring>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "matcher/predicate/expr.h"
#include "matcher/predicate/value_set.h"
#include "schema/value_view.h"

namespace turnout::predicate {

// One part of a conjunction, `path op constants`, as a template has it.
struct PlainPart {
  enum class Kind : std::uint8_t {
    compare,  // path op constant
    between,  // two constants
    in,       // a list
    like,     // a pattern
    prefix,   // STARTS_WITH
    fixed     // no constant: `set`
  };
  Kind kind = Kind::fixed;
  Op op = Op::equal;     // compare, as if the path stood first
  bool negated = false;  // when FALSE is asked for, not TRUE
  bool minus[2] = {};    // signs of the constants
  bool any_char_escape = false;
  std::uint32_t path = 0;            // its number in the binding
  ValueSet set = {}, opposite = {};  // fixed: where the part is TRUE, where FALSE
};

struct ExprTemplate {
  // Where a node gets its content from.
  enum class Source : std::uint8_t {
    fixed,      // the template
    path,       // the next path
    constant,   // the next constant: a literal, or the pattern of LIKE and ILIKE
    escaped,    // a pattern, then its escape character
    list,       // any number of constants, which become literals one after the other
    list_owner  // the IN whose last operands are such a list
  };
  struct Node {
    Op op = Op::literal;
    Op compare = Op::equal;
    Function function = Function::none;
    bool unordered_strings = false;
    bool real_division = false;
    bool any_char_escape = false;
    Source source = Source::fixed;
    std::uint32_t children = 0;        // operands on the stack; list_owner: those before the list
    std::uint32_t first = 0, end = 0;  // units of the text that the node spans, see Places
    std::uint32_t slot = 0;            // unit of its path or constant
    Value value;                       // fixed literal
  };
  std::vector<Node> nodes;       // operands before operators: the order of their ends in the text
  std::vector<PlainPart> parts;  // of a conjunction of sets (plain_parts()), as long as the binding is plain too; else none

  [[nodiscard]] std::size_t memory_bytes() const noexcept {
    return sizeof(*this) + nodes.capacity() * sizeof(Node) + parts.capacity() * sizeof(PlainPart);
  }
};

// Constants, packed one after the other.
class PackedConstants {
 public:
  void add(std::int64_t value);
  void add(double value);
  void add_string(std::string_view value);
  void add_binary(std::string_view value);
  void add_escape(char32_t value);
  void begin_list(std::uint32_t count);
  void clear() noexcept { bytes_.clear(); }

  [[nodiscard]] std::string_view bytes() const noexcept { return bytes_; }

 private:
  std::string bytes_;
};

// Reads packed constants, one after the other, without a copy.
class ConstantReader {
 public:
  explicit ConstantReader(const char* at) noexcept : at_(at) {}
  schema::ValueView constant() noexcept;
  char32_t escape() noexcept { return raw<char32_t>(); }
  std::uint32_t list() noexcept { return raw<std::uint32_t>(); }  // so many constants follow

 private:
  template <class T>
  T raw() noexcept {
    T value;
    std::memcpy(&value, at_, sizeof(T));
    at_ += sizeof(T);
    return value;
  }
  std::string_view bytes() noexcept {
    const auto size = raw<std::uint32_t>();
    const std::string_view found(at_, size);
    at_ += size;
    return found;
  }

  const char* at_;
};

// One filter's paths and constants.
class TemplateBinding {
 public:
  TemplateBinding() = default;
  TemplateBinding(std::span<const std::shared_ptr<const schema::Path>> paths, std::string_view constants);

  [[nodiscard]] std::span<const std::shared_ptr<const schema::Path>> paths() const noexcept {
    return {paths_.get(), path_count_};
  }
  [[nodiscard]] const char* constants() const noexcept { return constants_.get(); }

 private:
  std::unique_ptr<std::shared_ptr<const schema::Path>[]> paths_;
  std::unique_ptr<char[]> constants_;
  std::uint32_t path_count_ = 0;
};

// Byte ranges in the text, for expressions whose positions matter.
struct Place {
  std::uint32_t begin = 0, end = 0;
};
struct Places {
  std::span<const Place> units;
  std::span<const Place> list_items;  // of all lists, in order
};

// The expression. Without places every position is 0. O(size of the expression).
ExprPtr instantiate(const ExprTemplate& shape, std::span<const std::shared_ptr<const schema::Path>> paths,
                    const char* constants, const Places* places);

}  // namespace turnout::predicate
