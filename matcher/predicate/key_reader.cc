#include "matcher/predicate/key_reader.h"

#include <bit>
#include <charconv>
#include <limits>
#include <optional>
#include <string>
#include <utility>

#include "matcher/predicate/check.h"
#include "schema/utf8.h"
#include "turnout/limits.h"

namespace turnout::predicate {
namespace {

// Deeper than check() lets any tree be.
constexpr int kDepthMax = 8 * static_cast<int>(limits::kFilterDepth) + 8;

// A LIKE pattern in canonical form: escapes by backslash, none of them at the end.
bool is_well_formed_like(std::string_view pattern) noexcept {
  for (std::size_t i = 0; i < pattern.size(); ++i) {
    if (pattern[i] == '\\' && ++i == pattern.size()) return false;
  }
  return true;
}

class KeyReader {
 public:
  explicit KeyReader(std::string_view key) : rest_(key) {}

  ExprPtr expr(int depth) {
    if (depth > kDepthMax) return nullptr;
    auto expr = std::make_shared<Expr>();
    const std::uint64_t op = number(static_cast<std::uint64_t>(Op::call));
    if (failed_) return nullptr;
    expr->op = static_cast<Op>(op);
    switch (expr->op) {
      case Op::literal:
        expr->value = value();
        return failed_ ? nullptr : expr;
      case Op::path:
        expr->path = path();
        return failed_ ? nullptr : expr;
      case Op::like:
      case Op::ilike:
        like(*expr);
        break;
      case Op::any:
      case Op::all:
        expr->compare = static_cast<Op>(number(static_cast<std::uint64_t>(Op::call)));
        if (expr->compare < Op::equal || expr->compare > Op::greater_equal) failed_ = true;
        break;
      case Op::call:
        expr->function = static_cast<Function>(number(static_cast<std::uint64_t>(Function::topic_match)));
        break;
      default:
        break;
    }
    const std::uint64_t flags = number(3);
    expr->unordered_strings = (flags & 1) != 0;
    expr->real_division = (flags & 2) != 0;
    const std::uint64_t children = number(rest_.size());
    for (std::uint64_t i = 0; i < children && !failed_; ++i) {
      ExprPtr child = this->expr(depth + 1);
      if (child == nullptr) return nullptr;
      expr->children.push_back(std::move(child));
    }
    return failed_ || !has_its_children(*expr) ? nullptr : expr;
  }
  [[nodiscard]] bool at_end() const noexcept { return rest_.empty(); }

