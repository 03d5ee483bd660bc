// Thousands of filters of one family of operators, so that what evaluates them together is really in use, with removals and
// merges, against a model: a map of filters and the naive evaluator. The seed is printed; TURNOUT_SEED sets it.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "matcher/predicate/check.h"
#include "matcher/predicate/filter_rep.h"
#include "matcher/predicate/naive.h"
#include "tests/matcher/random_expr.h"
#include "turnout/matcher.h"

namespace turnout::test {
namespace {

using predicate::Expr;
using predicate::ExprPtr;
using predicate::Function;
using predicate::Op;
using predicate::RandomExpr;

// Filters that lean on one family, with constants from a domain large enough that most differ.
class Family {
 public:
  explicit Family(std::uint64_t seed) : random_(seed) {}
  virtual ~Family() = default;
  virtual ExprPtr atom() = 0;

  ExprPtr condition() {
    switch (random_.pick(8)) {
      case 0:
        return RandomExpr::node(Op::logical_and, {atom(), random_.condition(1)});
      case 1:
        return RandomExpr::node(Op::logical_or, {atom(), atom()});
      case 2:
        return RandomExpr::node(Op::logical_not, {atom()});
      case 3:
        return random_.chance(4) ? RandomExpr::node(Op::is_null, {atom()})
                                 : RandomExpr::node(Op::logical_and, {atom(), RandomExpr::node(Op::logical_not, {atom()})});
      default:
        return atom();
    }
  }
  virtual void fill(Event& event) {
    random_.fill(event);
    if (random_.chance(12)) return;
    event.set("text", Value(text(4 + random_.pick(20))));
    if (!random_.chance(4)) event.set("n", number());
    if (!random_.chance(4)) event.set("m", number());
    Value::Array tags, numbers;
    for (std::size_t k = random_.pick(6); k > 0; --k) tags.push_back(random_.chance(15) ? number() : Value(text(2)));
    for (std::size_t k = random_.pick(5); k > 0; --k) numbers.push_back(random_.chance(20) ? Value::null() : number());
    if (random_.chance(30)) {
      for (int k = 0; k < 500; ++k) tags.push_back(Value(text(2)));
    }
    Value::Array objects;
    for (const Value& each : numbers) objects.push_back(Value(Value::Object{{random_.chance(9) ? "w" : "v", each}}));
    event.set("tags", Value(tags));
    event.set("xs", Value(numbers));
    event.set("is", Value(objects));
  }

  RandomExpr& random() { return random_; }

 protected:
  std::string text(std::size_t length) {
    static const std::vector<std::string> kLetters = {"a", "b",        "c",        "d", "A",
                                                      "B", "\xc3\xa9", "\xc3\x89", "k", "\xe2\x84\xaa"};
    std::string result;
    while (length-- > 0) result += kLetters[random_.pick(random_.chance(4) ? kLetters.size() : 4)];
    return result;
  }
  Value number() {
    switch (random_.pick(12)) {
      case 0:
        return random_.number_value();
      case 1:
        return Value(static_cast<double>(random_.pick(1000)) / 8 - 40);
      case 2:
        return Value(static_cast<std::int64_t>(random_.pick(3)) * 0x3fff'ffff'ffff'ffff);
      default:
        return Value(static_cast<std::int64_t>(random_.pick(200)) - 60);
    }
  }
  Op comparison() {
    static constexpr Op kOps[] = {Op::equal, Op::not_equal, Op::less, Op::less_equal, Op::greater, Op::greater_equal};
    return kOps[random_.pick(6)];
  }
  ExprPtr compare(ExprPtr left, ExprPtr right) { return RandomExpr::node(comparison(), {std::move(left), std::move(right)}); }
  static ExprPtr literal(Value value) { return RandomExpr::literal(std::move(value)); }

  RandomExpr random_;
};

class TextFamily final : public Family {
 public:
  using Family::Family;
  ExprPtr atom() override {
    const ExprPtr path = RandomExpr::path(random_.chance(8) ? "s" : "text");
    const std::string word = text(1 + random_.pick(5));
    switch (random_.pick(6)) {
      case 0:
        return RandomExpr::call(Function::ends_with, {path, literal(Value(word))});
      case 1:
        return RandomExpr::call(Function::contains, {path, literal(Value(word))});
      case 2:
      case 3:
        return like(path, random_.chance(2) ? Op::like : Op::ilike);
      case 4: {
        static const std::vector<std::string> kTails = {"", "$", ".*b", "[ab]", "(c|d)", "?"};
        return RandomExpr::call(Function::regexp_like,
                                {path, literal(Value((random_.chance(3) ? "(?i)" : "") + word + kTails[random_.pick(6)]))});
      }
      default:
        return compare(RandomExpr::path("text"), literal(Value(word)));
    }
  }

