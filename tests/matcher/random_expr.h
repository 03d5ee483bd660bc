// Random filters, and random events on which they are TRUE often enough: a few paths, few constants, every form of the
// language. Trees are as a parser would build them and well typed as far as types are known statically.
#pragma once

#include <cstdint>
#include <cstdlib>
#include <limits>
#include <map>
#include <memory>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "matcher/predicate/expr.h"
#include "turnout/event.h"

namespace turnout::predicate {

// TURNOUT_SEED, or a fixed seed. Tests print it: SCOPED_TRACE("TURNOUT_SEED=" + std::to_string(seed)).
inline std::uint64_t test_seed() {
  const char* text = std::getenv("TURNOUT_SEED");
  return text != nullptr ? std::strtoull(text, nullptr, 10) : 20'260'706;
}

class RandomExpr {
 public:
  explicit RandomExpr(std::uint64_t seed) : random_(seed) {}

  // 0 .. n-1.
  std::size_t pick(std::size_t n) { return random_() % n; }
  bool chance(std::size_t one_in) { return pick(one_in) == 0; }

  // Any form of the language, `depth` levels of logic deep.
  ExprPtr condition(int depth) {
    if (depth <= 0) return chance(3) ? involved_atom() : simple_atom();
    switch (pick(8)) {
      case 0:
      case 1:
      case 2:
        return group(Op::logical_and, depth);
      case 3:
      case 4:
        return group(Op::logical_or, depth);
      case 5:
        return node(Op::logical_not, {condition(depth - 1)});
      case 6:
        return chance(3) ? node(Op::is_null, {condition(depth - 1)}) : condition(0);
      default:
        return condition(0);
    }
  }

  // A test of one path against constants: what an index has sets for.
  ExprPtr simple_atom() {
    switch (pick(10)) {
      case 0:
        return node(Op::is_null, {any_path()});
      case 1:
        return node(chance(2) ? Op::exists : Op::is_missing, {any_path()});
      case 2:
        return chance(2) ? between(any_path(), constant()) : in(any_path(), 1 + pick(4));
      case 3:
        return like(string_path());
      case 4:
        return path(chance(2) ? "t" : "a");
      default: {
        ExprPtr left = any_path();
        ExprPtr right = constant();
        if (chance(6)) std::swap(left, right);
        return comparison(std::move(left), std::move(right));
      }
    }
  }

  // Arithmetic, functions, path against path, quantifiers.
  ExprPtr involved_atom() {
    switch (pick(9)) {
      case 0:
        return comparison(number(2), number(2));
      case 1:
        return comparison(string(2), string(2));
      case 2:
        return quantified();
      case 3:
        return node(Op::in, {chance(2) ? number(1) : string(1), number(1), constant(), string(1), constant()});
      case 4:
        return between(chance(2) ? number(1) : string(1), number(1));
      case 5:
        return like(string(2));
      case 6:
        return string_test();
      case 7:
        return node(Op::is_null, {chance(2) ? number(2) : string(2)});
      default:
        return chance(2) ? comparison(any_path(), any_path()) : node(Op::equal, {condition(0), literal(Value(chance(2)))});
    }
  }

  ExprPtr number(int depth) {
    if (depth <= 0) return chance(2) ? number_path() : number_constant();
    switch (pick(9)) {
      case 0:
      case 1:
      case 2:
      case 3: {
        static constexpr Op kOps[] = {Op::add, Op::subtract, Op::multiply, Op::divide, Op::modulo};
        auto expr = std::make_shared<Expr>();
        expr->op = kOps[pick(5)];
        expr->real_division = expr->op == Op::divide && chance(3);
        expr->children = {number(depth - 1), number(depth - 1)};
        return expr;
      }
      case 4:
        return node(chance(3) ? Op::plus : Op::negate, {number(depth - 1)});
      case 5:
        return call(Function::length, {string(depth - 1)});
      case 6:
        return call(chance(2) ? Function::to_int : Function::to_double, {chance(2) ? number(0) : string(depth - 1)});
      case 7:
        return call(Function::coalesce, {number_path(), number(depth - 1)});
      default: {
        static constexpr Function kFunctions[] = {Function::abs, Function::floor, Function::ceil};
        return chance(4) ? call(Function::mod, {number(depth - 1), number(0)}) : call(kFunctions[pick(3)], {number(depth - 1)});
      }
    }
  }

  ExprPtr string(int depth) {
    if (depth <= 0) return chance(2) ? string_path() : string_constant();
    switch (pick(7)) {
      case 0:
        return call(Function::upper, {string(depth - 1)});
      case 1:
        return call(Function::lower, {string(depth - 1)});
      case 2:
        return call(Function::trim, {string(depth - 1)});
      case 3:
        return call(Function::concat, {string(depth - 1), string(depth - 1), string(0)});
      case 4:
        return chance(2) ? call(Function::substring, {string(depth - 1), number(0)})
                         : call(Function::substring, {string(depth - 1), number(0), number(0)});
      case 5:
        return call(Function::to_string, {chance(2) ? number(depth - 1) : path("t")});
      default:
        return call(Function::coalesce, {string_path(), string(depth - 1)});
    }
  }

