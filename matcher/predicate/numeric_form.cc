#include "matcher/predicate/numeric_form.h"

#include <algorithm>
#include <cmath>

#include "matcher/predicate/residual_program.h"

namespace turnout::predicate {
namespace {

using Kind = NumericStep::Kind;

class Reader {
 public:
  explicit Reader(const Residual& residual) : residual_(residual), program_(residual.program()) {}

  std::optional<NumericForm> run() {
    const std::vector<Instruction>& code = program_.code;
    if (code.size() < 3 || code.size() > NumericForm::kStepsMax) return std::nullopt;
    for (std::size_t i = 0; i < code.size(); ++i) {
      if (code[i].marked || !read(code[i], i + 1 == code.size())) return std::nullopt;
      if (pushed_.size() > NumericForm::kDepthMax) return std::nullopt;
    }
    if (form_.slots.empty()) return std::nullopt;
    note_shape();
    return std::move(form_);
  }

 private:
  static constexpr std::size_t kComputed = ~std::size_t{0};

  bool read(const Instruction& in, bool last) {
    const bool root = in.code == Code::compare || in.code == Code::between;
    if (root != last) return false;
    switch (in.code) {
      case Code::slot:
        pushed_.push_back(form_.slots.size());
        form_.operands.push_back({is_needed(in.index), false});
        form_.slots.push_back(in.index);
        form_.steps.push_back({.kind = Kind::slot});
        return !residual_.quantified(in.index);
      case Code::constant:
        pushed_.push_back(kComputed);
        return constant(program_.constants[in.index]);
      case Code::arithmetic:
        take(2, true);
        form_.steps.push_back({.kind = Kind::arithmetic, .op = in.op, .real_division = in.real_division});
        pushed_.push_back(kComputed);
        return true;
      case Code::negate:
      case Code::plus:
        take(1, true);
        form_.steps.push_back({.kind = in.code == Code::negate ? Kind::negate : Kind::plus});
        pushed_.push_back(kComputed);
        return true;
      case Code::compare:
        take(2, false);
        form_.steps.push_back({.kind = Kind::compare, .op = in.op, .unordered_strings = in.unordered_strings});
        return pushed_.empty();
      case Code::between:
        take(3, false);
        form_.steps.push_back({.kind = Kind::between, .unordered_strings = in.unordered_strings});
        return pushed_.empty();
      default:
        return false;
    }
  }

  bool constant(const Value& value) {
    if (const std::int64_t* whole = value.if_int64()) {
      form_.steps.push_back({.kind = Kind::whole});
      form_.constants.push_back(static_cast<double>(*whole));
      return std::abs(form_.constants.back()) <= NumericForm::kExactMax;
    }
    const double* real = value.if_float64();
    if (real == nullptr) return false;
    form_.steps.push_back({.kind = Kind::real});
    form_.constants.push_back(*real);
    return std::isfinite(*real);
  }

  void take(std::size_t count, bool arithmetic) {
    for (; count > 0; --count, pushed_.pop_back()) {
      if (arithmetic && pushed_.back() != kComputed) form_.operands[pushed_.back()].arithmetic = true;
    }
  }

  [[nodiscard]] bool is_needed(std::uint32_t slot) const {
    return std::binary_search(residual_.needs().begin(), residual_.needs().end(), slot);
  }

  void note_shape() {
    for (const NumericStep& step : form_.steps) {
      form_.shape += static_cast<char>('a' + static_cast<int>(step.kind));
      form_.shape += static_cast<char>(step.op);
      form_.shape += static_cast<char>((step.real_division ? 1 : 0) + (step.unordered_strings ? 2 : 0));
    }
    for (const NumericOperand& operand : form_.operands) {
      form_.shape += static_cast<char>((operand.needed ? 1 : 0) + (operand.arithmetic ? 2 : 0));
    }
  }

  const Residual& residual_;
  const ResidualProgram& program_;
  NumericForm form_;
  std::vector<std::size_t> pushed_;  // by place on the stack: the push of a path it comes from, or kComputed
};

}  // namespace

std::optional<NumericForm> numeric_form(const Residual& residual) { return Reader(residual).run(); }

}  // namespace turnout::predicate
