// Filter text from a stranger: compiles or is refused with a reason; what compiles prints, and compiles again to the same
// expression.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "matcher/predicate/expr.h"
#include "matcher/predicate/filter_rep.h"
#include "turnout/compile.h"
#include "turnout/explain.h"
#include "turnout/matcher.h"

namespace {

void require(bool condition) {
  if (!condition) std::abort();
}

const turnout::Event& sample_event() {
  static const turnout::Event event = [] {
    turnout::Event made;
    turnout::EventReader reader;
    require(reader.read_body(R"({"a":1,"b":"x","c":[1,null,"y"],"d":{"e":2.5,"f":null},"g":true})", made).ok());
    made.set("r", "eu").set("n", turnout::Value::null()).set_sys(turnout::SysField::subject, "in.a");
    return made;
  }();
  return event;
}

}  // namespace

// The first byte chooses dialect and division, the rest is the filter.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const turnout::CompileOptions options{static_cast<turnout::Dialect>(data[0] % 3), (data[0] & 0x80) != 0};
  const std::string_view text(reinterpret_cast<const char*>(data + 1), size - 1);
  const auto filter = turnout::compile(text, options);
  if (!filter) {
    require(!filter.error().message.empty());
    return 0;
  }
  const std::string canonical = filter->text();
  const auto again = turnout::compile(canonical, options);
  require(again.ok() && again->text() == canonical);
  require(turnout::predicate::same(*filter->rep().root(), *again->rep().root()));

  const bool matches = filter->matches(sample_event());
  require(again->matches(sample_event()) == matches);
  require(turnout::explain(*filter, sample_event()).matches == matches);
  turnout::Matcher matcher;
  require(matcher.add({1}, *filter).ok());
  turnout::MatchScratch scratch;
  require(matcher.any(sample_event(), scratch) == matches);
  return 0;
}