  // Fills an event; every path is missing, null, or of the wrong type now and then.
  void fill(Event& event) {
    event.clear();
    for (const char* name : {"a", "b", "c"}) set(event, name, number_value());
    for (const char* name : {"s", "u"}) set(event, name, string_value());
    set(event, "t", Value(chance(2)));
    set(event, "xs", Value(array()));
    Value::Object object = {{"p", chance(2) ? number_value() : string_value()}, {"q", Value(array())}};
    if (chance(4)) object.erase(object.begin());
    set(event, "o", Value(object));
    Value::Array items;
    for (std::size_t n = pick(3); n > 0; --n) items.push_back(chance(6) ? odd_value() : Value(object));
    set(event, "is", Value(items));
    if (chance(2)) event.set_body(Value(Value::Object{{"a", number_value()}, {"d", number_value()}, {"o", Value(object)}}));
    if (chance(2)) event.set_sys(SysField::attempt, Value(static_cast<std::int64_t>(pick(4))));
  }

  Value number_value() {
    if (chance(24)) return Value(std::numeric_limits<std::int64_t>::min());
    if (chance(24)) return Value(std::numeric_limits<std::int64_t>::max());
    if (chance(24)) return Value(std::numeric_limits<double>::quiet_NaN());
    if (chance(6)) return Value(static_cast<double>(pick(8)) / 2 - 1);
    return Value(static_cast<std::int64_t>(pick(6)) - 1);
  }
  Value string_value() {
    static const std::vector<std::string> kStrings = {"",
                                                      "a",
                                                      "ab",
                                                      "b",
                                                      "aB",
                                                      "\xc3\xa9",
                                                      "\xc3\x89",
                                                      "a\xc3\xa9"
                                                      "b",
                                                      "1",
                                                      " ab\t",
                                                      "2.5",
                                                      "true",
                                                      "-3e2",
                                                      "a.b",
                                                      "10.0.0.1"};
    return Value(kStrings[pick(kStrings.size())]);
  }

  static ExprPtr literal(Value value) {
    auto expr = std::make_shared<Expr>();
    expr->value = std::move(value);
    return expr;
  }
  static ExprPtr node(Op op, std::vector<ExprPtr> children) {
    auto expr = std::make_shared<Expr>();
    expr->op = op;
    expr->children = std::move(children);
    return expr;
  }
  static ExprPtr call(Function function, std::vector<ExprPtr> arguments) {
    auto expr = std::make_shared<Expr>();
    expr->op = Op::call;
    expr->function = function;
    expr->children = std::move(arguments);
    return expr;
  }
  // "a", "o.p", "xs[1]", "is[*].p", "data.d", "user.a", "sys.attempt".
  static ExprPtr path(std::string_view text) {
    static std::map<std::string, ExprPtr, std::less<>> paths;
    if (const auto found = paths.find(text); found != paths.end()) return found->second;
    auto parsed = std::make_shared<schema::Path>();
    std::string_view rest = text;
    if (rest.starts_with("data.")) parsed->scope = schema::Scope::data;
    if (rest.starts_with("user.")) parsed->scope = schema::Scope::user;
    if (parsed->scope != schema::Scope::any) rest.remove_prefix(5);
    if (rest == "sys.attempt") {
      parsed->scope = schema::Scope::sys;
      parsed->sys = SysField::attempt;
      rest = {};
    }
    while (!rest.empty()) {
      schema::Segment segment;
      const std::size_t end = std::min(rest.find_first_of(".[", 1), rest.size());
      const std::string_view token = rest.substr(0, end);
      rest.remove_prefix(end);
      if (token == "[*]") {
        segment.kind = schema::Segment::Kind::star;
      } else if (token.front() == '[') {
        segment.kind = schema::Segment::Kind::index;
        segment.index = static_cast<std::uint32_t>(token[1] - '0');
      } else {
        segment.name = std::string(token.starts_with('.') ? token.substr(1) : token);
      }
      parsed->segments.push_back(std::move(segment));
    }
    auto expr = std::make_shared<Expr>();
    expr->op = Op::path;
    expr->path = std::move(parsed);
    return paths.emplace(std::string(text), std::move(expr)).first->second;
  }

