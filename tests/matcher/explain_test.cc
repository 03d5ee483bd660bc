#include "turnout/explain.h"

#include <gtest/gtest.h>

#include <limits>
#include <memory>
#include <string>

#include "matcher/predicate/filter_rep.h"
#include "tests/matcher/expr_trees.h"

namespace turnout {
namespace {

using predicate::ExprPtr;
using predicate::Function;
using predicate::Op;

using predicate::trees::call;
using predicate::trees::literal;
using predicate::trees::node;
using predicate::trees::path;
using predicate::trees::quantifier;

Filter filter_of(ExprPtr root, Dialect dialect = Dialect::core) { return predicate::make_filter(std::move(root), dialect, {}); }

// The explanation of a single atom, without the line of the summary.
std::string line(ExprPtr atom, const Event& event, Dialect dialect = Dialect::core) {
  const std::string text = to_text(explain(filter_of(std::move(atom), dialect), event));
  return text.substr(0, text.find('\n'));
}

TEST(Explain, RequireThatATreeReadsLikeThis) {
  const Filter filter = *(attr("type") == "order" && attr("amount") > 100 &&
                          (attr("region") == "eu" || attr("vip").is_true()) && !attr("test").is_true())
                             .build();
  Event event;
  event.set("type", "order").set("amount", 12).set("vip", "yes").set("test", true);
  EXPECT_EQ(to_text(explain(filter, event)),
            R"(  FALSE    type = 'order' AND amount > 100 AND (region = 'eu' OR vip) AND NOT test
    TRUE     type = 'order'  [type = 'order']
  * FALSE    amount > 100  [amount = 12]
    UNKNOWN  region = 'eu' OR vip
      UNKNOWN  region = 'eu'  [region is missing]
      UNKNOWN  vip  [vip = 'yes']  -- vip is a string, no condition
    FALSE    NOT test
      TRUE     test  [test = TRUE]
does not match, decided by: amount > 100
missing: region
)");
}

TEST(Explain, RequireThatAMatchNamesAllItNeeded) {
  const Filter filter = *(attr("a") == 1 && (attr("b") == 1 || attr("c") == 1)).build();
  Event event;
  event.set("a", 1).set("b", 2).set("c", 1);
  const Explanation why = explain(filter, event);
  EXPECT_TRUE(why.matches);
  EXPECT_EQ(why.decided_by, (std::vector<std::string>{"a = 1", "c = 1"}));
  EXPECT_TRUE(why.missing.empty());
  EXPECT_EQ(to_text(why), R"(  TRUE     a = 1 AND (b = 1 OR c = 1)
  * TRUE     a = 1  [a = 1]
    TRUE     b = 1 OR c = 1
      FALSE    b = 1  [b = 2]
    * TRUE     c = 1  [c = 1]
matches, decided by: a = 1; c = 1
)");
}

TEST(Explain, RequireThatTheShortestReasonIsGiven) {
  // The OR needs both of its parts to be FALSE, d needs only itself.
  const Filter filter = *((attr("a") == 1 || attr("b") == 1) && attr("d") == 1).build();
  Event event;
  event.set("a", 0).set("b", 0).set("d", 0);
  EXPECT_EQ(explain(filter, event).decided_by, (std::vector<std::string>{"d = 1"}));
}

TEST(Explain, RequireThatUnknownIsDecidedByWhatIsUnknown) {
  const Filter filter = *(attr("a") == 1 && attr("b") == 1 && attr("c") == 1).build();
  Event event;
  event.set("b", 1).set("c", Value::null());
  const Explanation why = explain(filter, event);
  EXPECT_EQ(why.root.verdict, Verdict::unknown);
  EXPECT_FALSE(why.matches);
  EXPECT_EQ(why.decided_by, (std::vector<std::string>{"a = 1", "c = 1"}));
  EXPECT_EQ(why.missing, (std::vector<std::string>{"a"}));
  ASSERT_EQ(why.root.children.size(), 3U);
  EXPECT_TRUE(why.root.children[0].seen[0].missing);
  EXPECT_EQ(why.root.children[2].seen[0].value, "NULL");
}

TEST(Explain, RequireThatSurprisesAreExplained) {
  Event event;
  event.set("i", 5).set("s", "5").set("t", true).set("nan", std::numeric_limits<double>::quiet_NaN()).set("z", 0);
  event.set("n", Value::null()).set("xs", Value::Array{Value(1), Value::null(), Value("x")}).set("none", Value::Array{});
  event.set("most", std::numeric_limits<std::int64_t>::max()).set("bytes", Value::binary("\x01"));
  const ExprPtr one = literal(Value(1));
  const auto compare = [&](Op op, ExprPtr a, ExprPtr b) { return line(node(op, {std::move(a), std::move(b)}), event); };
  EXPECT_EQ(compare(Op::equal, path("s"), literal(Value(5))),
            "* FALSE    s = 5  [s = '5']  -- a string compared with a number is FALSE");
  EXPECT_EQ(compare(Op::not_equal, path("nan"), one),
            "* FALSE    nan <> 1  [nan = NaN]  -- every comparison with NaN is FALSE");
  EXPECT_EQ(compare(Op::equal, path("xs"), one),
            "* FALSE    xs = 1  [xs = [1, NULL, 'x']]  -- an array as a whole compares with nothing; use ANY(...)");
  EXPECT_EQ(compare(Op::less, path("t"), path("t")), "* FALSE    t < t  [t = TRUE]  -- booleans have no order");
  EXPECT_EQ(compare(Op::equal, path("n"), one), "* UNKNOWN  n = 1  [n is null]");
  EXPECT_EQ(compare(Op::equal, path("i"), literal(Value::null())),
            "* UNKNOWN  i = NULL  [i = 5]  -- a comparison with NULL is unknown");
  EXPECT_EQ(compare(Op::equal, node(Op::divide, {path("i"), path("z")}), one),
            "* UNKNOWN  i / z = 1  [i = 5, z = 0]  -- division by zero in i / z");
  EXPECT_EQ(compare(Op::equal, node(Op::add, {path("most"), path("i")}), one),
            "* UNKNOWN  most + i = 1  [most = 9223372036854775807, i = 5]  -- most + i overflows");
  EXPECT_EQ(compare(Op::equal, node(Op::add, {path("s"), one}), one),
            "* UNKNOWN  s + 1 = 1  [s = '5']  -- arithmetic takes numbers; s is a string");
  EXPECT_EQ(compare(Op::equal, call(Function::upper, {path("i")}), literal(Value("X"))),
            "* UNKNOWN  UPPER(i) = 'X'  [i = 5]  -- UPPER(i) has no value for a number such as 5");
  EXPECT_EQ(compare(Op::equal, path("i"), one), "* FALSE    i = 1  [i = 5]");
  EXPECT_EQ(
      line(call(Function::starts_with, {path("bytes"), literal(Value("x"))}), event),
      "* UNKNOWN  STARTS_WITH(bytes, 'x')  [bytes = X'01']  -- STARTS_WITH(bytes, 'x') has no value for a binary value such as "
      "X'01'");
  EXPECT_EQ(line(node(Op::in, {path("s"), one, literal(Value(5))}), event),
            "* FALSE    s IN (1, 5)  [s = '5']  -- a string compared with a number is FALSE");
  EXPECT_EQ(line(node(Op::in, {path("i"), one, literal(Value::null())}), event),
            "* UNKNOWN  i IN (1, NULL)  [i = 5]  -- the list has a value that is missing or null: NULL");
  EXPECT_EQ(line(node(Op::between, {path("i"), literal(Value("a")), literal(Value(9))}), event),
            "* FALSE    i BETWEEN 'a' AND 9  [i = 5]  -- a number compared with a string is FALSE");
}

TEST(Explain, RequireThatStringTestsAndQuantifiersAreExplained) {
  Event event;
  event.set("i", 5).set("xs", Value::Array{Value(1), Value::null()}).set("none", Value::Array{});
  EXPECT_EQ(line(predicate::trees::like(path("i"), "5%"), event),
            "* UNKNOWN  i LIKE '5%'  [i = 5]  -- LIKE is unknown on a number");
  const auto any = [&](std::string_view array, int value) {
    const ExprPtr expr = quantifier(Op::any, Op::equal, literal(Value(value)), path(array));
    return line(expr, event);
  };
  EXPECT_EQ(any("xs", 1), "* TRUE     1 = ANY(xs)  [xs = [1, NULL]]");
  EXPECT_EQ(any("xs", 2), "* UNKNOWN  2 = ANY(xs)  [xs = [1, NULL]]  -- an element is missing or null");
  EXPECT_EQ(any("none", 2), "* FALSE    2 = ANY(none)  [none = []]  -- the array is empty");
  EXPECT_EQ(any("i", 2), "* UNKNOWN  2 = ANY(i)  [i = 5]  -- ANY takes an array; i is a number");
  EXPECT_EQ(any("gone", 2), "* UNKNOWN  2 = ANY(gone)  [gone is missing]");
}

TEST(Explain, RequireThatConditionsInsideAtomsAreNodes) {
  Event event;
  event.set("b", 2);
  const ExprPtr inner = node(Op::equal, {path("a"), literal(Value(1))});
  EXPECT_EQ(to_text(explain(filter_of(node(Op::is_null, {inner})), event)), R"(* TRUE     (a = 1) IS NULL
    UNKNOWN  a = 1  [a is missing]
matches, decided by: (a = 1) IS NULL
missing: a
)");
}

TEST(Explain, RequireThatTextsAreShortAndPlain) {
  std::vector<ExprPtr> list{path("a")};
  for (int i = 0; i < 100'000; ++i) list.push_back(literal(Value(i)));
  Event event;
  event.set("a", std::string(5'000'000, 'x') + "\x1b[31m");
  const std::string text = to_text(explain(filter_of(node(Op::in, std::move(list))), event));
  EXPECT_LT(text.size(), 5000U);
  Event rude;
  rude.set("a", "\x1b[31m\n");
  EXPECT_EQ(line(node(Op::is_null, {path("a")}), rude), R"(* FALSE    a IS NULL  [a = '\x1B[31m\x0A'])");
  EXPECT_EQ(verdict_name(Verdict::unknown), "UNKNOWN");
}

TEST(Explain, RequireThatABlankFilterIsExplained) {
  EXPECT_EQ(to_text(explain(Filter(), Event())), "* TRUE     TRUE\nmatches, decided by: TRUE\n");
}

}  // namespace
}  // namespace turnout
