#include "matcher/predicate/residual.h"

#include <algorithm>

#include "matcher/predicate/residual_functions.h"
#include "matcher/predicate/residual_program.h"
#include "schema/elements.h"
#include "turnout/limits.h"

namespace turnout::predicate {

namespace {

using schema::ValueView;

// A longer string is not kept for the next evaluation.
constexpr std::size_t kKeptStringBytes = std::size_t{64} << 10;

Truth truth_of(ValueView v) noexcept { return v.type() == ValueType::boolean ? truth(v.as_boolean()) : Truth::unknown; }
ValueView value_of(Truth t) noexcept { return t == Truth::unknown ? ValueView::null() : ValueView::boolean(t == Truth::yes); }

constexpr unsigned kMarkShift = 32;  // a mark is (strings, bytes) in one integer; both are far below 2^32
static_assert(limits::kEventBytes < (std::size_t{1} << (kMarkShift - 2)));

ValueView mark_of(const ResidualScratch& scratch) noexcept {
  const std::size_t bytes = std::min(scratch.bytes, limits::kEventBytes + 1);
  return ValueView::int64(static_cast<std::int64_t>((scratch.used << kMarkShift) | bytes));
}

void release_strings(ResidualScratch& scratch, std::size_t used, std::size_t bytes) noexcept {
  for (; scratch.used > used; --scratch.used) {
    std::string& text = scratch.strings[scratch.used - 1];
    if (text.capacity() > kKeptStringBytes) std::string().swap(text);
  }
  scratch.bytes = bytes;
}

void release_to(ValueView mark, ResidualScratch& scratch) noexcept {
  const auto packed = static_cast<std::uint64_t>(mark.as_int64());
  release_strings(scratch, packed >> kMarkShift, packed & ((std::uint64_t{1} << kMarkShift) - 1));
}

// A path with [*] exists when one of its elements does.
bool exists(ValueView slot, const schema::Path& path) {
  if (!path.has_star()) return !slot.is_missing();
  bool found = false;
  schema::for_each_element(slot, path, [&](ValueView element) { found = found || !element.is_missing(); });
  return found;
}

Truth quantify(const Instruction& in, ValueView left, ValueView slot, const schema::Path& path) {
  const Truth neutral = truth(in.code == Code::all);
  Truth result = neutral;
  const bool is_array = schema::for_each_element(slot, path, [&](ValueView element) {
    const Truth one = compare_operands(in.op, left, element, in.unordered_strings);
    result = neutral == Truth::yes ? std::min(result, one) : std::max(result, one);
  });
  return is_array ? result : Truth::unknown;
}

}  // namespace

struct ResidualMachine {
  const ResidualProgram& program;
  std::span<const ValueView> values;
  const std::vector<std::shared_ptr<const schema::Path>>& paths;
  ResidualScratch& scratch;
  ValueView* top;  // one past the last value

  // Replaces the `count` topmost operands, and the mark below them if there is one.
  void finish(const Instruction& in, std::size_t count, ValueView result) noexcept {
    top -= count;
    if (in.marked) release_to(*--top, scratch);
    *top++ = result;
  }

  [[nodiscard]] Truth in_list(std::uint32_t index, ValueView value) const noexcept {
    const auto& list = program.lists[index];
    if (list.empty) return Truth::no;
    if (!value.has_value()) return Truth::unknown;
    if (list.values.contains(value)) return Truth::yes;
    return list.has_null ? Truth::unknown : Truth::no;
  }

  void logic(const Instruction& in) {
    switch (in.code) {
      case Code::to_truth:
        return finish(in, 1, value_of(truth_of(top[-1])));
      case Code::both:
        return finish(in, 2, value_of(std::min(truth_of(top[-2]), truth_of(top[-1]))));
      case Code::either:
        return finish(in, 2, value_of(std::max(truth_of(top[-2]), truth_of(top[-1]))));
      case Code::invert:
        top[-1] = value_of(negate(truth_of(top[-1])));
        break;
      case Code::is_null:
        return finish(in, 1, ValueView::boolean(!top[-1].has_value()));
      case Code::is_missing:
        *top++ = ValueView::boolean(values[in.index].is_missing());
        break;
      case Code::exists:
        *top++ = ValueView::boolean(exists(values[in.index], *paths[in.index]));
        break;
      default:
        break;
    }
  }

