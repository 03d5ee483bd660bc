#include "matcher/index/program_run.h"

#include <optional>

namespace turnout::index {
namespace {

using predicate::Truth;

class ProgramRun {
 public:
  ProgramRun(const Segment& segment, Workspace& work) : segment_(segment), work_(work), codes_(work.codes.data()) {}

  // Evaluates the node at `code` and moves behind it.
  bool node(const std::uint32_t*& code) {
    const std::uint32_t op = code[0];
    const Local path = static_cast<Local>(op >> 8);
    switch (static_cast<Opcode>(op & 0xf)) {
      case Opcode::no:
        code += 1;
        return false;
      case Opcode::yes:
        code += 1;
        return true;
      case Opcode::range: {
        const std::uint32_t* own = code;
        code += 3;
        return codes_[path] - own[1] <= own[2] - own[1];
      }
      case Opcode::set: {
        const std::uint32_t set = code[1];
        code += 2;
        return segment_.paths[path].sets.contains(set, codes_[path]);
      }
      case Opcode::text: {
        const std::uint32_t text = code[1];
        code += 4;
        return text_holds(path, text, (op >> 4 & 1) != 0);
      }
      case Opcode::residual: {
        const std::uint32_t index = code[1];
        code += 4;
        return (predicate::outcome(residual_truth(index)) & (op >> 4 & 0xf)) != 0;
      }
      case Opcode::all_of:
      case Opcode::any_of: {
        const bool conjunction = static_cast<Opcode>(op & 0xf) == Opcode::all_of;
        const std::uint32_t* end = code + 2 + code[1];
        bool result = conjunction;
        for (code += 2; code < end && result == conjunction;) result = node(code);
        code = end;
        return result;
      }
    }
    return false;
  }

 private:
  // Each distinct test runs once per event and path; tests on one text share the verdict only when they share the path too.
  bool text_holds(Local path, std::uint32_t text, bool negated) {
    const schema::ValueView value = work_.slots.values[segment_.paths[path].path];
    if (value.type() != ValueType::string) return false;
    const PathText& known = segment_.path_texts[text];
    std::uint8_t& verdict = work_.text_verdicts[text];
    if (verdict == 0 && !text_known(segment_, work_.probes, text)) {
      verdict = segment_.texts[known.text]->matches(value.as_bytes()) ? 2 : 1;
      work_.texts_tested.push_back(text);
    }
    return (verdict == 2) != negated;
  }

  Truth residual_truth(std::uint32_t index) {
    if (const std::optional<Truth> known = known_truth(segment_, work_.probes, index)) return *known;
    const ResidualSlots& slots = segment_.residuals[index];
    work_.residual_values.clear();
    for (const Local local : slots.locals) work_.residual_values.push_back(work_.slots.values[segment_.paths[local].path]);
    for (const std::uint16_t need : slots.residual->needs()) {
      if (!work_.residual_values[need].has_value()) return Truth::unknown;
    }
    return slots.residual->evaluate(work_.residual_values, work_.residual);
  }

  const Segment& segment_;
  Workspace& work_;
  const Code* codes_;
};

}  // namespace

bool program_holds(const Segment& segment, Workspace& work, std::uint32_t at) {
  const std::uint32_t* code = segment.programs.data() + at;
  return ProgramRun(segment, work).node(code);
}

}  // namespace turnout::index