 private:
  ExprPtr like(const ExprPtr& path, Op op) {
    auto expr = std::make_shared<Expr>();
    expr->op = op;
    std::string pattern;
    for (std::size_t n = 1 + random_.pick(3); n > 0; --n) {
      if (random_.chance(2)) pattern += "%";
      if (random_.chance(5)) pattern += "_";
      pattern += text(random_.pick(4));
    }
    expr->value = Value(random_.chance(2) ? pattern + "%" : pattern);
    expr->children = {path};
    return expr;
  }
};

// Membership in arrays, of one element or of all, plain and below [*].
class ArrayFamily final : public Family {
 public:
  using Family::Family;
  ExprPtr atom() override {
    auto expr = std::make_shared<Expr>();
    expr->op = random_.chance(3) ? Op::all : Op::any;
    expr->compare = random_.chance(2) ? Op::equal : comparison();
    const bool tags = random_.chance(2);
    expr->children = {literal(tags && !random_.chance(9) ? Value(text(2)) : number()),
                      RandomExpr::path(tags                ? "tags"
                                       : random_.chance(3) ? "is[*].v"
                                                           : "xs")};
    if (random_.chance(12)) expr->children[0] = RandomExpr::node(Op::negate, {literal(Value(3))});
    return expr;
  }
};

// A few expressions, each compared with many constants.
class ValueFamily final : public Family {
 public:
  explicit ValueFamily(std::uint64_t seed) : Family(seed) {
    const auto n = RandomExpr::path("n"), m = RandomExpr::path("m"), t = RandomExpr::path("text");
    const auto two = literal(Value(2));
    subjects_ = {RandomExpr::node(Op::add, {RandomExpr::node(Op::multiply, {n, two}), m}),
                 RandomExpr::node(Op::divide, {n, m}),
                 RandomExpr::node(Op::modulo, {n, literal(Value(7))}),
                 RandomExpr::call(Function::lower, {RandomExpr::call(Function::substring, {t, literal(Value(1)), two})}),
                 RandomExpr::call(Function::length, {t}),
                 RandomExpr::call(Function::coalesce, {n, m, literal(Value("none"))}),
                 RandomExpr::node(Op::less, {n, m}),
                 RandomExpr::call(Function::concat, {RandomExpr::call(Function::to_string, {n}), literal(Value("-"))})};
  }
  ExprPtr atom() override {
    if (!random_.chance(4)) return test_of(subjects_[random_.pick(subjects_.size())]);
    const ExprPtr subject = subjects_[random_.pick(subjects_.size())];
    return RandomExpr::node(Op::logical_and, {test_of(subject), test_of(subject)});
  }