  void predicate(const Instruction& in) {
    switch (in.code) {
      case Code::compare:
        return finish(in, 2, value_of(compare_operands(in.op, top[-2], top[-1], in.unordered_strings)));
      case Code::between: {
        const Truth low = compare_operands(Op::greater_equal, top[-3], top[-2], in.unordered_strings);
        const Truth high = compare_operands(Op::less_equal, top[-3], top[-1], in.unordered_strings);
        return finish(in, 3, value_of(std::min(low, high)));
      }
      case Code::in_constants: {
        const ValueView value = top[-1];
        *top++ = value_of(in_list(in.index, value));
        break;
      }
      case Code::in_item: {
        const ValueView item = *--top;
        if (in.marked) --top;
        const Truth equal = compare_operands(Op::equal, top[-2], item, false);
        top[-1] = value_of(std::max(truth_of(top[-1]), equal));
        if (in.marked) release_to(*top, scratch);
        break;
      }
      case Code::in_end:
        return finish(in, 2, top[-1]);
      case Code::text: {
        const TextTest* test = program.texts[in.index].get();
        const bool known = test != nullptr && top[-1].type() == ValueType::string;
        return finish(in, 1, known ? ValueView::boolean(test->matches(top[-1].as_bytes())) : ValueView::null());
      }
      case Code::any:
      case Code::all:
        return finish(in, 1, value_of(quantify(in, top[-1], values[in.index], *paths[in.index])));
      default:
        break;
    }
  }

  void value(const Instruction& in) {
    switch (in.code) {
      case Code::constant:
        *top++ = ValueView::of(program.constants[in.index]);
        break;
      case Code::slot:
        *top++ = values[in.index];
        break;
      case Code::mark:
        *top++ = mark_of(scratch);
        break;
      case Code::arithmetic:
        return finish(in, 2, compute(in.op, top[-2], top[-1], in.real_division));
      case Code::negate:
        top[-1] = compute_negation(top[-1]);
        break;
      case Code::plus: {
        const bool number = top[-1].type() == ValueType::int64 || top[-1].type() == ValueType::float64;
        if (!number) top[-1] = ValueView::null();
        break;
      }
      case Code::call: {
        const ValueView result = call(in.function, std::span<const ValueView>(top - in.count, in.count), scratch);
        return finish(in, in.count, result);
      }
      default:
        break;
    }
  }

  Truth run() {
    run(0, program.code.size());
    return truth_of(top[-1]);
  }

  void run(std::size_t begin, std::size_t end) {
    const std::vector<Instruction>& code = program.code;
    for (std::size_t at = begin; at < end; ++at) {
      const Instruction& in = code[at];
      switch (in.code) {
        case Code::skip_if_no:
          if (truth_of(top[-1]) == Truth::no) at = in.index - 1U;
          break;
        case Code::skip_if_yes:
          if (truth_of(top[-1]) == Truth::yes) at = in.index - 1U;
          break;
        case Code::constant:
        case Code::slot:
        case Code::mark:
        case Code::arithmetic:
        case Code::negate:
        case Code::plus:
        case Code::call:
          value(in);
          break;
        case Code::compare:
        case Code::between:
        case Code::in_constants:
        case Code::in_item:
        case Code::in_end:
        case Code::text:
        case Code::any:
        case Code::all:
          predicate(in);
          break;
        default:
          logic(in);
      }
    }
  }

  static void prepare(const ResidualProgram& program, ResidualScratch& scratch);
};

void ResidualMachine::prepare(const ResidualProgram& program, ResidualScratch& scratch) {
  if (scratch.stack.size() < program.stack_max) scratch.stack.resize(program.stack_max);
  // Sized before the first string is computed: values point into the strings, which must not move.
  if (scratch.strings.size() < program.strings_max) scratch.strings.resize(program.strings_max);
  release_strings(scratch, 0, 0);
}

ValueView Residual::access_value(std::span<const ValueView> values, ResidualScratch& scratch) const noexcept {
  ResidualMachine::prepare(*program_, scratch);
  ResidualMachine machine{*program_, values, paths_, scratch, scratch.stack.data()};
  machine.run(access_->begin, access_->end);
  return machine.top[-1];
}

Truth Residual::evaluate(std::span<const ValueView> values, ResidualScratch& scratch) const noexcept {
  ResidualMachine::prepare(*program_, scratch);
  ResidualMachine machine{*program_, values, paths_, scratch, scratch.stack.data()};
  const Truth result = machine.run();
  release_strings(scratch, 0, 0);
  return result;
}

std::size_t Residual::memory_bytes() const noexcept {
  std::size_t bytes = sizeof(*this) + sizeof(ResidualProgram) + key_.capacity() + needs_.capacity() * sizeof(needs_[0]) +
                      paths_.capacity() * sizeof(paths_[0]) + program_->code.capacity() * sizeof(Instruction) +
                      program_->constants.capacity() * sizeof(Value) +
                      program_->lists.capacity() * sizeof(ResidualProgram::List) +
                      program_->texts.capacity() * sizeof(program_->texts[0]);
  for (const ResidualProgram::List& list : program_->lists) bytes += list.values.cuts().capacity() * sizeof(Cut);
  if (access_ != nullptr) {
    bytes += sizeof(ResidualAccess) + access_->key.capacity() + access_->when.cuts().capacity() * sizeof(Cut);
  }
  for (const auto& text : program_->texts) {
    if (text != nullptr) bytes += text->memory_bytes();
  }
  return bytes;
}

}  // namespace turnout::predicate
