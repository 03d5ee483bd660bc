// The primitives of text: UTF-8, case folding, timestamps, base64, paths and values as text.
#include <gtest/gtest.h>

#include <limits>

#include "schema/base64.h"
#include "schema/case_fold.h"
#include "schema/path.h"
#include "schema/timestamp.h"
#include "schema/utf8.h"
#include "schema/value_text.h"

namespace turnout::schema {
namespace {

TEST(Utf8, EncodesAndDecodesEveryCodePoint) {
  for (char32_t point = 0; point <= kLastCodePoint; ++point) {
    if (point >= 0xd800 && point <= 0xdfff) continue;
    std::string text;
    append_utf8(text, point);
    std::size_t at = 0;
    ASSERT_EQ(next_code_point(text, at), point);
    ASSERT_EQ(at, text.size());
    ASSERT_EQ(code_point_bytes(text[0]), text.size());
    ASSERT_TRUE(is_valid_utf8(text));
    ASSERT_EQ(count_code_points(text), 1U);
  }
}

TEST(Utf8, FindsMalformedText) {
  for (const char* bad :
       {"\x80", "\xff", "\xc3", "\xc0\x80", "\xc1\xbf", "\xe0\x80\x80", "\xe0\x9f\xbf", "\xed\xa0\x80", "\xed\xbf\xbf",
        "\xf0\x80\x80\x80", "\xf4\x90\x80\x80", "\xf5\x80\x80\x80", "\xe2\x82", "\xe2\x82x", "a\xc3z"}) {
    EXPECT_FALSE(is_valid_utf8(bad)) << bad;
    std::size_t steps = 0;
    for (std::size_t at = 0; at < std::string_view(bad).size(); ++steps) next_code_point(bad, at);
    EXPECT_LE(steps, std::string_view(bad).size());
  }
  EXPECT_TRUE(is_valid_utf8("\xef\xbf\xbd"));
}

TEST(CaseFold, FollowsUnicode15) {
  EXPECT_EQ(case_table_version(), "15.0.0");
  EXPECT_EQ(fold_text("ABC xyz \xc3\x84\xce\xa3\xcf\x82"), "abc xyz \xc3\xa4\xcf\x83\xcf\x83");
  EXPECT_EQ(fold_simple(0x212a), U'k');       // KELVIN SIGN
  EXPECT_EQ(fold_simple(0x1e9e), 0xdfU);      // capital sharp s
  EXPECT_EQ(fold_simple(0xdf), 0xdfU);        // simple folding keeps the small one
  EXPECT_EQ(fold_simple(0x130), 0x130U);      // dotted capital I folds only in Turkic or full folding
  EXPECT_EQ(fold_simple(0x10400), 0x10428U);  // Deseret
  EXPECT_EQ(to_upper_simple(0xdf), 0xdfU);
  EXPECT_EQ(to_upper_simple(0xff), 0x178U);
  EXPECT_EQ(to_lower_simple(0x130), U'i');
  EXPECT_EQ(to_upper_simple(0x1c5), 0x1c4U);  // title case
  EXPECT_TRUE(
      equal_folded("Stra\xe1\xba\x9e"
                   "E",
                   "STRA\xc3\x9f"
                   "e"));
  EXPECT_FALSE(equal_folded("strasse",
                            "stra\xc3\x9f"
                            "e"));
  EXPECT_FALSE(equal_folded("a", "ab"));
}

TEST(Timestamp, ReadsRfc3339) {
  const auto ms = [](std::string_view text) { return parse_timestamp(text, 3).value_or(-1); };
  EXPECT_EQ(ms("1970-01-01T00:00:00Z"), 0);
  EXPECT_EQ(ms("2026-07-06T11:04:18Z"), 1783335858000);
  EXPECT_EQ(ms("2026-07-06t13:04:18.25+02:00"), 1783335858250);
  EXPECT_EQ(ms("2000-02-29T23:59:59.999Z"), 951868799999);
  EXPECT_EQ(parse_timestamp("0000-01-01T00:00:00Z", 3), -62167219200000);
  EXPECT_EQ(parse_timestamp("0001-01-01T00:00:00Z", 3), -62135596800000);
  EXPECT_EQ(parse_timestamp("1969-12-31T23:59:59.5-00:00", 3), -500);
  EXPECT_EQ(parse_timestamp("9999-12-31T23:59:59Z", 3), 253402300799000);
  EXPECT_EQ(parse_timestamp("1970-01-01T00:00:00.0019Z", 9), 1);
  for (const char* bad :
       {"", "2026-07-06", "2026-07-06T11:04:18", "2026-07-06T11:04:60Z", "2026-02-29T00:00:00Z", "2026-13-01T00:00:00Z",
        "2026-00-01T00:00:00Z", "2026-01-32T00:00:00Z", "2026-01-01T24:00:00Z", "2026-01-01T00:60:00Z", "2026-01-01T00:00:00.Z",
        "2026-01-01T00:00:00.0000Z", "2026-01-01T00:00:00+24:00", "2026-01-01T00:00:00+2:00", "2026-01-01 00:00:00Z",
        "2026-01-01T00:00:00Zx", "+026-01-01T00:00:00Z"}) {
    EXPECT_FALSE(parse_timestamp(bad, 3)) << bad;
  }
}

TEST(Base64, IsStrict) {
  const auto decoded = [](std::string text) -> std::string {
    std::string out(base64_bytes(text), '\0');
    const auto bytes = decode_base64(text, out.data());
    return bytes ? std::string(*bytes) : "refused";
  };
  EXPECT_EQ(decoded(""), "");
  EXPECT_EQ(decoded("Zg=="), "f");
  EXPECT_EQ(decoded("Zm8="), "fo");
  EXPECT_EQ(decoded("Zm9v"), "foo");
  EXPECT_EQ(decoded("Zm9vYmE="), "fooba");
  EXPECT_EQ(decoded("+/+/"), "\xfb\xff\xbf");
  for (const char* bad : {"Z", "Zg", "Zg=", "Z===", "====", "Zm9v=", "Zm 9", "Zm9-", "=m9v", "Zg==Zg=="}) {
    EXPECT_EQ(decoded(bad), "refused") << bad;
  }
}

Segment name(std::string text) { return {.kind = Segment::Kind::name, .name = std::move(text), .index = 0}; }
std::string printed(Scope scope, std::vector<Segment> segments, bool any_case = false) {
  Path path;
  path.scope = scope;
  path.any_case = any_case;
  path.segments = std::move(segments);
  return to_string(path);
}

TEST(Path, PrintsCanonicalText) {
  const Segment third{.kind = Segment::Kind::index, .name = {}, .index = 3};
  const Segment star{.kind = Segment::Kind::star, .name = {}, .index = 0};
  EXPECT_EQ(printed(Scope::any, {name("order"), name("total")}), "order.total");
  EXPECT_EQ(printed(Scope::any, {name("_a$1"), third, star, name("b")}), "_a$1[3][*].b");
  EXPECT_EQ(printed(Scope::any, {name("a.b"), name("c d"), name("1")}), R"("a.b"."c d"."1")");
  EXPECT_EQ(printed(Scope::any, {name("say \"x\""), name("")}), R"("say ""x"""."")");
  EXPECT_EQ(printed(Scope::any, {name("Select"), name("NULL"), name("iLike")}), R"(Select."NULL"."iLike")");
  EXPECT_EQ(printed(Scope::any, {name("user"), name("user")}), R"("user".user)");
  EXPECT_EQ(printed(Scope::any, {name("Data")}), "Data");
  EXPECT_EQ(printed(Scope::any, {name("Data")}, true), R"("Data")");
  EXPECT_EQ(printed(Scope::user, {name("sys")}), "user.sys");
  EXPECT_EQ(printed(Scope::data, {}), "data");
  EXPECT_EQ(printed(Scope::data, {third, name("x")}), "data[3].x");
  Path envelope;
  envelope.scope = Scope::sys;
  envelope.sys = SysField::correlation_id;
  EXPECT_EQ(to_string(envelope), "sys.correlation_id");
}

TEST(SysField, HasOurNamesAndAzures) {
  for (std::size_t i = 0; i < kSysFieldCount; ++i) {
    const auto field = static_cast<SysField>(i);
    EXPECT_EQ(find_sys_field(sys_field_name(field)), field);
  }
  EXPECT_EQ(find_sys_field("MessageId"), SysField::id);
  EXPECT_EQ(find_sys_field("Label"), SysField::subject);
  EXPECT_EQ(find_sys_field("EnqueuedTimeUtc"), SysField::time);
  EXPECT_EQ(find_sys_field("messageid"), std::nullopt);
  EXPECT_EQ(find_sys_field("MESSAGEID", true), SysField::id);
  EXPECT_EQ(find_sys_field("Correlation_Id", true), SysField::correlation_id);
  EXPECT_EQ(find_sys_field("nonsense", true), std::nullopt);
  EXPECT_EQ(sys_field_type(SysField::ttl), ValueType::int64);
  EXPECT_EQ(sys_field_type(SysField::to), ValueType::string);
}

TEST(ValueText, IsTheShortestThatReadsBack) {
  EXPECT_EQ(double_text(3), "3.0");
  EXPECT_EQ(double_text(0.1), "0.1");
  EXPECT_EQ(double_text(-0.0), "-0.0");
  EXPECT_EQ(double_text(1e30), "1e+30");
  EXPECT_EQ(double_text(std::numeric_limits<double>::infinity()), "Infinity");
  std::string out;
  append_json_string(out, "a\"\\\n\x01\xc3\xa9");
  EXPECT_EQ(out, "\"a\\\"\\\\\\n\\u0001\xc3\xa9\"");
}

}  // namespace
}  // namespace turnout::schema
