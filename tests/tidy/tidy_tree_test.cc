// The rules of tests/tidy, applied to this tree.
#include <gtest/gtest.h>

#include <algorithm>
#include <iostream>

#include "tests/tidy/rules.h"

namespace turnout::tidy {
namespace {

const std::vector<SourceFile>& tree() {
  static const std::vector<SourceFile> files = read_tree(TURNOUT_SOURCE_DIR);
  return files;
}

const SourceFile* find_file(std::string_view path) {
  const auto at = std::find_if(tree().begin(), tree().end(), [&](const SourceFile& file) { return file.path == path; });
  return at == tree().end() ? nullptr : &*at;
}

TEST(TidyTree, KeepsTheRules) {
  ASSERT_GT(tree().size(), 20U);
  for (const Finding& finding : check_tree(tree())) {
    if (finding.note) {
      std::cout << "note: " << to_string(finding) << '\n';
    } else {
      ADD_FAILURE() << to_string(finding);
    }
  }
}

// The README shows the program that examples/embed builds and runs, word for word.
TEST(TidyTree, ReadmeShowsTheExampleThatIsBuilt) {
  const SourceFile* readme = find_file("README.md");
  const SourceFile* example = find_file("examples/embed/main.cc");
  ASSERT_NE(readme, nullptr);
  ASSERT_NE(example, nullptr);
  EXPECT_NE(readme->text.find("```cpp\n" + example->text + "```\n"), std::string::npos)
      << "copy examples/embed/main.cc into the README's cpp block";
}

// Every folder of code that ARCHITECTURE.md leads to exists, and every room is in it.
TEST(TidyTree, ArchitectureNamesFilesThatExist) {
  const SourceFile* map = find_file("ARCHITECTURE.md");
  ASSERT_NE(map, nullptr);
  std::size_t named = 0;
  for (std::size_t at = map->text.find('`'); at != std::string::npos;) {
    const std::size_t end = map->text.find('`', at + 1);
    if (end == std::string::npos) break;
    const std::string_view word = std::string_view(map->text).substr(at + 1, end - at - 1);
    at = map->text.find('`', end + 1);
    if (word == "grammar/generated/") continue;  // left out of the tree that rules see
    if (word.find('/') == std::string_view::npos || word.find_first_of(" *<>{}") != std::string_view::npos) continue;
    ++named;
    const bool exists = std::any_of(tree().begin(), tree().end(), [&](const SourceFile& file) {
      return file.path == word || file.path.starts_with(std::string(word) + (word.ends_with('/') ? "" : "/"));
    });
    EXPECT_TRUE(exists) << "ARCHITECTURE.md names " << word << ", which does not exist";
  }
  EXPECT_GT(named, 10U);
}

}  // namespace
}  // namespace turnout::tidy