 private:
  ExprPtr test_of(const ExprPtr& subject) {
    switch (random_.pick(8)) {
      case 0: {
        std::vector<ExprPtr> children = {subject};
        for (std::size_t k = 1 + random_.pick(5); k > 0; --k) children.push_back(constant());
        return RandomExpr::node(Op::in, std::move(children));
      }
      case 1:
        return RandomExpr::node(Op::between, {subject, constant(), constant()});
      case 2:
        return random_.chance(3) ? RandomExpr::node(Op::is_null, {subject}) : compare(constant(), subject);
      default:
        return compare(subject, constant());
    }
  }
  ExprPtr constant() {
    if (random_.chance(25)) return literal(Value::null());
    if (random_.chance(25)) return literal(Value(random_.chance(2)));
    if (random_.chance(12)) return RandomExpr::node(Op::negate, {literal(Value(static_cast<std::int64_t>(random_.pick(40))))});
    return random_.chance(3) ? literal(Value(text(2))) : literal(number());
  }
  std::vector<ExprPtr> subjects_;
};

// Arithmetic and comparisons of a few forms, in which all paths and constants differ; numbers where doubles are no longer
// exact, integers overflow, and divisors are 0.
class NumberFamily final : public Family {
 public:
  using Family::Family;
  ExprPtr atom() override {
    const ExprPtr x = path(), y = path(), z = path();
    switch (random_.pick(10)) {
      case 0:
        return compare(x, y);
      case 1:
        return compare(binary(Op::multiply, x, constant()), y);
      case 2:
        return compare(binary(Op::add, binary(Op::multiply, x, constant()), binary(Op::multiply, y, constant())), constant());
      case 3:
        return compare(binary(Op::divide, x, chance_of(z, constant())), y);
      case 4:
        return compare(binary(Op::modulo, x, chance_of(z, constant())), y);
      case 5:
        return RandomExpr::node(Op::between, {x, binary(Op::subtract, y, constant()), binary(Op::add, y, constant())});
      case 6:
        return RandomExpr::node(Op::between, {binary(Op::add, x, z), y, constant()});
      case 7:
        return compare(RandomExpr::node(Op::negate, {x}), binary(Op::multiply, y, RandomExpr::node(Op::plus, {z})));
      case 8:
        return compare(binary(Op::subtract, x, binary(Op::divide, y, literal(Value(7)))), constant());
      default:
        return compare(x, binary(Op::add, y, constant()));
    }
  }
  void fill(Event& event) override {
    random_.fill(event);
    const bool small = random_.chance(2);
    for (const char* name : kPaths) {
      if (random_.chance(10)) continue;
      if (random_.chance(20)) event.set(name, random_.chance(2) ? Value::null() : Value(text(1)));
      else event.set(name, small ? Value(static_cast<std::int64_t>(random_.pick(100)) - 50) : any_number());
    }
  }

