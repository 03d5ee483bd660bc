// A boolean expression that is no set of values of one path (arithmetic, functions, path against path, quantifiers), compiled
// to short bytecode over slots. The index evaluates these; the naive evaluator has code of its own, so that each tests the
// other.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "matcher/predicate/expr.h"
#include "matcher/predicate/truth.h"
#include "matcher/predicate/value_set.h"
#include "schema/value_view.h"

namespace turnout::predicate {

// Working memory, reused between evaluations: no allocation after warm-up.
class ResidualScratch {
 public:
  std::vector<schema::ValueView> stack;
  std::vector<std::string> strings;  // computed strings; `used` of them are alive
  std::size_t used = 0;
  std::size_t bytes = 0;  // computed for the comparison at hand; beyond limits::kEventBytes the value is unknown
};

struct ResidualProgram;

// A residual that depends on one value, or on the elements of one array, by a set: what an index can have for it. Two residuals
// with one kind and key ask about the same value.
struct ResidualAccess {
  enum class Kind : std::uint8_t {
    value,  // TRUE when the value of an expression lies in `when`, `otherwise` when it is another; unknown when there is none
    any,    // TRUE when some element lies in `when`, FALSE when all do not, unknown when one has no value
    all     // FALSE when some element does not lie in `when`, TRUE when all do, unknown when one has no value
  };
  Kind kind = Kind::value;
  std::string key;
  ValueSet when;  // of a value: it may hold null, for IS NULL; of elements: within those that have a value
  Truth otherwise = Truth::no;
  std::uint32_t begin = 0, end = 0;  // value: the instructions that compute it
  std::uint32_t slot = 0;            // any, all: of the array
};

class Residual {
 public:
  // `expr` is a boolean form that passed check(). Any such expression can be compiled.
  static std::shared_ptr<const Residual> compile(const Expr& expr);

  // The distinct paths it reads, in slot order. A quantified path's slot is the array (see schema/elements.h).
  [[nodiscard]] const std::vector<std::shared_ptr<const schema::Path>>& paths() const noexcept { return paths_; }
  // Whether a slot is quantified over (ANY, ALL, or [*] under EXISTS), so that readers must keep its elements.
  [[nodiscard]] bool quantified(std::size_t slot) const noexcept { return quantified_[slot]; }
  // Slots of single-valued or array paths in whose absence (missing or null) it is certainly unknown: the union over arguments
  // for comparisons, arithmetic and strict functions; the intersection for COALESCE, AND and OR; the array alone for ANY and
  // ALL; empty below IS NULL, IS MISSING, EXISTS. Ascending.
  [[nodiscard]] const std::vector<std::uint16_t>& needs() const noexcept { return needs_; }

  // `values[i]` is the value of paths()[i], missing included. Thread-safe with one scratch per thread.
  [[nodiscard]] Truth evaluate(std::span<const schema::ValueView> values, ResidualScratch& scratch) const noexcept;

  // Null when it is no such residual.
  [[nodiscard]] const ResidualAccess* access() const noexcept { return access_.get(); }
  // The value that access()->kind == value is about; null or missing when there is none. It lives until the scratch is used
  // again.
  [[nodiscard]] schema::ValueView access_value(std::span<const schema::ValueView> values,
                                               ResidualScratch& scratch) const noexcept;
  [[nodiscard]] const ResidualProgram& program() const noexcept { return *program_; }

  // Equal residuals have equal keys.
  [[nodiscard]] const std::string& key() const noexcept { return key_; }
  [[nodiscard]] std::size_t memory_bytes() const noexcept;

 private:
  Residual() = default;
  friend class ResidualCompiler;
  std::shared_ptr<const ResidualProgram> program_;
  std::vector<std::shared_ptr<const schema::Path>> paths_;
  std::vector<bool> quantified_;
  std::vector<std::uint16_t> needs_;
  std::string key_;
  std::unique_ptr<const ResidualAccess> access_;
};

}  // namespace turnout::predicate