 private:
  template <std::size_t N>
  ExprPtr one_of(const char* const (&names)[N]) {
    return path(names[pick(N)]);
  }
  ExprPtr number_path() {
    static constexpr const char* kPaths[] = {"a", "b", "c", "o.p", "xs[0]", "data.d", "user.a", "sys.attempt", "d"};
    return chance(3) ? one_of(kPaths) : path(chance(2) ? "a" : "b");
  }
  ExprPtr string_path() {
    static constexpr const char* kPaths[] = {"s", "u", "o.p", "xs[1]", "a"};
    return chance(3) ? one_of(kPaths) : path(chance(2) ? "s" : "u");
  }
  ExprPtr any_path() {
    static constexpr const char* kPaths[] = {"t", "xs", "o", "is[0].p"};
    return chance(8) ? one_of(kPaths) : chance(3) ? string_path() : number_path();
  }
  ExprPtr number_constant() {
    return literal(chance(5) ? Value(static_cast<double>(pick(6)) / 2) : Value(static_cast<int>(pick(5))));
  }
  ExprPtr string_constant() { return literal(string_value()); }
  ExprPtr constant() {
    if (chance(20)) return literal(Value::null());
    if (chance(20)) return literal(Value(chance(2)));
    if (chance(30)) return literal(Value::binary("ab"));
    if (chance(12)) return node(Op::negate, {number_constant()});
    return chance(3) ? string_constant() : number_constant();
  }

  Op any_comparison() {
    static constexpr Op kOps[] = {Op::equal, Op::not_equal, Op::less, Op::less_equal, Op::greater, Op::greater_equal};
    return kOps[pick(6)];
  }
  ExprPtr comparison(ExprPtr left, ExprPtr right) {
    auto expr = std::make_shared<Expr>();
    expr->op = any_comparison();
    expr->unordered_strings = chance(6);
    expr->children = {std::move(left), std::move(right)};
    return expr;
  }
  ExprPtr between(ExprPtr value, ExprPtr low) {
    auto expr = std::make_shared<Expr>();
    expr->op = Op::between;
    expr->unordered_strings = chance(6);
    expr->children = {std::move(value), std::move(low), constant()};
    return expr;
  }
  ExprPtr in(ExprPtr value, std::size_t count) {
    std::vector<ExprPtr> children = {std::move(value)};
    while (count-- > 0) children.push_back(constant());
    return node(Op::in, std::move(children));
  }
  ExprPtr like(ExprPtr subject) {
    static const std::vector<std::string> kPatterns = {"a%", "%b", "%",    "_",   "a_b",      "%a%",
                                                       "ab", "",   "_%b%", "%#%", "\xc3\xa9%"};
    auto expr = std::make_shared<Expr>();
    expr->op = chance(2) ? Op::like : Op::ilike;
    expr->value = Value(kPatterns[pick(kPatterns.size())]);
    if (chance(3)) expr->escape = U'#';
    expr->children = {std::move(subject)};
    return expr;
  }
  ExprPtr quantified() {
    static constexpr const char* kPaths[] = {"xs", "xs[*]", "o.q", "is[*].p", "is[*].q[*]", "a"};
    if (chance(5)) return node(Op::exists, {one_of(kPaths)});
    auto expr = std::make_shared<Expr>();
    expr->op = chance(2) ? Op::any : Op::all;
    expr->compare = any_comparison();
    expr->unordered_strings = chance(6);
    expr->children = {chance(2) ? constant() : chance(2) ? number(1) : string(1), one_of(kPaths)};
    return expr;
  }
  ExprPtr string_test() {
    switch (pick(7)) {
      case 0:
        return call(Function::starts_with, {string(1), string(0)});
      case 1:
        return call(Function::ends_with, {string(1), string(0)});
      case 2:
        return call(Function::contains, {string(1), string(0)});
      case 3:
        return call(Function::regexp_like, {string(1), literal(Value(chance(2) ? "^a" : "b|\xc3\xa9"))});
      case 4:
        return call(Function::cidr_match, {string(0), literal(Value("10.0.0.0/8"))});
      case 5:
        return call(Function::topic_match, {string(1), literal(Value(chance(2) ? "a.#" : "*")), literal(Value("amqp"))});
      default:
        return call(Function::to_bool, {chance(2) ? string(1) : path("t")});
    }
  }
  ExprPtr group(Op op, int depth) {
    std::vector<ExprPtr> children;
    for (std::size_t n = 2 + pick(2); n > 0; --n) children.push_back(condition(depth - 1));
    return node(op, std::move(children));
  }

  Value odd_value() {
    switch (pick(6)) {
      case 0:
        return Value::null();
      case 1:
        return Value::binary("ab");
      case 2:
        return Value(chance(2));
      case 3:
        return Value(Value::Array{Value(1)});
      case 4:
        return Value(Value::Object{});
      default:
        return chance(2) ? number_value() : string_value();
    }
  }
  Value::Array array() {
    Value::Array values;
    for (std::size_t n = pick(4); n > 0; --n)
      values.push_back(chance(8) ? odd_value() : chance(3) ? string_value() : number_value());
    return values;
  }
  void set(Event& event, std::string_view name, Value value) {
    if (!chance(6)) event.set(name, chance(10) ? odd_value() : value);
  }

  std::mt19937_64 random_;
};

}  // namespace turnout::predicate
