// From a checked expression to bytecode, with the paths it reads, the paths it needs, and a key.
#include <algorithm>
#include <bit>
#include <iterator>
#include <limits>
#include <unordered_map>
#include <utility>

#include "matcher/predicate/residual_access.h"
#include "matcher/predicate/residual_functions.h"
#include "matcher/predicate/residual_key.h"
#include "matcher/predicate/residual_program.h"

namespace turnout::predicate {

namespace {

using Slots = std::vector<std::uint32_t>;  // ascending, distinct

Slots united(const Slots& a, const Slots& b) {
  Slots result;
  std::set_union(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(result));
  return result;
}

Slots common(const Slots& a, const Slots& b) {
  Slots result;
  std::set_intersection(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(result));
  return result;
}

// Whether a string computed in this value expression is alive when it is done. Boolean forms release their own.
bool leaves_strings(const Expr& expr) {
  if (expr.op == Op::call) {
    if (computes_string(expr.function)) return true;
  } else if (is_boolean_form(expr) || expr.op == Op::literal || expr.op == Op::path) {
    return false;
  }
  return std::any_of(expr.children.begin(), expr.children.end(), [](const ExprPtr& child) { return leaves_strings(*child); });
}

std::shared_ptr<const TextTest> pattern_test(const Expr& expr) {
  const auto text = [&](std::size_t i) -> const std::string* {
    return i < expr.children.size() && expr.children[i]->op == Op::literal ? expr.children[i]->value.if_string() : nullptr;
  };
  const std::string* pattern = text(1);
  if (pattern == nullptr) return nullptr;
  const std::string* dialect = text(2);
  if (expr.function == Function::topic_match && dialect == nullptr) return nullptr;
  Result<std::shared_ptr<const TextTest>> test = expr.function == Function::regexp_like  ? TextTest::regexp(*pattern)
                                                 : expr.function == Function::cidr_match ? TextTest::cidr(*pattern)
                                                                                         : TextTest::topic(*pattern, *dialect);
  return test ? *test : nullptr;
}

bool is_pattern_function(Function function) {
  return function == Function::regexp_like || function == Function::cidr_match || function == Function::topic_match;
}

}  // namespace

class ResidualCompiler {
 public:
  std::shared_ptr<const Residual> compile(const Expr& expr) {
    const Slots needs = boolean(expr);
    result_->access_ = residual_access(expr, {first_operand_, second_operand_, program_->code.size()}, array_slot_);
    for (const std::uint32_t slot : needs) {
      if (slot <= std::numeric_limits<std::uint16_t>::max()) result_->needs_.push_back(static_cast<std::uint16_t>(slot));
    }
    append_key(expr, result_->key_);
    program_->code.shrink_to_fit();
    program_->constants.shrink_to_fit();
    result_->program_ = std::move(program_);
    return std::move(result_);
  }

 private:
  // Emits code that pushes a truth; returns the slots without which it is unknown.
  Slots boolean(const Expr& expr) {
    switch (expr.op) {
      case Op::logical_and:
        return logic(expr, Code::skip_if_no, Code::both);
      case Op::logical_or:
        return logic(expr, Code::skip_if_yes, Code::either);
      case Op::logical_not: {
        Slots needs = boolean(*expr.children[0]);
        emit({.code = Code::invert}, 1);
        return needs;
      }
      case Op::equal:
      case Op::not_equal:
      case Op::less:
      case Op::less_equal:
      case Op::greater:
      case Op::greater_equal:
        return compare(expr);
      case Op::between:
        return between(expr);
      case Op::in:
        return in(expr);
      case Op::like:
      case Op::ilike:
        return like(expr);
      case Op::is_null: {
        const bool marked = mark_if(leaves_strings(*expr.children[0]));
        const std::size_t begin = program_->code.size();
        value(*expr.children[0]);
        note_operands(begin, program_->code.size());
        emit({.code = Code::is_null, .marked = marked}, 1);
        return {};
      }
      case Op::is_missing:
      case Op::exists: {
        const Expr& path = *expr.children[0];
        const std::uint32_t slot = slot_of(path, path.path->has_star());
        emit({.code = expr.op == Op::exists ? Code::exists : Code::is_missing, .index = slot}, 0);
        return {};
      }
      case Op::any:
      case Op::all:
        return quantified(expr);
      default: {
        const bool marked = mark_if(leaves_strings(expr));
        Slots needs = value(expr);
        emit({.code = Code::to_truth, .marked = marked}, 1);
        return needs;
      }
    }
  }