 private:
  static constexpr const char* kPaths[] = {"p0", "p1", "p2", "p3", "p4", "p5"};
  ExprPtr path() { return RandomExpr::path(kPaths[random_.pick(6)]); }
  ExprPtr chance_of(const ExprPtr& a, const ExprPtr& b) { return random_.chance(2) ? a : b; }
  ExprPtr binary(Op op, ExprPtr a, ExprPtr b) {
    auto expr = std::make_shared<Expr>();
    expr->op = op;
    expr->real_division = op == Op::divide && random_.chance(3);
    expr->children = {std::move(a), std::move(b)};
    return expr;
  }
  ExprPtr constant() {
    if (random_.chance(2)) return literal(Value(static_cast<std::int64_t>(random_.pick(1000)) - 300));
    return literal(random_.chance(3) ? any_number() : Value(static_cast<double>(random_.pick(100'000)) / 64 - 300));
  }
  Value any_number() {
    const auto step = static_cast<std::int64_t>(random_.pick(5)) - 2;
    switch (random_.pick(9)) {
      case 0:
        return Value((std::int64_t{1} << 53) + step);
      case 1:
        return Value(-(std::int64_t{1} << 53) + step);
      case 2:
        return Value(static_cast<double>(std::int64_t{1} << 53) + static_cast<double>(step));
      case 3:
        return Value(random_.chance(2) ? 1.6e308 : -3e-308);
      case 4:
        return Value(std::int64_t{0x7fff'ffff'ffff'fffe} + std::min<std::int64_t>(step, 1));
      case 5:
        return Value(step);
      case 6:
        return Value(0.5 * static_cast<double>(step));
      case 7:
        return Value(static_cast<std::int64_t>(random_.pick(1U << 30)) << random_.pick(24));
      default:
        return number();
    }
  }
};

class Model {
 public:
  explicit Model(Family& family) : family_(family) {}

  void load(std::size_t count) {
    std::vector<Change> changes;
    while (changes.size() < count) {
      const ExprPtr root = family_.condition();
      if (!predicate::check(*root, Dialect::core).errors.empty()) continue;
      Change change;
      change.id = SubscriptionId{next_++};
      change.filter = predicate::make_filter(root, Dialect::core, {});
      filters_.emplace(change.id.value, change.filter);
      changes.push_back(std::move(change));
    }
    ASSERT_TRUE(matcher_.apply(changes));
  }

  void remove(std::size_t count) {
    std::vector<Change> changes;
    while (count-- > 0 && !filters_.empty()) {
      auto at = filters_.lower_bound(family_.random().pick(next_));
      if (at == filters_.end()) at = filters_.begin();
      Change change;
      change.kind = Change::Kind::remove;
      change.id = SubscriptionId{at->first};
      filters_.erase(at);
      changes.push_back(std::move(change));
    }
    ASSERT_TRUE(matcher_.apply(changes));
  }

  void compact() { ASSERT_TRUE(matcher_.compact()); }

  void check(int events) {
    for (; events > 0 && !testing::Test::HasFailure(); --events) {
      family_.fill(event_);
      const predicate::EventLookup lookup(event_.data());
      std::vector<std::uint64_t> expected, found;
      for (const auto& [id, filter] : filters_) {
        if (predicate::evaluate(*filter.rep().root(), lookup) == predicate::Truth::yes) expected.push_back(id);
      }
      for (const SubscriptionId id : matcher_.match(event_, scratch_)) found.push_back(id.value);
      candidates += scratch_.counters().candidates;
      matches += found.size();
      ++checked;
      std::sort(found.begin(), found.end());
      if (found == expected) continue;
      std::vector<std::uint64_t> wrong;
      std::set_symmetric_difference(found.begin(), found.end(), expected.begin(), expected.end(), std::back_inserter(wrong));
      for (std::size_t i = 0; i < std::min<std::size_t>(wrong.size(), 3); ++i) {
        const bool lost = std::binary_search(expected.begin(), expected.end(), wrong[i]);
        ADD_FAILURE() << (lost ? "lost: " : "too many: ") << filters_.at(wrong[i]).text() << "  on  " << event_.to_string();
      }
      if (wrong.empty()) ADD_FAILURE() << "an id twice on " << event_.to_string();
    }
  }

  [[nodiscard]] std::size_t size() const { return filters_.size(); }

  std::uint64_t candidates = 0, matches = 0, checked = 0;

 private:
  Family& family_;
  Matcher matcher_;
  MatchScratch scratch_;
  Event event_;
  std::map<std::uint64_t, Filter> filters_;
  std::uint64_t next_ = 0;
};

void run(const std::function<std::unique_ptr<Family>(std::uint64_t)>& make) {
  const std::uint64_t seed = predicate::test_seed();
  std::printf("TURNOUT_SEED=%llu\n", static_cast<unsigned long long>(seed));
  for (std::uint64_t round = 0; round < 3; ++round) {
    SCOPED_TRACE("TURNOUT_SEED=" + std::to_string(seed) + ", round " + std::to_string(round));
    const std::unique_ptr<Family> family = make(seed + round);
    Model model(*family);
    model.load(3000);
    model.check(60);
    for (int step = 0; step < 6 && !testing::Test::HasFailure(); ++step) {
      model.load(1 + family->random().pick(step % 2 == 0 ? 20 : 900));
      model.remove(family->random().pick(800));
      model.check(15);
    }
    model.compact();
    model.check(30);
  }
}

TEST(RandomOperators, TextTests) {
  run([](std::uint64_t seed) { return std::make_unique<TextFamily>(seed); });
}

TEST(RandomOperators, Arrays) {
  run([](std::uint64_t seed) { return std::make_unique<ArrayFamily>(seed); });
}

TEST(RandomOperators, ComparedExpressions) {
  run([](std::uint64_t seed) { return std::make_unique<ValueFamily>(seed); });
}

TEST(RandomOperators, NumbersSideBySide) {
  run([](std::uint64_t seed) { return std::make_unique<NumberFamily>(seed); });
}

}  // namespace
}  // namespace turnout::test
