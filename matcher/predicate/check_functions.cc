#include <algorithm>
#include <array>
#include <cstddef>
#include <initializer_list>
#include <string>

#include "matcher/predicate/findings.h"
#include "matcher/predicate/static_type.h"
#include "matcher/predicate/text_test.h"
#include "turnout/limits.h"

namespace turnout::predicate {

namespace {

// What an argument may be.
enum class Wants : std::uint8_t { anything, text, text_or_bytes, number, integer, number_or_text, printable, truth_or_text };

constexpr std::size_t kAnyCount = static_cast<std::size_t>(-1);

struct Signature {
  std::string_view usage;
  std::size_t least, most;
  std::array<Wants, 3> wants;  // of each argument; the last one's for those behind it
};

Signature signature_of(Function function) noexcept {
  constexpr Wants t = Wants::text;
  constexpr Wants n = Wants::number;
  constexpr Wants i = Wants::integer;
  constexpr Wants a = Wants::anything;
  switch (function) {
    case Function::none:
      break;
    case Function::upper:
      return {"UPPER(text)", 1, 1, {t, t, t}};
    case Function::lower:
      return {"LOWER(text)", 1, 1, {t, t, t}};
    case Function::length:
      return {"LENGTH(text)", 1, 1, {Wants::text_or_bytes, t, t}};
    case Function::trim:
      return {"TRIM(text)", 1, 1, {t, t, t}};
    case Function::concat:
      return {"CONCAT(text, ...)", 1, kAnyCount, {t, t, t}};
    case Function::substring:
      return {"SUBSTRING(text, start) or SUBSTRING(text, start, count)", 2, 3, {t, i, i}};
    case Function::starts_with:
      return {"STARTS_WITH(text, prefix)", 2, 2, {t, t, t}};
    case Function::ends_with:
      return {"ENDS_WITH(text, suffix)", 2, 2, {t, t, t}};
    case Function::contains:
      return {"CONTAINS(text, part)", 2, 2, {t, t, t}};
    case Function::regexp_like:
      return {"REGEXP_LIKE(text, 'pattern')", 2, 2, {t, t, t}};
    case Function::abs:
      return {"ABS(number)", 1, 1, {n, n, n}};
    case Function::floor:
      return {"FLOOR(number)", 1, 1, {n, n, n}};
    case Function::ceil:
      return {"CEIL(number)", 1, 1, {n, n, n}};
    case Function::mod:
      return {"MOD(number, number)", 2, 2, {n, n, n}};
    case Function::coalesce:
      return {"COALESCE(value, ...)", 1, kAnyCount, {a, a, a}};
    case Function::to_int:
      return {"INT(number or text)", 1, 1, {Wants::number_or_text, t, t}};
    case Function::to_double:
      return {"DOUBLE(number or text)", 1, 1, {Wants::number_or_text, t, t}};
    case Function::to_string:
      return {"STRING(value)", 1, 1, {Wants::printable, t, t}};
    case Function::to_bool:
      return {"BOOL(boolean or text)", 1, 1, {Wants::truth_or_text, t, t}};
    case Function::cidr_match:
      return {"CIDR_MATCH(text, 'block')", 2, 2, {t, t, t}};
    case Function::topic_match:
      return {"TOPIC_MATCH(path, 'pattern', 'mqtt' or 'amqp' or 'nats')", 3, 3, {t, t, t}};
  }
  return {"", 0, kAnyCount, {a, a, a}};
}

bool accepts(Wants wants, StaticType type) noexcept {
  if (type == StaticType::unknown || type == StaticType::null) return true;
  switch (wants) {
    case Wants::anything:
      return true;
    case Wants::text:
      return type == StaticType::string;
    case Wants::text_or_bytes:
      return type == StaticType::string || type == StaticType::binary;
    case Wants::number:
      return is_number(type);
    case Wants::integer:
      return is_number(type) && type != StaticType::real;
    case Wants::number_or_text:
      return is_number(type) || type == StaticType::string;
    case Wants::printable:
      return type != StaticType::binary;
    case Wants::truth_or_text:
      return type == StaticType::boolean || type == StaticType::string;
  }
  return true;
}

std::string_view in_words(Wants wants) noexcept {
  switch (wants) {
    case Wants::anything:
      return "any value";
    case Wants::text:
      return "a string";
    case Wants::text_or_bytes:
      return "a string or a binary value";
    case Wants::number:
      return "a number";
    case Wants::integer:
      return "an integer";
    case Wants::number_or_text:
      return "a number or a string";
    case Wants::printable:
      return "a string, a number or a boolean";
    case Wants::truth_or_text:
      return "a boolean or a string";
  }
  return "";
}

std::string count_in_words(const Signature& signature) {
  const auto arguments = [](std::size_t n) { return std::to_string(n) + (n == 1 ? " argument" : " arguments"); };
  if (signature.most == kAnyCount) return "at least " + arguments(signature.least);
  if (signature.least == signature.most) return arguments(signature.least);
  return std::to_string(signature.least) + " or " + arguments(signature.most);
}

// The text of an argument that must be a string literal, or nullptr after reporting that it is none.
const std::string* constant_text(const Expr& call, std::size_t index, std::string_view what, Findings& findings) {
  const Expr& argument = *call.children[index];
  const std::string* text = argument.op == Op::literal ? argument.value.if_string() : nullptr;
  if (text == nullptr) {
    findings.error(
        argument, ErrorCode::type,
        "the " + std::string(what) + " of " + std::string(function_name(call.function)) + " must be a string literal",
        std::string(what) + "s are checked and compiled once, when the filter is");
  }
  return text;
}

// A pattern of few bytes may compile to a large program, and one that is refused takes longest: both are bounded for the filter
// as a whole, and behind the first refusal nothing is compiled.
void check_regexp(const Expr& argument, const std::string& pattern, Findings& findings) {
  constexpr std::size_t kCompiledLeast = 1024;  // RE2's own objects, whatever the pattern
  Findings::RegexCost& cost = findings.regex_cost();
  if (cost.refused) return;
  const auto refuse = [&](std::string_view what, std::size_t bytes, std::string_view name) {
    cost.refused = true;
    findings.error(argument, ErrorCode::limit,
                   "the filter's regular expressions " + std::string(what) + " more than " + std::to_string(bytes) +
                       " bytes (" + std::string(name) + ")",
                   "use fewer or smaller patterns, IN, LIKE or STARTS_WITH, or several subscriptions");
  };
  cost.text_bytes += pattern.size();
  if (cost.text_bytes > limits::kRegexTextBytes) return refuse("are", limits::kRegexTextBytes, "kRegexTextBytes");
  const auto test = TextTest::regexp(pattern);
  if (!test) {
    cost.refused = test.error().code == ErrorCode::limit;
    return findings.error(argument, test.error().code, test.error().message, test.error().hint);
  }
  cost.compiled_bytes += std::max(kCompiledLeast, (*test)->memory_bytes());
  if (cost.compiled_bytes > limits::kRegexMemoryBytes) { refuse("compile to", limits::kRegexMemoryBytes, "kRegexMemoryBytes"); }
}

void check_constants(const Expr& call, Findings& findings) {
  const auto report = [&](std::size_t index, const Result<std::shared_ptr<const TextTest>>& test) {
    if (!test) findings.error(*call.children[index], test.error().code, test.error().message, test.error().hint);
  };
  switch (call.function) {
    case Function::regexp_like:
      if (const std::string* pattern = constant_text(call, 1, "pattern", findings)) {
        check_regexp(*call.children[1], *pattern, findings);
      }
      break;
    case Function::cidr_match:
      if (const std::string* block = constant_text(call, 1, "address block", findings)) report(1, TextTest::cidr(*block));
      break;
    case Function::topic_match: {
      const std::string* pattern = constant_text(call, 1, "pattern", findings);
      const std::string* dialect = constant_text(call, 2, "topic dialect", findings);
      if (pattern == nullptr || dialect == nullptr) break;
      const auto test = TextTest::topic(*pattern, *dialect);
      report(!test && test.error().code == ErrorCode::unknown_name ? 2 : 1, test);
      break;
    }
    default:
      break;
  }
}

}  // namespace

void check_call(const Expr& call, Dialect dialect, Findings& findings) {
  const Signature signature = signature_of(call.function);
  const std::size_t count = call.children.size();
  if (count < signature.least || count > signature.most) {
    findings.error(
        call, ErrorCode::type,
        std::string(function_name(call.function)) + " takes " + count_in_words(signature) + ", not " + std::to_string(count),
        "write " + std::string(signature.usage));
    return;
  }
  for (std::size_t i = 0; i < count; ++i) {
    const Wants wants = signature.wants[i < signature.wants.size() ? i : signature.wants.size() - 1];
    const StaticType type = static_type(*call.children[i]);
    if (accepts(wants, type)) continue;
    std::string hint = "write " + std::string(signature.usage);
    if (wants == Wants::text && type != StaticType::binary) hint += "; STRING(...) turns a number or a boolean into text";
    if (type == StaticType::string && (wants == Wants::number || wants == Wants::integer)) {
      hint += "; INT(...) and DOUBLE(...) read a number from text";
    }
    findings.error(*call.children[i], ErrorCode::type,
                   "argument " + std::to_string(i + 1) + " of " + std::string(function_name(call.function)) + " must be " +
                       std::string(in_words(wants)) + ": " + quoted(*call.children[i], dialect) + " is " +
                       std::string(with_article(type)),
                   std::move(hint));
  }
  check_constants(call, findings);
}

}  // namespace turnout::predicate