  // Emits code that pushes a value.
  Slots value(const Expr& expr) {
    switch (expr.op) {
      case Op::literal:
        emit({.code = Code::constant, .index = static_cast<std::uint32_t>(program_->constants.size())}, 0);
        program_->constants.push_back(expr.value);
        return {};
      case Op::path: {
        const std::uint32_t slot = slot_of(expr, false);
        emit({.code = Code::slot, .index = slot}, 0);
        return {slot};
      }
      case Op::add:
      case Op::subtract:
      case Op::multiply:
      case Op::divide:
      case Op::modulo: {
        const Slots left = value(*expr.children[0]);
        const Slots right = value(*expr.children[1]);
        emit({.code = Code::arithmetic, .op = expr.op, .real_division = expr.real_division}, 2);
        return united(left, right);
      }
      case Op::negate:
      case Op::plus: {
        Slots needs = value(*expr.children[0]);
        emit({.code = expr.op == Op::negate ? Code::negate : Code::plus}, 1);
        return needs;
      }
      case Op::call:
        return call(expr);
      default:
        return boolean(expr);
    }
  }

  Slots logic(const Expr& expr, Code skip, Code join) {
    Slots needs = boolean(*expr.children[0]);
    std::vector<std::size_t> skips;
    for (std::size_t i = 1; i < expr.children.size(); ++i) {
      skips.push_back(program_->code.size());
      emit({.code = skip}, 1);
      needs = common(needs, boolean(*expr.children[i]));
      emit({.code = join}, 2);
    }
    for (const std::size_t at : skips) program_->code[at].index = static_cast<std::uint32_t>(program_->code.size());
    return needs;
  }

  Slots compare(const Expr& expr) {
    const bool marked = mark_if(leaves_strings(*expr.children[0]) || leaves_strings(*expr.children[1]));
    const std::size_t begin = program_->code.size();
    const Slots left = value(*expr.children[0]);
    const std::size_t middle = program_->code.size();
    const Slots right = value(*expr.children[1]);
    note_operands(begin, middle);
    emit({.code = Code::compare, .op = expr.op, .unordered_strings = expr.unordered_strings, .marked = marked}, 2);
    return united(left, right);
  }

  // FALSE already when one bound is passed: of the bounds, only what both need is needed.
  Slots between(const Expr& expr) {
    const auto& c = expr.children;
    const bool marked = mark_if(leaves_strings(*c[0]) || leaves_strings(*c[1]) || leaves_strings(*c[2]));
    const std::size_t begin = program_->code.size();
    const Slots middle = value(*c[0]);
    const std::size_t end = program_->code.size();
    const Slots low = value(*c[1]);
    const Slots high = value(*c[2]);
    note_operands(begin, end);
    emit({.code = Code::between, .unordered_strings = expr.unordered_strings, .marked = marked}, 3);
    return united(middle, common(low, high));
  }

  // The constants of the list are one set, however many; the other items are compared one by one.
  Slots in(const Expr& expr) {
    const bool marked = mark_if(leaves_strings(*expr.children[0]));
    const std::size_t begin = program_->code.size();
    const Slots needle = value(*expr.children[0]);
    const std::size_t end = program_->code.size();
    ResidualProgram::List list;
    std::vector<Value> constants;
    for (std::size_t i = 1; i < expr.children.size(); ++i) {
      const Expr& item = *expr.children[i];
      if (item.op != Op::literal) continue;
      list.empty = false;
      if (item.value.type() <= ValueType::null) list.has_null = true;
      constants.push_back(item.value);
    }
    list.values = ValueSet::points(constants);
    emit({.code = Code::in_constants, .index = static_cast<std::uint32_t>(program_->lists.size())}, 0);
    Slots items;
    bool first = list.empty;  // a constant item needs nothing
    program_->lists.push_back(std::move(list));
    for (std::size_t i = 1; i < expr.children.size(); ++i) {
      const Expr& item = *expr.children[i];
      if (item.op == Op::literal) continue;
      const bool item_marked = mark_if(leaves_strings(item));
      Slots needs = value(item);
      emit({.code = Code::in_item, .marked = item_marked}, 1, 0);
      items = std::exchange(first, false) ? std::move(needs) : common(items, needs);
    }
    note_operands(begin, end);
    emit({.code = Code::in_end, .marked = marked}, 2);
    return united(needle, items);
  }

