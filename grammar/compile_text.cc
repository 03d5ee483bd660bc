#include "grammar/compile_text.h"

#include <optional>
#include <utility>
#include <variant>
#include <vector>

#include "grammar/diagnostics.h"
#include "grammar/parser.h"
#include "grammar/refusals.h"
#include "grammar/syntax_error.h"
#include "grammar/token_context.h"
#include "grammar/tokenizer.h"
#include "grammar/tree_builder.h"
#include "matcher/predicate/check.h"
#include "matcher/predicate/filter_rep.h"

namespace turnout::grammar {
namespace {

using predicate::ExprPtr;
using predicate::FilterRep;
using predicate::Finding;
using predicate::Formula;

// Memory that one text leaves to the next.
struct Scratch {
  Tokens tokens;
  Shape shape;
  Binder binder;
};
// Texts with more tokens leave nothing behind.
constexpr std::size_t kTokensKept = 1 << 14;

// The expression, or the finding that rejects the text.
std::variant<ExprPtr, Finding> parse_tokens(std::string_view text, const Tokens& tokens, const CompileOptions& options) {
  const std::optional<Finding> refusal = find_refusal(text, tokens, options.dialect);
  TreeBuilder builder(text, tokens, options);
  const ParseOutcome outcome = parse(tokens, builder);
  std::optional<Finding> problem = builder.problem();
  if (!problem && outcome.kind != ParseOutcome::Kind::accepted) problem = explain_outcome(text, tokens, outcome);
  if (refusal && (!problem || refusal->begin <= problem->begin)) problem = refusal;
  if (problem) return *std::move(problem);
  return builder.take();
}

// A checked expression with what there is to say about it.
struct Checked {
  Formula matches;
  std::vector<Warning> warnings;
};

Result<Checked> check_root(std::string_view text, const predicate::Expr& root, Dialect dialect) {
  const predicate::CheckResult found = predicate::check(root, dialect);
  if (!found.errors.empty()) return to_error(text, found.errors.front());
  Checked checked;
  checked.warnings.reserve(found.warnings.size());
  for (const Finding& finding : found.warnings) checked.warnings.push_back(to_warning(text, finding));
  checked.matches = predicate::compile_true(root);
  predicate::add_folding_warnings(root, checked.matches, checked.warnings);
  return checked;
}

Filter bound(const ShapeTemplate& known, const Scratch& scratch, Dialect dialect, Checked* checked) {
  predicate::TemplateBinding binding(scratch.shape.paths, scratch.binder.constants());
  if (checked == nullptr) { return Filter(std::make_shared<const FilterRep>(known.expr, std::move(binding), dialect)); }
  return Filter(std::make_shared<const FilterRep>(known.expr, std::move(binding), std::move(checked->matches), dialect,
                                                  std::move(checked->warnings)));
}

Result<Filter> compile_tokens(std::string_view text, const CompileOptions& options, ShapeCache* cache, Scratch& scratch) {
  const Tokens& tokens = scratch.tokens;
  if (cache != nullptr) cache->paths.make_room();
  const bool shaped = cache != nullptr && shape_of(text, tokens, options, cache->paths, scratch.shape);
  if (shaped) {
    const ShapeTemplate* known = cache->find(scratch.shape.key);
    if (known != nullptr && scratch.binder.bind(*known, scratch.shape, text, tokens, options.dialect)) {
      if (scratch.binder.is_plain(*known, scratch.shape)) return bound(*known, scratch, options.dialect, nullptr);
      const ExprPtr root = scratch.binder.instantiate(*known, scratch.shape, tokens);
      Result<Checked> checked = check_root(text, *root, options.dialect);
      if (!checked) return checked.error();
      return bound(*known, scratch, options.dialect, &*checked);
    }
  }

  auto parsed = parse_tokens(text, tokens, options);
  if (const auto* problem = std::get_if<Finding>(&parsed)) return to_error(text, *problem);
  const ExprPtr& root = std::get<ExprPtr>(parsed);
  Result<Checked> checked = check_root(text, *root, options.dialect);
  if (!checked) return checked.error();
  if (shaped && cache->wants(scratch.shape.key)) {
    auto made = make_template(*root, text, tokens, scratch.shape, options.dialect, checked->warnings.empty());
    if (made != nullptr) cache->insert(scratch.shape.key, std::move(made));
  }
  return Filter(
      std::make_shared<const FilterRep>(root, std::move(checked->matches), options.dialect, std::move(checked->warnings)));
}

}  // namespace

Result<Filter> compile_text(std::string_view text, const CompileOptions& options, ShapeCache* cache) {
  thread_local Scratch scratch;
  if (auto problem = tokenize_into(text, options.dialect, scratch.tokens)) return to_error(text, *problem);
  resolve_context(text, scratch.tokens);
  Result<Filter> filter = compile_tokens(text, options, cache, scratch);
  if (scratch.tokens.capacity() > kTokensKept) scratch = Scratch();
  return filter;
}

}  // namespace turnout::grammar
