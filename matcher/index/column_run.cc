// The vectors of a column.
#include <cmath>
#include <cstring>
#include <limits>

#include "matcher/index/column.h"

namespace turnout::index {

using predicate::NumericForm;
using predicate::NumericStep;
using predicate::Op;
using StepKind = predicate::NumericStep::Kind;
using EventKind = EventNumbers::Kind;

namespace {

// What a number on the stack is, as far as a whole group goes.
enum class Type : std::uint8_t { whole, real, mixed };

bool unknown_by(const predicate::NumericOperand& operand, EventKind kind) noexcept {
  return operand.needed && (kind == EventKind::none || (operand.arithmetic && kind == EventKind::other));
}

}  // namespace

bool Column::is_unknown(const Group& group, std::uint32_t lane, const EventNumbers& event) const noexcept {
  const Source* source = sources_.data() + group.sources;
  std::size_t operand = 0;
  for (const NumericStep& step : steps_) {
    if (step.kind == StepKind::slot) {
      const Local local = source->same ? source->local : locals_[source->at + lane];
      if (unknown_by(operands_[operand++], event.kinds[local])) return true;
    }
    if (step.kind <= StepKind::real) ++source;
  }
  return false;
}

bool Column::group_unknown(const Group& group, const EventNumbers& event) const noexcept {
  const Source* source = sources_.data() + group.sources;
  std::size_t operand = 0;
  for (const NumericStep& step : steps_) {
    if (step.kind == StepKind::slot) {
      if (source->same && unknown_by(operands_[operand], event.kinds[source->local])) return true;
      ++operand;
    }
    if (step.kind <= StepKind::real) ++source;
  }
  return false;
}

// Sums of integers are exact as long as they stay within 2^53; of doubles, as long as they are finite.
Column::Plan Column::plan(const Group& group, const EventNumbers& event) const noexcept {
  Plan plan;
  std::array<Type, NumericForm::kDepthMax + 1> stack{};
  std::size_t depth = 0;
  const Source* source = sources_.data() + group.sources;
  for (std::size_t i = 0; i < steps_.size(); ++i) {
    const NumericStep& step = steps_[i];
    plan.division[i] = Plan::Division::real;
    plan.limit[i] = 0;
    switch (step.kind) {
      case StepKind::slot:
        stack[depth++] = !source->same                                    ? Type::mixed
                         : event.kinds[source->local] == EventKind::whole ? Type::whole
                                                                          : Type::real;
        break;
      case StepKind::whole:
        stack[depth++] = Type::whole;
        break;
      case StepKind::real:
        stack[depth++] = Type::real;
        break;
      case StepKind::arithmetic: {
        const Type a = stack[depth - 2], b = stack[depth - 1];
        Type result = a == Type::real || b == Type::real ? Type::real : a == b ? a : Type::mixed;
        if (step.op == Op::divide && step.real_division) result = Type::real;
        if ((step.op == Op::divide || step.op == Op::modulo) && result != Type::real) {
          plan.division[i] = result == Type::whole ? Plan::Division::whole : Plan::Division::unsure;
        }
        plan.limit[i] = result == Type::real ? std::numeric_limits<double>::max() : NumericForm::kExactMax;
        stack[--depth - 1] = result;
        break;
      }
      default:
        break;
    }
    if (step.kind <= StepKind::real) ++source;
  }
  return plan;
}

// One chunk of lanes, two to a vector.
struct Column::Evaluation {
  using Wide = double __attribute__((vector_size(16)));
  using Mask = std::int64_t __attribute__((vector_size(16)));
  static constexpr std::size_t kVectors = kChunk / kPad;

  std::size_t vectors;
  std::array<std::array<Wide, kVectors>, NumericForm::kDepthMax> stack;
  std::array<Mask, kVectors> settled;
  std::size_t depth = 0;

  // Quotients of integers within 2^53 never round up to an integer, so what is cut off here is exact.
  static Wide truncated(Wide quotient) {
    for (std::size_t k = 0; k < kPad; ++k) {
      const bool fits = std::abs(quotient[k]) <= NumericForm::kExactMax;  // not what a divisor of 0 yields
      if (fits) quotient[k] = static_cast<double>(static_cast<std::int64_t>(quotient[k]));
    }
    return quotient;
  }

  void constant(const Source& source, const double* constants) {
    std::array<Wide, kVectors>& to = stack[depth++];
    for (std::size_t v = 0; v < vectors; ++v) {
      if (source.same) to[v] = Wide{} + source.constant;
      else std::memcpy(&to[v], constants + v * kPad, sizeof(Wide));
    }
  }

