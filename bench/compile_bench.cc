// From text to filter, stage by stage, on texts of different kinds. Time is per filter.
#include <benchmark/benchmark.h>

#include <string>
#include <string_view>
#include <vector>

#include "grammar/compile_text.h"
#include "grammar/parser.h"
#include "grammar/token_context.h"
#include "grammar/tokenizer.h"
#include "grammar/tree_builder.h"
#include "matcher/predicate/check.h"
#include "matcher/predicate/filter_rep.h"

namespace turnout {
namespace {

constexpr int kTexts = 1024;

// By kind; # and @ stand for two numbers.
constexpr std::string_view kForms[] = {
    "kind = 'k#' AND area = 'north-@' AND price BETWEEN # AND @",
    "area IN ('a#', 'b#', 'c@') AND NOT (state = 'closed' OR level > #)",
    "name LIKE 'n#%' AND tag LIKE '%@' AND size <= @.5",
    "price * 2 + tax > # AND LENGTH(name) < @ OR price < #",
};

// Texts of one kind, with constants that differ.
std::vector<std::string> texts_of(int kind) {
  std::vector<std::string> texts;
  for (int i = 0; i < kTexts; ++i) {
    std::string& text = texts.emplace_back();
    for (const char c : kForms[kind]) {
      if (c == '#') {
        text += std::to_string(i);
      } else if (c == '@') {
        text += std::to_string(i + 100);
      } else {
        text += c;
      }
    }
  }
  return texts;
}

const char* name_of(int kind) {
  constexpr const char* kNames[] = {"conjunction", "list and negation", "patterns", "arithmetic"};
  return kNames[kind];
}

predicate::ExprPtr parse(std::string_view text) {
  grammar::Tokens tokens = grammar::tokenize(text, Dialect::core).tokens;
  grammar::resolve_context(text, tokens);
  grammar::TreeBuilder builder(text, tokens, {});
  grammar::parse(tokens, builder);
  return builder.take();
}

template <class Work>
void run(benchmark::State& state, const Work& work) {
  const int kind = static_cast<int>(state.range(0));
  const std::vector<std::string> texts = texts_of(kind);
  std::size_t at = 0;
  for (auto _ : state) work(texts[at++ % texts.size()]);
  state.SetItemsProcessed(state.iterations());
  state.SetLabel(name_of(kind));
}

void tokenize(benchmark::State& state) {
  grammar::Tokens tokens;
  run(state, [&](std::string_view text) {
    grammar::tokenize_into(text, Dialect::core, tokens);
    grammar::resolve_context(text, tokens);
    benchmark::DoNotOptimize(tokens.data());
  });
}

void parse_by_antlr(benchmark::State& state) {
  run(state, [](std::string_view text) { benchmark::DoNotOptimize(parse(text)); });
}

void compile_by_antlr(benchmark::State& state) {
  run(state, [](std::string_view text) { benchmark::DoNotOptimize(grammar::compile_text(text, {}, nullptr)); });
}

void compile_by_shape(benchmark::State& state) {
  grammar::ShapeCache cache;
  run(state, [&](std::string_view text) { benchmark::DoNotOptimize(grammar::compile_text(text, {}, &cache)); });
}

// The same texts in parsed form.
template <class Work>
void run_parsed(benchmark::State& state, const Work& work) {
  const int kind = static_cast<int>(state.range(0));
  std::vector<predicate::ExprPtr> roots;
  for (const std::string& text : texts_of(kind)) roots.push_back(parse(text));
  std::size_t at = 0;
  for (auto _ : state) work(*roots[at++ % roots.size()]);
  state.SetItemsProcessed(state.iterations());
  state.SetLabel(name_of(kind));
}

void check(benchmark::State& state) {
  run_parsed(state, [](const predicate::Expr& root) {
    benchmark::DoNotOptimize(predicate::check(root, Dialect::core).errors.size());
  });
}

void compile_formula(benchmark::State& state) {
  run_parsed(state, [](const predicate::Expr& root) { benchmark::DoNotOptimize(predicate::compile_true(root).kind); });
}

BENCHMARK(tokenize)->DenseRange(0, 3);
BENCHMARK(parse_by_antlr)->DenseRange(0, 3);
BENCHMARK(compile_by_antlr)->DenseRange(0, 3);
BENCHMARK(compile_by_shape)->DenseRange(0, 3);
BENCHMARK(check)->DenseRange(0, 3);
BENCHMARK(compile_formula)->DenseRange(0, 3);

}  // namespace
}  // namespace turnout

BENCHMARK_MAIN();
