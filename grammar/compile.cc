#include "turnout/compile.h"

#include <array>
#include <utility>

#include "grammar/diagnostics.h"
#include "grammar/parser.h"
#include "grammar/refusals.h"
#include "grammar/suggestion.h"
#include "grammar/syntax_error.h"
#include "grammar/token_context.h"
#include "grammar/tokenizer.h"
#include "grammar/tree_builder.h"
#include "matcher/predicate/check.h"
#include "matcher/predicate/filter_rep.h"

namespace turnout {
namespace {

using predicate::Finding;

// The expression, or the finding that rejects the text.
std::variant<predicate::ExprPtr, Finding> parse_text(std::string_view text, const CompileOptions& options) {
  grammar::Tokenized tokenized = grammar::tokenize(text, options.dialect);
  if (tokenized.problem) return *std::move(tokenized.problem);
  grammar::Tokens& tokens = tokenized.tokens;
  grammar::resolve_context(text, tokens);

  const std::optional<Finding> refusal = grammar::find_refusal(text, tokens, options.dialect);
  grammar::TreeBuilder builder(text, tokens, options);
  const grammar::ParseOutcome outcome = grammar::parse(tokens, builder);
  std::optional<Finding> problem = builder.problem();
  if (!problem && outcome.kind != grammar::ParseOutcome::Kind::accepted) {
    problem = grammar::explain_outcome(text, tokens, outcome);
  }
  if (refusal && (!problem || refusal->begin <= problem->begin)) problem = refusal;
  if (problem) return *std::move(problem);
  return builder.take();
}

}  // namespace

Result<Filter> compile(std::string_view text, const CompileOptions& options) {
  auto parsed = parse_text(text, options);
  if (const auto* problem = std::get_if<Finding>(&parsed)) return grammar::to_error(text, *problem);
  predicate::ExprPtr root = std::get<predicate::ExprPtr>(std::move(parsed));

  const predicate::CheckResult checked = predicate::check(*root, options.dialect);
  if (!checked.errors.empty()) return grammar::to_error(text, checked.errors.front());
  std::vector<Warning> warnings;
  warnings.reserve(checked.warnings.size());
  for (const Finding& finding : checked.warnings) warnings.push_back(grammar::to_warning(text, finding));
  return predicate::make_filter(std::move(root), options.dialect, std::move(warnings));
}

Result<Dialect> find_dialect(std::string_view name) {
  constexpr std::array kDialects = {Dialect::core, Dialect::jms, Dialect::azure_sql};
  std::array<std::string_view, kDialects.size()> names;
  std::string all;
  for (std::size_t i = 0; i < kDialects.size(); ++i) {
    names[i] = dialect_name(kDialects[i]);
    if (name == names[i]) return kDialects[i];
    all += (i > 0 ? ", " : "") + std::string(names[i]);
  }
  std::string hint = grammar::did_you_mean(name, names);
  if (!hint.empty()) hint += " ";
  return Error{ErrorCode::unknown_name, "unknown dialect " + grammar::cut(name), hint + "The dialects are: " + all, 0, 0, {}};
}

}  // namespace turnout
