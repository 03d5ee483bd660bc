// Many texts compiled side by side, and one filter used from several threads at first.
#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "turnout/compile.h"
#include "turnout/matcher.h"

namespace turnout {
namespace {

std::string text_of(std::size_t i) {
  switch (i % 5) {
    case 0:
      return "a = " + std::to_string(i);
    case 1:
      return "s LIKE 'x%y" + std::to_string(i) + "' OR a > 3";
    case 2:
      return "a IN (1, " + std::to_string(i) + ") AND NOT b";
    case 3:
      return "a = = " + std::to_string(i);  // an error
    default:
      return "";
  }
}

TEST(CompileAll, RequireThatEachResultIsInItsPlace) {
  for (const unsigned threads : {0U, 1U, 4U}) {
    for (const std::size_t count : {std::size_t{0}, std::size_t{1}, std::size_t{256}, std::size_t{3001}}) {
      std::vector<std::string> texts;
      for (std::size_t i = 0; i < count; ++i) texts.push_back(text_of(i));
      const std::vector<std::string_view> views(texts.begin(), texts.end());
      const std::vector<Result<Filter>> results = compile_all(views, {}, threads);
      ASSERT_EQ(results.size(), count);
      for (std::size_t i = 0; i < count; ++i) {
        const Result<Filter> one = compile(texts[i]);
        ASSERT_EQ(results[i].ok(), one.ok()) << texts[i];
        ASSERT_EQ(one.ok(), i % 5 != 3) << texts[i];
        if (one) ASSERT_EQ(results[i]->text(), one->text());
        else ASSERT_EQ(to_string(results[i].error()), to_string(one.error()));
      }
    }
  }
}

TEST(CompileAll, RequireThatOptionsApply) {
  const std::vector<std::string_view> texts = {"JMSPriority = 4"};
  const auto results = compile_all(texts, {.dialect = Dialect::jms}, 2);
  ASSERT_TRUE(results[0].ok());
  EXPECT_EQ(results[0]->text(), compile(texts[0], {.dialect = Dialect::jms})->text());
}

// A filter from a template makes its expression when it is first asked for it: here by all threads at once.
TEST(CompileAll, RequireThatThreadsMayShareANewFilter) {
  for (int round = 0; round < 50; ++round) {
    const Filter filter = *compile("a = " + std::to_string(round) + " AND s LIKE 'x%'");
    Event event;
    event.set("a", static_cast<std::int64_t>(round)).set("s", "xyz");
    std::vector<std::thread> threads;
    std::vector<int> held(4, 0);
    for (std::size_t t = 0; t < held.size(); ++t) {
      threads.emplace_back([&, t] {
        Matcher matcher;
        held[t] = matcher.add({1}, filter).ok() && filter.matches(event) && !filter.text().empty() && matcher.compact().ok() &&
                  matcher.size() == 1;
      });
    }
    for (std::thread& thread : threads) thread.join();
    EXPECT_EQ(held, std::vector<int>(4, 1));
  }
}

}  // namespace
}  // namespace turnout
