#include "matcher/predicate/expr.h"

#include <array>
#include <iterator>
#include <limits>
#include <utility>

namespace turnout::predicate {

namespace {

// By Function.
constexpr std::array<std::string_view, 22> kFunctionNames = {
    "",          "UPPER",    "LOWER",       "LENGTH", "TRIM",       "CONCAT",     "SUBSTRING", "STARTS_WITH",
    "ENDS_WITH", "CONTAINS", "REGEXP_LIKE", "ABS",    "FLOOR",      "CEIL",       "MOD",       "COALESCE",
    "INT",       "DOUBLE",   "STRING",      "BOOL",   "CIDR_MATCH", "TOPIC_MATCH"};
static_assert(kFunctionNames.size() == static_cast<std::size_t>(Function::topic_match) + 1);

constexpr char upper_ascii(char c) noexcept { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c; }

bool equal_ignoring_ascii_case(std::string_view a, std::string_view b) noexcept {
  if (a.size() != b.size()) return false;
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (upper_ascii(a[i]) != upper_ascii(b[i])) return false;
  }
  return true;
}

bool same_path(const std::shared_ptr<const schema::Path>& a, const std::shared_ptr<const schema::Path>& b) noexcept {
  return a == b || (a != nullptr && b != nullptr && *a == *b);
}

// The number that a literal, or a minus before one, stands for; missing for anything else.
Value signed_number(const Expr& expr) {
  const bool minus = expr.op == Op::negate;
  const Expr& number = minus ? *expr.children[0] : expr;
  if (number.op != Op::literal) return {};
  if (const std::int64_t* integer = number.value.if_int64()) {
    if (!minus) return Value(*integer);
    return *integer == std::numeric_limits<std::int64_t>::min() ? Value() : Value(-*integer);
  }
  if (const double* real = number.value.if_float64()) return Value(minus ? -*real : *real);
  return {};
}

}  // namespace

Expr::~Expr() {
  std::vector<ExprPtr> doomed = std::move(children);
  while (!doomed.empty()) {
    const ExprPtr last = std::move(doomed.back());
    doomed.pop_back();
    if (last == nullptr || last.use_count() != 1 || last->children.empty()) continue;
    // Nobody else holds `last`, and nodes are made as plain Expr, so its children may be taken out of it.
    std::vector<ExprPtr>& below = std::const_pointer_cast<Expr>(last)->children;
    doomed.insert(doomed.end(), std::make_move_iterator(below.begin()), std::make_move_iterator(below.end()));
    below.clear();
  }
}

// signed_number() holds numbers only, which do not allocate. NOLINTNEXTLINE(bugprone-exception-escape)
bool same(const Expr& a, const Expr& b) noexcept {
  if (&a == &b) return true;
  if (a.op != b.op) {
    const Value number = signed_number(a);
    return number.type() != ValueType::missing && number == signed_number(b);
  }
  if (a.compare != b.compare || a.function != b.function || a.unordered_strings != b.unordered_strings ||
      a.real_division != b.real_division || a.any_char_escape != b.any_char_escape || a.escape != b.escape ||
      a.children.size() != b.children.size() || !(a.value == b.value) || !same_path(a.path, b.path)) {
    return false;
  }
  for (std::size_t i = 0; i < a.children.size(); ++i) {
    if (!same(*a.children[i], *b.children[i])) return false;
  }
  return true;
}

bool is_boolean_form(const Expr& expr) noexcept {
  switch (expr.op) {
    case Op::literal:
    case Op::path:
    case Op::add:
    case Op::subtract:
    case Op::multiply:
    case Op::divide:
    case Op::modulo:
    case Op::negate:
    case Op::plus:
      return false;
    case Op::call:
      switch (expr.function) {
        case Function::starts_with:
        case Function::ends_with:
        case Function::contains:
        case Function::regexp_like:
        case Function::to_bool:
        case Function::cidr_match:
        case Function::topic_match:
          return true;
        default:
          return false;
      }
    default:
      return true;
  }
}

std::string_view function_name(Function function) noexcept { return kFunctionNames[static_cast<std::size_t>(function)]; }

std::optional<Function> find_function(std::string_view name) noexcept {
  if (name.empty()) return std::nullopt;
  for (std::size_t i = 1; i < kFunctionNames.size(); ++i) {
    if (equal_ignoring_ascii_case(name, kFunctionNames[i])) return static_cast<Function>(i);
  }
  return std::nullopt;
}

}  // namespace turnout::predicate
