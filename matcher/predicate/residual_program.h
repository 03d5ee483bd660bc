// The bytecode of a Residual: a stack machine whose jumps only go forward, so a run is linear in the program.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "matcher/predicate/expr.h"
#include "matcher/predicate/residual.h"
#include "matcher/predicate/text_test.h"
#include "matcher/predicate/value_set.h"

namespace turnout::predicate {

// Truth on the stack is a boolean, or null for unknown.
enum class Code : std::uint8_t {
  constant,      // push constants[index]
  slot,          // push the value of slot `index`
  mark,          // push the number and size of computed strings, for a later `marked` instruction to go back to
  to_truth,      // anything but a boolean becomes unknown
  skip_if_no,    // top FALSE: jump to `index`, keeping it
  skip_if_yes,   // top TRUE: jump to `index`, keeping it
  both,          // a, b: Kleene AND
  either,        // a, b: Kleene OR
  invert,        // a: NOT
  compare,       // a, b: `op`
  between,       // value, low, high
  in_constants,  // value: push whether it is in lists[index]
  in_item,       // value, truth so far, item: value and the OR with value = item
  in_end,        // value, truth: truth
  text,          // string: texts[index], or unknown for ever when that is null
  is_null,
  is_missing,  // push, of slot `index`
  exists,      // push, of slot `index`
  any,
  all,         // value, with `op`: over slot `index`
  arithmetic,  // a, b: `op`
  negate,
  plus,
  call  // `count` arguments: `function`
};

struct Instruction {
  Code code;
  Op op = Op::equal;
  Function function = Function::none;
  bool unordered_strings = false;
  bool real_division = false;
  bool marked = false;  // a mark lies below the operands; computed strings above it are released
  std::uint32_t index = 0;
  std::uint32_t count = 0;
};

struct ResidualProgram {
  struct List {
    ValueSet values;
    bool empty = true;  // no constant at all
    bool has_null = false;
  };
  std::vector<Instruction> code;
  std::vector<Value> constants;
  std::vector<List> lists;
  std::vector<std::shared_ptr<const TextTest>> texts;
  std::size_t stack_max = 0;
  std::size_t strings_max = 0;  // calls that compute a string
};

}  // namespace turnout::predicate