  Slots like(const Expr& expr) {
    const bool marked = mark_if(leaves_strings(*expr.children[0]));
    Slots needs = value(*expr.children[0]);
    const std::string* pattern = expr.value.if_string();
    text(pattern == nullptr ? nullptr : TextTest::like(*pattern, expr.escape, expr.any_char_escape, expr.op == Op::ilike),
         marked);
    return needs;
  }

  void text(std::shared_ptr<const TextTest> test, bool marked) {
    emit({.code = Code::text, .marked = marked, .index = static_cast<std::uint32_t>(program_->texts.size())}, 1);
    program_->texts.push_back(std::move(test));
  }

  // An empty array decides without the left side.
  Slots quantified(const Expr& expr) {
    const bool marked = mark_if(leaves_strings(*expr.children[0]));
    value(*expr.children[0]);
    const std::uint32_t slot = slot_of(*expr.children[1], true);
    array_slot_ = slot;
    emit({.code = expr.op == Op::any ? Code::any : Code::all,
          .op = expr.compare,
          .unordered_strings = expr.unordered_strings,
          .marked = marked,
          .index = slot},
         1);
    return {slot};
  }

  Slots call(const Expr& expr) {
    if (is_pattern_function(expr.function)) {
      Slots needs = value(*expr.children[0]);
      text(pattern_test(expr), false);
      return needs;
    }
    const bool some = expr.function == Function::coalesce;
    Slots needs;
    for (std::size_t i = 0; i < expr.children.size(); ++i) {
      const Slots argument = value(*expr.children[i]);
      if (some && i > 0) {
        needs = common(needs, argument);
      } else {
        needs.insert(needs.end(), argument.begin(), argument.end());
      }
    }
    std::sort(needs.begin(), needs.end());
    needs.erase(std::unique(needs.begin(), needs.end()), needs.end());
    const auto count = static_cast<std::uint32_t>(expr.children.size());
    if (computes_string(expr.function)) ++program_->strings_max;
    emit({.code = Code::call, .function = expr.function, .count = count}, count);
    return needs;
  }

  // The root's are noted last, and stay.
  void note_operands(std::size_t first, std::size_t second) noexcept {
    first_operand_ = static_cast<std::uint32_t>(first);
    second_operand_ = static_cast<std::uint32_t>(second);
  }

  bool mark_if(bool needed) {
    if (needed) emit({.code = Code::mark}, 0);
    return needed;
  }

  // Appends an instruction that takes `operands` values (and a mark, when marked) and leaves `results`.
  void emit(const Instruction& instruction, std::size_t operands, std::size_t results = 1) {
    program_->code.push_back(instruction);
    depth_ += results;
    depth_ -= operands + (instruction.marked ? 1 : 0);
    program_->stack_max = std::max(program_->stack_max, depth_ + 1);
  }

  std::uint32_t slot_of(const Expr& expr, bool quantified) {
    std::string key;
    append_key(*expr.path, key);
    const auto [found, added] = slots_.emplace(std::move(key), static_cast<std::uint32_t>(result_->paths_.size()));
    if (added) {
      result_->paths_.push_back(expr.path);
      result_->quantified_.push_back(quantified);
    } else if (quantified) {
      result_->quantified_[found->second] = true;
    }
    return found->second;
  }

  std::shared_ptr<Residual> result_{new Residual()};
  std::shared_ptr<ResidualProgram> program_ = std::make_shared<ResidualProgram>();
  std::unordered_map<std::string, std::uint32_t> slots_;
  std::size_t depth_ = 0;
  std::uint32_t first_operand_ = 0, second_operand_ = 0, array_slot_ = 0;
};

std::shared_ptr<const Residual> Residual::compile(const Expr& expr) { return ResidualCompiler().compile(expr); }

}  // namespace turnout::predicate