 private:
  std::uint64_t number(std::uint64_t max) {
    std::uint64_t number = 0;
    const auto [end, error] = std::from_chars(rest_.data(), rest_.data() + rest_.size(), number);
    const auto length = static_cast<std::size_t>(end - rest_.data());
    if (failed_ || error != std::errc() || number > max || length == rest_.size() || rest_[length] != ' ') {
      failed_ = true;
      return 0;
    }
    rest_.remove_prefix(length + 1);
    return number;
  }
  std::string text() {
    const std::uint64_t size = number(std::numeric_limits<std::uint64_t>::max());
    if (failed_ || size > rest_.size()) {
      failed_ = true;
      return {};
    }
    std::string text(rest_.substr(0, size));
    rest_.remove_prefix(size);
    return text;
  }
  std::string valid_text() {
    std::string result = text();
    if (!schema::is_valid_utf8(result)) failed_ = true;
    return result;
  }
  Value value() {
    switch (static_cast<ValueType>(number(static_cast<std::uint64_t>(ValueType::binary)))) {
      case ValueType::null:
        return Value::null();
      case ValueType::boolean:
        return Value(number(1) != 0);
      case ValueType::int64:
        return Value(static_cast<std::int64_t>(number(std::numeric_limits<std::uint64_t>::max())));
      case ValueType::float64:
        return Value(std::bit_cast<double>(number(std::numeric_limits<std::uint64_t>::max())));
      case ValueType::string:
        return Value(valid_text());
      case ValueType::binary:
        return Value::binary(text());
      default:
        failed_ = true;
        return {};
    }
  }
  void like(Expr& expr) {
    expr.value = value();
    const std::uint64_t escape = number(0x11'0000);
    if (escape > 0) expr.escape = static_cast<char32_t>(escape - 1);
    expr.any_char_escape = number(1) != 0;
    const std::string* pattern = expr.value.if_string();
    if (pattern == nullptr) failed_ = true;
    else if (expr.escape) check_escapes(*pattern, *expr.escape);
  }
  void check_escapes(std::string_view pattern, char32_t escape) {
    bool escaped = false;
    for (std::size_t at = 0; at < pattern.size() && !failed_;) {
      const char32_t point = schema::next_code_point(pattern, at);
      escaped = !escaped && point == escape;
    }
    if (escaped) failed_ = true;
  }
  std::shared_ptr<const schema::Path> path() {
    auto path = std::make_shared<schema::Path>();
    const std::uint64_t scope = number(static_cast<std::uint64_t>(schema::Scope::sys) * 2 + 1);
    path->scope = static_cast<schema::Scope>(scope / 2);
    path->any_case = scope % 2 != 0;
    path->sys = static_cast<SysField>(number(kSysFieldCount - 1));
    const std::uint64_t segments = number(limits::kPathSegments);
    for (std::uint64_t i = 0; i < segments && !failed_; ++i) {
      schema::Segment segment;
      segment.kind = static_cast<schema::Segment::Kind>(number(static_cast<std::uint64_t>(schema::Segment::Kind::star)));
      if (segment.kind == schema::Segment::Kind::name) segment.name = valid_text();
      if (segment.kind == schema::Segment::Kind::index) segment.index = static_cast<std::uint32_t>(number(0xffff'ffff));
      path->segments.push_back(std::move(segment));
    }
    const bool names = !path->segments.empty();
    const bool fits = path->scope == schema::Scope::sys ? !names : names || path->scope == schema::Scope::data;
    if (!fits) failed_ = true;
    return path;
  }

  // What the walkers of a tree take for granted.
  static bool has_its_children(const Expr& expr) {
    const std::size_t n = expr.children.size();
    switch (expr.op) {
      case Op::literal:
      case Op::path:
        return n == 0;
      case Op::logical_not:
      case Op::like:
      case Op::ilike:
      case Op::is_null:
      case Op::negate:
      case Op::plus:
        return n == 1;
      case Op::is_missing:
      case Op::exists:
        return n == 1 && expr.children[0]->op == Op::path;
      case Op::logical_and:
      case Op::logical_or:
      case Op::in:
        return n >= 2;
      case Op::between:
        return n == 3;
      case Op::any:
      case Op::all:
        return n == 2 && expr.children[1]->op == Op::path;
      case Op::call:
        return expr.function != Function::none;
      default:
        return n == 2;
    }
  }

  std::string_view rest_;
  bool failed_ = false;
};

std::shared_ptr<const TextTest> checked(Result<std::shared_ptr<const TextTest>> test) {
  return test ? *std::move(test) : nullptr;
}

}  // namespace

std::shared_ptr<const TextTest> text_test_of_key(std::string_view key) {
  const std::size_t blank = key.find(' ');
  if (blank == std::string_view::npos || key.size() > limits::kFilterBytes || !schema::is_valid_utf8(key)) return nullptr;
  const std::string_view kind = key.substr(0, blank);
  const std::string_view rest = key.substr(blank + 1);
  std::shared_ptr<const TextTest> test;
  if (kind == "suffix") {
    test = TextTest::suffix(rest);
  } else if (kind == "contains") {
    test = TextTest::contains(rest);
  } else if (kind == "like" || kind == "ilike") {
    if (is_well_formed_like(rest)) test = TextTest::like(rest, U'\\', false, kind == "ilike");
  } else if (kind == "regexp") {
    test = checked(TextTest::regexp(rest));
  } else if (kind == "cidr") {
    test = checked(TextTest::cidr(rest));
  } else if (kind == "topic") {
    const std::size_t dialect = rest.find(' ');
    if (dialect != std::string_view::npos) test = checked(TextTest::topic(rest.substr(dialect + 1), rest.substr(0, dialect)));
  }
  return test != nullptr && test->key() == key ? test : nullptr;
}

std::shared_ptr<const Residual> residual_of_key(std::string_view key) {
  KeyReader reader(key);
  const ExprPtr root = reader.expr(0);
  if (root == nullptr || !reader.at_end()) return nullptr;
  bool accepted = false;
  for (const Dialect dialect : {Dialect::core, Dialect::jms, Dialect::azure_sql}) {
    accepted = accepted || check(*root, dialect).errors.empty();
  }
  if (!accepted) return nullptr;
  std::shared_ptr<const Residual> residual = Residual::compile(*root);
  return residual != nullptr && residual->key() == key ? residual : nullptr;
}

}  // namespace turnout::predicate
