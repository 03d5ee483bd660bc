#include "turnout/compile.h"

#include <array>
#include <utility>

#include "grammar/compile_text.h"
#include "grammar/diagnostics.h"
#include "grammar/suggestion.h"

namespace turnout {

Result<Filter> compile(std::string_view text, const CompileOptions& options) {
  thread_local grammar::ShapeCache cache;
  return grammar::compile_text(text, options, &cache);
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
