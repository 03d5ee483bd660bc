// LIKE and its relatives against hand-written verdicts, against a plain table of subproblems, and on hostile input.
#include "matcher/predicate/text_test.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <random>
#include <string>
#include <vector>

#include "schema/case_fold.h"
#include "schema/utf8.h"

namespace turnout::predicate {
namespace {

bool like(std::string_view subject, std::string_view pattern, std::optional<char32_t> escape = {}, bool ignore_case = false) {
  return TextTest::like(pattern, escape, false, ignore_case)->matches(subject);
}

std::u32string points(std::string_view text, bool fold) {
  std::u32string result;
  for (std::size_t at = 0; at < text.size();) {
    const char32_t point = schema::next_code_point(text, at);
    result += fold ? schema::fold_simple(point) : point;
  }
  return result;
}

// One row per pattern token, one column per code point: no cleverness.
bool reference_like(std::string_view subject, std::string_view pattern, std::optional<char32_t> escape, bool fold) {
  const std::u32string s = points(subject, fold);
  std::vector<bool> row(s.size() + 1);
  row[0] = true;
  for (std::size_t at = 0; at < pattern.size();) {
    char32_t c = schema::next_code_point(pattern, at);
    const bool literal = escape && c == *escape && at < pattern.size();
    if (literal) c = schema::next_code_point(pattern, at);
    const char32_t wanted = fold ? schema::fold_simple(c) : c;
    std::vector<bool> below(s.size() + 1);
    if (!literal && c == U'%') {
      bool any = false;
      for (std::size_t i = 0; i <= s.size(); ++i) {
        any = any || row[i];
        below[i] = any;
      }
    } else {
      for (std::size_t i = 0; i < s.size(); ++i) below[i + 1] = row[i] && ((!literal && c == U'_') || s[i] == wanted);
    }
    row = below;
  }
  return row[s.size()];
}

std::uint64_t seed() {
  const char* text = std::getenv("TURNOUT_SEED");
  return text != nullptr ? std::strtoull(text, nullptr, 10) : 20'260'706;
}

TEST(Like, GivesTheVerdictsOfTheLanguage) {
  struct Case {
    std::string_view subject, pattern;
    bool expected;
  };
  const Case cases[] = {{"", "", true},
                        {"", "%", true},
                        {"", "_", false},
                        {"a", "", false},
                        {"abc", "abc", true},
                        {"abc", "ab", false},
                        {"abc", "abcd", false},
                        {"abc", "a%", true},
                        {"abc", "%c", true},
                        {"abc", "%b%", true},
                        {"abc", "a_c", true},
                        {"abc", "___", true},
                        {"abc", "__", false},
                        {"abc", "____", false},
                        {"abc", "_%_", true},
                        {"a", "_%_", false},
                        {"ab", "%%", true},
                        {"aXb", "a%b", true},
                        {"ab", "a%b", true},
                        {"aba", "a%ba%a", false},
                        {"aa", "a%a", true},
                        {"a", "a%a", false},
                        {"a\nb", "a_b", true},
                        {"a\nb", "a%b", true},
                        {"\xc3\xa9", "_", true},
                        {"\xf0\x9f\x98\x80", "_", true},
                        {"\xc3\xa9\xc3\xa9", "_", false},
                        {"x\xc3\xa9y", "x_y", true},
                        {"ABC", "abc", false},
                        {"abcabd", "%ab_", true},
                        {"abcabd", "%ab_d", false},
                        {"aab", "%a_b%", true},
                        {"aaxb", "%a_b%", true},
                        {"mississippi", "%iss%ppi", true},
                        {"mississippi", "m%i%s%p%x", false},
                        {"abab", "%_b%_b", true},
                        {"bab", "%_b%_b", false},
                        {"banana", "%an%an%", true},
                        {"banana", "%an%an%an%", false}};
  for (const Case& c : cases) EXPECT_EQ(like(c.subject, c.pattern), c.expected) << c.subject << " LIKE " << c.pattern;
}

TEST(Like, UndoesEscapes) {
  EXPECT_TRUE(like("50%", "50\\%", U'\\'));
  EXPECT_FALSE(like("500", "50\\%", U'\\'));
  EXPECT_TRUE(like("a_b", "a#_b", U'#'));
  EXPECT_FALSE(like("axb", "a#_b", U'#'));
  EXPECT_TRUE(like("a\\b", "a\\\\b", U'\\'));
  EXPECT_TRUE(like("a%b", "a\xc3\xa9%b", U'\u00e9'));
  // In jms and azure-sql the escape makes any character literal and may be a wildcard itself.
  EXPECT_TRUE(TextTest::like("a\\bc", U'\\', true, false)->matches("abc"));
  EXPECT_TRUE(TextTest::like("a%%", U'%', true, false)->matches("a%"));
  EXPECT_FALSE(TextTest::like("a%%", U'%', true, false)->matches("abc"));
}

TEST(Like, IgnoresCaseBySimpleFolding) {
  EXPECT_TRUE(like("ABC", "abc", {}, true));
  EXPECT_TRUE(like("xSTRASSEy", "%strasse%", {}, true));
  EXPECT_FALSE(like("STRASSE",
                    "stra\xc3\x9f"
                    "e",
                    {}, true));
  EXPECT_TRUE(like("\xe2\x84\xaa", "k", {}, true));                     // KELVIN SIGN
  EXPECT_TRUE(like("\xce\xa3\xcf\x82", "\xcf\x83\xcf\x83", {}, true));  // sigma in its three forms
  EXPECT_TRUE(like("\xc3\x89t\xc3\xa9", "%\xc3\xa9T_", {}, true));
}

TEST(Like, EqualsTheReferenceOnRandomPatterns) {
  std::mt19937_64 random(seed());
  SCOPED_TRACE("TURNOUT_SEED=" + std::to_string(seed()));
  const std::vector<std::string> letters = {"a", "b", "A", "\xc3\xa9", "\xc3\x89", "\xf0\x9f\x98\x80", "%", "_", "\\"};
  const auto text = [&](std::size_t longest, std::size_t first, std::size_t last) {
    std::string s;
    for (std::size_t n = random() % (longest + 1); n > 0; --n) s += letters[first + random() % (last - first)];
    return s;
  };
  for (int round = 0; round < 30'000; ++round) {
    const bool escaped = random() % 4 == 0, fold = random() % 2 == 0;
    std::string pattern = text(round % 50 == 0 ? 200 : 10, 0, escaped ? 9 : 8);
    while (pattern.ends_with('\\')) pattern.pop_back();
    const std::string subject = text(round % 50 == 0 ? 400 : 14, 0, random() % 2 == 0 ? 2 : 9);
    const std::optional<char32_t> escape = escaped ? std::optional<char32_t>(U'\\') : std::nullopt;
    ASSERT_EQ(like(subject, pattern, escape, fold), reference_like(subject, pattern, escape, fold))
        << "'" << subject << "' LIKE '" << pattern << "' escaped " << escaped << " folded " << fold;
  }
}

TEST(Like, FindsLongPiecesWithWildcardsInside) {
  std::mt19937_64 random(seed());
  SCOPED_TRACE("TURNOUT_SEED=" + std::to_string(seed()));
  for (int round = 0; round < 16; ++round) {
    // A piece beyond one word of state, cut out of the subject, with some code points replaced: the likeliest to match.
    std::string subject;
    for (int i = 0; i < 3000; ++i) subject += static_cast<char>('a' + (random() % 8 == 0 ? random() % 26 : 0));
    const std::size_t length = 60 + random() % 2300;
    std::string piece = subject.substr(random() % (subject.size() - length), length);
    for (std::size_t n = 1 + random() % 40; n > 0; --n) piece[random() % piece.size()] = random() % 16 == 0 ? 'z' : '_';
    const std::string pattern = "%" + piece + (round % 3 == 0 ? "%a_" : "%");
    ASSERT_EQ(like(subject, pattern), reference_like(subject, pattern, {}, false)) << pattern;
  }
}

TEST(Like, AgreesWithItselfOnMalformedText) {
  // Bytes that are no UTF-8 count as one code point each, from either end.
  EXPECT_TRUE(like("\x80\x80\x80", "___"));
  EXPECT_TRUE(like("a\xc3", "%a_"));
  EXPECT_TRUE(like("\xf0\x9f\x98\x80\x80", "%_"));
  EXPECT_FALSE(like("\xf0\x9f\x98", "%____"));
}

TEST(Like, AnswersHostilePatternsOnLongSubjects) {
  const std::string subject(std::size_t{1} << 20, 'a');
  EXPECT_FALSE(like(subject, "%a%a%a%a%a%b"));
  EXPECT_FALSE(like(subject, "%a%a%a%a%a%b", {}, true));
  EXPECT_FALSE(like(subject, "%a_a%a_a%a_b%"));
  std::string many = "%", single = "%";
  for (int i = 0; i < 1000; ++i) many += "_a";
  EXPECT_TRUE(like(subject, many + "%"));
  EXPECT_FALSE(like(subject, many + "_b%"));
  for (std::size_t i = 0; i < (std::size_t{1} << 19); ++i) single += "a%";
  EXPECT_TRUE(like(subject, single));
  EXPECT_TRUE(like(subject, single, {}, true));
  EXPECT_FALSE(like(subject, single + "b%", {}, true));
  // Periodic needles are the worst case of naive searches.
  const std::string needle = std::string(200'000, 'a') + "b";
  EXPECT_FALSE(like(subject, "%" + needle + "%"));
  EXPECT_FALSE(TextTest::contains(needle)->matches(subject));
  EXPECT_FALSE(TextTest::contains(std::string(200, 'a') + "b" + std::string(50, 'a'))->matches(subject));
  // As many different code points as there are: the masks of a piece stay linear in it.
  std::string wide = "%";
  for (char32_t point = 0x10000; point < 0x40000; ++point) schema::append_utf8(wide, point);
  wide += "_x%";
  const auto test = TextTest::like(wide, {}, false, false);
  EXPECT_LT(test->memory_bytes(), std::size_t{32} << 20);
  EXPECT_FALSE(test->matches(subject));
}

TEST(Like, HasOneKeyForOnePattern) {
  EXPECT_EQ(TextTest::like("a%%b", {}, false, false)->key(), TextTest::like("a%b", {}, false, false)->key());
  EXPECT_EQ(TextTest::like("a#%", U'#', false, false)->key(), TextTest::like("a\\%", U'\\', true, false)->key());
  EXPECT_NE(TextTest::like("a%", U'#', false, false)->key(), TextTest::like("a#%", U'#', false, false)->key());
  EXPECT_NE(TextTest::like("a_b", {}, false, false)->key(), TextTest::like("a_b", {}, false, true)->key());
  EXPECT_EQ(TextTest::like("A_b", {}, false, true)->key(), TextTest::like("a_B", {}, false, true)->key());
}

TEST(LikeShape, RecognisesThePatternsThatNeedNoSearch) {
  const auto shape = [](std::string_view pattern) { return like_shape(pattern, U'\\', false); };
  using Kind = LikeShape::Kind;
  EXPECT_EQ(shape("abc").kind, Kind::exact);
  EXPECT_EQ(shape("").kind, Kind::exact);
  EXPECT_EQ(shape("a\\%c").text, "a%c");
  EXPECT_EQ(shape("ab%").kind, Kind::prefix);
  EXPECT_EQ(shape("ab%%").text, "ab");
  EXPECT_EQ(shape("%ab").kind, Kind::suffix);
  EXPECT_EQ(shape("%ab%").kind, Kind::contains);
  EXPECT_EQ(shape("%\\__%").kind, Kind::general);
  EXPECT_EQ(shape("%\\_%").text, "_");
  EXPECT_EQ(shape("%").kind, Kind::any);
  EXPECT_EQ(shape("%%").kind, Kind::any);
  EXPECT_EQ(shape("_").kind, Kind::general);
  EXPECT_EQ(shape("a%b").kind, Kind::general);
}

TEST(TextTest, TestsSuffixAndSubstring) {
  EXPECT_TRUE(TextTest::suffix("c")->matches("abc"));
  EXPECT_FALSE(TextTest::suffix("abcd")->matches("abc"));
  EXPECT_TRUE(TextTest::suffix("")->matches(""));
  EXPECT_TRUE(TextTest::contains("b")->matches("abc"));
  EXPECT_TRUE(TextTest::contains("")->matches(""));
  EXPECT_FALSE(TextTest::contains("ac")->matches("abc"));
}

TEST(Regexp, IsUnanchoredAndBounded) {
  const auto matches = [](std::string_view subject, std::string_view pattern) {
    const auto test = TextTest::regexp(pattern);
    EXPECT_TRUE(test.ok()) << pattern;
    return test.ok() && (*test)->matches(subject);
  };
  EXPECT_TRUE(matches("abc", "b"));
  EXPECT_FALSE(matches("abc", "^b"));
  EXPECT_TRUE(matches("order-123", "^order-\\d+$"));
  EXPECT_TRUE(matches("\xc3\xa9", "^.$"));
  EXPECT_TRUE(matches("a\nb", "a\\sb"));
  EXPECT_FALSE(matches(std::string(1 << 20, 'a'), "(a*)*b"));
  const auto malformed = TextTest::regexp("a(b");
  ASSERT_FALSE(malformed.ok());
  EXPECT_EQ(malformed.error().code, ErrorCode::syntax);
  EXPECT_NE(malformed.error().message.find("a(b"), std::string::npos);
  const auto large = TextTest::regexp("(\\pL\\pN){500}");
  ASSERT_FALSE(large.ok());
  EXPECT_EQ(large.error().code, ErrorCode::limit);
}

TEST(Regexp, StaysRightWhenItsAutomatonOutgrowsItsMemory) {
  // "an a, 14 letters before the end" has 2^14 states; the random subject visits most of them.
  const auto test = TextTest::regexp("a[ab]{14}$");
  ASSERT_TRUE(test.ok());
  std::mt19937_64 random(seed());
  std::string subject;
  for (int i = 0; i < 200'000; ++i) subject += random() % 2 == 0 ? 'a' : 'b';
  subject[subject.size() - 15] = 'a';
  EXPECT_TRUE((*test)->matches(subject));
  subject[subject.size() - 15] = 'b';
  EXPECT_FALSE((*test)->matches(subject));
}

TEST(Cidr, ComparesBitsOfOneFamily) {
  const auto matches = [](std::string_view subject, std::string_view block) {
    const auto test = TextTest::cidr(block);
    EXPECT_TRUE(test.ok()) << block;
    return test.ok() && (*test)->matches(subject);
  };
  EXPECT_TRUE(matches("10.1.2.3", "10.0.0.0/8"));
  EXPECT_FALSE(matches("11.0.0.1", "10.0.0.0/8"));
  EXPECT_TRUE(matches("10.0.0.127", "10.0.0.0/25"));
  EXPECT_FALSE(matches("10.0.0.128", "10.0.0.0/25"));
  EXPECT_TRUE(matches("1.2.3.4", "0.0.0.0/0"));
  EXPECT_FALSE(matches("::1", "0.0.0.0/0"));
  EXPECT_TRUE(matches("192.168.0.1", "192.168.0.1"));
  EXPECT_FALSE(matches("192.168.0.2", "192.168.0.1"));
  EXPECT_TRUE(matches("2001:db8:1::5", "2001:db8::/32"));
  EXPECT_FALSE(matches("2001:db9::", "2001:db8::/32"));
  EXPECT_TRUE(matches("2001:DB8:0:0::1", "2001:db8::1/128"));
  for (const std::string_view subject :
       {"", "10", "10.0.0", "10.0.0.256", "010.0.0.1", "10.0.0.1 ", "10.0.0.1/8", "example.com"}) {
    EXPECT_FALSE(matches(subject, "10.0.0.0/8")) << subject;
  }
  for (const std::string_view block :
       {"", "10.0.0.0/33", "10.0.0/8", "10.0.0.0/", "10.0.0.0/-1", "::/129", "a/8", "::1%eth0"}) {
    EXPECT_FALSE(TextTest::cidr(block).ok()) << block;
  }
}

TEST(Topic, FollowsEachDialect) {
  struct Case {
    std::string_view dialect, pattern, subject;
    bool expected;
  };
  const Case cases[] = {{"mqtt", "sport/#", "sport", true},
                        {"mqtt", "sport/#", "sport/a/b", true},
                        {"mqtt", "sport/#", "sports", false},
                        {"mqtt", "#", "/", true},
                        {"mqtt", "+/+", "/finance", true},
                        {"mqtt", "+", "/finance", false},
                        {"mqtt", "a/+/b", "a//b", true},
                        {"mqtt", "a//b", "a/b", false},
                        {"mqtt", "#", "$SYS/x", false},
                        {"mqtt", "+/x", "$SYS/x", false},
                        {"mqtt", "$SYS/#", "$SYS/x", true},
                        {"mqtt", "a/+", "a", false},
                        {"mqtt", "a/+", "a/", true},
                        {"mqtt", "a", "a/", false},
                        {"mqtt", "+/#", "", false},
                        {"amqp", "#", "", true},
                        {"amqp", "*", "", false},
                        {"amqp", "a.#.d", "a.d", true},
                        {"amqp", "a.#.d", "a.b.c.d", true},
                        {"amqp", "a.#.d", "a.b.c", false},
                        {"amqp", "#.*.#", "x", true},
                        {"amqp", "#.*.#", "", false},
                        {"amqp", ".#", ".0.a", true},
                        {"amqp", "#.b.*.b.#", "b.b.x.b", true},
                        {"amqp", "a.*.*", "a.b", false},
                        {"amqp", "", "", true},
                        {"amqp", "", "a", false},
                        {"amqp", "*.#", "a.", true},
                        {"amqp", "#.c", "c", true},
                        {"amqp", "#.b.c", "c", false},
                        {"nats", "*", "foo", true},
                        {"nats", ">", "foo.bar", true},
                        {"nats", "bar.>", "bar", false},
                        {"nats", "bar.>", "bar.x.y", true},
                        {"nats", "*bar", "*bar", true},
                        {"nats", ">", "foo..bar", false},
                        {"nats", ">", "..foo", false},
                        {"nats", ">", "foo.", false},
                        {"nats", "a.*.c", "a.b.c", true},
                        {"nats", "a.*.c", "a..c", false},
                        {"nats", "foo.>bar", "foo.x", false}};
  for (const Case& c : cases) {
    const auto test = TextTest::topic(c.pattern, c.dialect);
    ASSERT_TRUE(test.ok()) << c.pattern;
    EXPECT_EQ((*test)->matches(c.subject), c.expected) << c.dialect << " " << c.pattern << " on '" << c.subject << "'";
  }
  const std::pair<std::string_view, std::string_view> rejected[] = {
      {"mqtt", ""},     {"mqtt", "a#"}, {"mqtt", "a/#/b"},    {"mqtt", "+a"},  {"mqtt", "$share/+/t"},
      {"nats", "foo."}, {"nats", ""},   {"nats", "foo..bar"}, {"nats", ">.a"}, {"kafka", "a"}};
  for (const auto& [dialect, pattern] : rejected) EXPECT_FALSE(TextTest::topic(pattern, dialect).ok()) << pattern;
}

TEST(Topic, AmqpEqualsTheReferenceOnRandomTopics) {
  // A word is a letter and its dot; so `#.`, `*.` and a letter are `%`, `__` and itself, and LIKE's reference decides.
  std::mt19937_64 random(seed());
  SCOPED_TRACE("TURNOUT_SEED=" + std::to_string(seed()));
  for (int round = 0; round < 20'000; ++round) {
    std::string subject, pattern, letters, letter_pattern;
    for (std::size_t n = random() % 8; n > 0; --n) letters += static_cast<char>('a' + random() % 2);
    for (std::size_t n = random() % 7; n > 0; --n) letter_pattern += "ab*#"[random() % 4];
    for (const char c : letters) subject += (subject.empty() ? "" : ".") + std::string(1, c);
    for (char& c : letter_pattern) {
      pattern += (pattern.empty() ? "" : ".") + std::string(1, c);
      c = c == '*' ? '_' : c == '#' ? '%' : c;
    }
    const auto test = TextTest::topic(pattern, "amqp");
    ASSERT_TRUE(test.ok());
    ASSERT_EQ((*test)->matches(subject), reference_like(letters, letter_pattern, {}, false)) << pattern << " on " << subject;
  }
}

}  // namespace
}  // namespace turnout::predicate