  void numbers(const Source& source, const Local* locals, const double* by_local) {
    std::array<Wide, kVectors>& to = stack[depth++];
    for (std::size_t v = 0; v < vectors; ++v) {
      if (source.same) {
        to[v] = Wide{} + by_local[source.local];
        continue;
      }
      const Local* own = locals + v * kPad;
      to[v] = Wide{by_local[own[0]], by_local[own[1]]};
    }
  }

  void arithmetic(const NumericStep& step, double limit, Plan::Division division) {
    std::array<Wide, kVectors>& left = stack[depth - 2];
    const std::array<Wide, kVectors>& right = stack[--depth];
    for (std::size_t v = 0; v < vectors; ++v) {
      const Wide x = left[v], y = right[v];
      Wide result = x;
      switch (step.op) {
        case Op::add:
          result = x + y;
          break;
        case Op::subtract:
          result = x - y;
          break;
        case Op::multiply:
          result = x * y;
          break;
        case Op::divide:
          result = x / y;
          if (division == Plan::Division::whole) result = truncated(result);
          if (division == Plan::Division::unsure) settled[v] = Mask{};
          break;
        default:
          if (division == Plan::Division::whole) {
            result = x - y * truncated(x / y);
          } else {
            for (std::size_t k = 0; k < kPad; ++k) result[k] = std::fmod(x[k], y[k]);
          }
      }
      // An infinity or NaN is within no limit. A divisor of infinity does not occur, and one of 0 yields one of those.
      settled[v] &= (result <= limit) & (result >= -limit);
      left[v] = result;
    }
  }

  void negate() {
    for (std::size_t v = 0; v < vectors; ++v) stack[depth - 1][v] = -stack[depth - 1][v];
  }

  static Mask compare(Op op, const Wide& x, const Wide& y) {
    switch (op) {
      case Op::equal:
        return x == y;
      case Op::not_equal:
        return x != y;
      case Op::less:
        return x < y;
      case Op::less_equal:
        return x <= y;
      case Op::greater:
        return x > y;
      default:
        return x >= y;
    }
  }

  Bits finish(const NumericStep& root) {
    // Bit 2v + k: lane k of vector v.
    Mask yes_bits{}, settled_bits{};
    const Mask bit = {1, 2};
    for (std::size_t v = 0; v < vectors; ++v) {
      Mask yes;
      Mask known = settled[v];
      if (root.kind == StepKind::compare) {
        const Wide x = stack[0][v], y = stack[1][v];
        yes = compare(root.op, x, y);
        known &= (x == x) & (y == y);
      } else {
        const Wide x = stack[0][v], low = stack[1][v], high = stack[2][v];
        yes = (x >= low) & (x <= high);
        known &= (x == x) & (low == low) & (high == high);
      }
      yes_bits |= (yes & bit) << static_cast<std::int64_t>(v * kPad);
      settled_bits |= (known & bit) << static_cast<std::int64_t>(v * kPad);
    }
    const auto joined = [](const Mask& m) { return static_cast<std::uint64_t>(m[0] | m[1]); };
    return {joined(yes_bits), joined(settled_bits)};
  }
};

Column::Bits Column::evaluate(const Group& group, const Plan& plan, const EventNumbers& event, std::uint32_t first,
                              std::uint32_t lanes) const noexcept {
  Evaluation work;
  work.vectors = (lanes + kPad - 1) / kPad;
  for (std::size_t v = 0; v < work.vectors; ++v) work.settled[v] = ~Evaluation::Mask{};
  const Source* source = sources_.data() + group.sources;
  for (std::size_t i = 0; i < steps_.size(); ++i) {
    const NumericStep& step = steps_[i];
    switch (step.kind) {
      case StepKind::slot:
        work.numbers(*source, locals_.data() + source->at + first, event.numbers.data());
        ++source;
        break;
      case StepKind::whole:
      case StepKind::real:
        work.constant(*source, constants_.data() + source->at + first);
        ++source;
        break;
      case StepKind::arithmetic:
        work.arithmetic(step, plan.limit[i], plan.division[i]);
        break;
      case StepKind::negate:
        work.negate();
        break;
      case StepKind::plus:
        break;
      case StepKind::compare:
      case StepKind::between:
        return work.finish(step);
    }
  }
  return {0, 0};
}

}  // namespace turnout::index
