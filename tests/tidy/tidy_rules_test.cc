// The rules of tests/tidy, tried on small trees that break them.
#include <gtest/gtest.h>

#include <algorithm>

#include "tests/tidy/functions.h"
#include "tests/tidy/rules.h"

namespace turnout::tidy {
namespace {

std::vector<std::string> texts(const std::vector<Finding>& findings) {
  std::vector<std::string> out;
  for (const Finding& finding : findings) out.push_back(to_string(finding));
  return out;
}

using Strings = std::vector<std::string>;

std::string repeat(std::string_view line, std::size_t times) {
  std::string text;
  for (std::size_t i = 0; i < times; ++i) text += line;
  return text;
}

TEST(TidyCode, BlanksCommentsAndLiteralsAndKeepsPlaces) {
  EXPECT_EQ(code_of("a // b\nc", true), "a     \nc");
  EXPECT_EQ(code_of("a /* { \n } */ b", true), "a      \n      b");
  EXPECT_EQ(code_of("f(\"{\\\"\", '{', '\\'');", true), "f(\"   \", ' ', '  ');");
  EXPECT_EQ(code_of("n = 1'000; c = '{';", true), "n = 1'000; c = ' ';");
  EXPECT_EQ(code_of("s = R\"x({ \" )\" })x\" + b;", true), "s = " + std::string(15, ' ') + " + b;");
  EXPECT_EQ(code_of("#define F(x) { \\\n  x\nint y;", false), "                \n   \nint y;");
  EXPECT_EQ(code_of("/* open", true), "       ");
  EXPECT_EQ(code_of("\"open\nint x;", true), "\"    \nint x;");
}

TEST(TidyFunctions, FindsBodiesWhereverTheyStand) {
  const auto found = functions_of(
      "namespace a {\n"
      "class B : public C {\n"
      " public:\n"
      "  B() : x_{1}, y_(2) {\n"
      "  }\n"
      "  int f() const noexcept {\n"
      "    if (x_) {\n"
      "      return 1;\n"
      "    }\n"
      "  }\n"
      "  int x_{3};\n"
      "};\n"
      "const int kTable[] = {1, 2,\n"
      "  3};\n"
      "template <class T, class = std::enable_if_t<true>>\n"
      "auto g(T t = {}) -> int {\n"
      "}\n"
      "bool operator==(B a, B b) {\n"
      "}\n"
      "auto lambda = [](int x) {\n"
      "};\n"
      "enum class E { a, b };\n"
      "}  // namespace a\n"
      "TEST(X, Y) {\n"
      "}\n");
  Strings seen;
  for (const FunctionSpan& f : found) seen.push_back(std::to_string(f.first_line) + "-" + std::to_string(f.last_line));
  EXPECT_EQ(seen, (Strings{"4-5", "6-10", "15-17", "18-19", "20-21", "24-25"}));
  EXPECT_EQ(found[1].name, "f");
}

TEST(TidyFunctions, ABrokenFileEndsTheScan) {
  EXPECT_TRUE(functions_of("}}}} ) ) ;").empty());
  EXPECT_EQ(functions_of("void f() { if (x) {").size(), 1U);
}

TEST(TidyIncludes, PointDownward) {
  const std::vector<SourceFile> files{
      {"base/a.h", "#include \"grammar/b.h\"\n"},
      {"grammar/b.h", "#include <vector>\n#include \"base/a.h\"\n#include \"turnout/c.h\"\n"},
      {"include/turnout/c.h", "#include <cstdint>\n"},
      {"matcher/index/i.h", "#include \"matcher/predicate/p.h\"\n#include \"matcher/analysis/x.h\"\n"},
      {"matcher/analysis/x.h", "#include \"matcher/index/i.h\"\n"},
      {"matcher/predicate/p.h", "#include \"matcher/index/i.h\"  // why not?\n"},
  };
  EXPECT_EQ(texts(check_includes(files)), (Strings{"base/a.h:1: \"grammar/b.h\" points upward [include]",
                                                   "matcher/index/i.h:2: \"matcher/analysis/x.h\" points upward [include]",
                                                   "matcher/predicate/p.h:1: \"matcher/index/i.h\" points upward [include]"}));
}

TEST(TidyIncludes, NameFilesFromTheRoot) {
  const std::vector<SourceFile> files{{"schema/a.cc", "#include \"a.h\"\n// #include \"b.h\"\n"}, {"schema/a.h", ""}};
  EXPECT_EQ(texts(check_includes(files)),
            Strings{"schema/a.cc:1: \"a.h\" is not a file of this tree, named from its root [include]"});
}

TEST(TidyIncludes, TestsAreOutsideTheBuilding) {
  const std::vector<SourceFile> files{
      {"tests/t.cc", "#include \"schema/a.h\"\n#include \"tests/t.h\"\n#include <gtest/gtest.h>\n"},
      {"tests/t.h", ""},
      {"schema/a.h", "#include \"tests/t.h\"\n"},
      {"bench/baseline/b.h", "#include \"schema/a.h\"\n"},
      {"cli/c.cc", "#include \"bench/baseline/b.h\"\n"},
      {"schema/d.cc", "#include \"bench/baseline/b.h\"\n"},
  };
  EXPECT_EQ(texts(check_includes(files)),
            (Strings{"schema/a.h:1: \"tests/t.h\" stands outside the building: only tests, bench and examples see it [include]",
                     "schema/d.cc:1: \"bench/baseline/b.h\" points upward [include]"}));
}

TEST(TidyIncludes, ThirdPartyHeadersStayWhereTheyAreWrapped) {
  const std::vector<SourceFile> files{
      {"matcher/index/a.cc",
       "#include <antlr4-runtime.h>\n#include <boost/unordered/unordered_flat_map.hpp>\n#include <sys/mman.h>\n"},
      {"grammar/b.cc", "#include <antlr4-runtime.h>\n"},
      {"include/turnout/c.h", "#include <vector>\n#include <boost/any.hpp>\n#include <unistd.h>\n"},
  };
  EXPECT_EQ(texts(check_includes(files)),
            (Strings{"matcher/index/a.cc:1: <antlr4-runtime.h> has no place here [include]",
                     "include/turnout/c.h:2: <boost/any.hpp> has no place here [include]",
                     "include/turnout/c.h:3: a public header includes only turnout/ and the standard library [include]"}));
}

TEST(TidyLengths, TargetsAreNotesAndLimitsAreFindings) {
  const std::vector<SourceFile> files{
      {"base/long.cc", repeat("int x;\n", kFileLines + 1)},
      {"base/longish.cc", repeat("int x;\n", kFileLinesTarget + 1)},
      {"base/short.cc", "void f() {\n" + repeat("  g();\n", kFunctionLines - 1) + "}\n\nvoid h() {\n" +
                            repeat("  g();\n", kFunctionLines - 2) + "}\nvoid k() {\n}\n"},
  };
  EXPECT_EQ(texts(check_lengths(files)),
            (Strings{"base/long.cc: the file has 501 lines; the limit is 500 [file-length]",
                     "base/longish.cc: the file has 401 lines; the target is 400 [file-length, note]",
                     "base/short.cc:1: f has 81 lines; the limit is 80 [function-length]",
                     "base/short.cc:83: h has 80 lines; the target is 70 [function-length, note]"}));
}

TEST(TidyNames, SayWhatIsInside) {
  const std::vector<SourceFile> files{{"base/README.md", ""},
                                      {"base/string_utils.h", "#pragma once\n"},
                                      {"base/common/x.md", ""},
                                      {"base/commonly.h", "// #pragma once\n"},
                                      {"router/x.cc", ""}};
  EXPECT_EQ(texts(check_names(files)),
            (Strings{"base/string_utils.h: \"utils\" says nothing about what is inside [file-name]",
                     "base/common/x.md: \"common\" says nothing about what is inside [file-name]",
                     "base/commonly.h: a header needs #pragma once [guard]",
                     "router: a room needs a README.md that says what it owns and may use [readme]"}));
}

TEST(TidyNames, MachinesAndRegistriesAreNotNamed) {
  const std::string host = std::string("deb.deb") + "ian.org";
  const std::vector<SourceFile> files{{"tools/x", "a\ncurl " + host + "\n"}};
  EXPECT_EQ(texts(check_names(files)), Strings{"tools/x:2: \"" + host + "\" does not belong in the tree [word]"});
}

TEST(TidyExceptions, ExcuseOneRuleForOneFile) {
  std::vector<SourceFile> files{{"base/README.md", ""},
                                {"base/a.cc", repeat("int x;\n", 501)},
                                {"base/b.cc", repeat("int x;\n", 501)},
                                {"tests/tidy/exceptions.txt", "# why\n\nfile-length base/a.cc a table of the standard\n"}};
  EXPECT_EQ(texts(check_tree(files)), Strings{"base/b.cc: the file has 501 lines; the limit is 500 [file-length]"});
}

TEST(TidyExceptions, NeedAReasonAndARuleAndAUse) {
  std::vector<SourceFile> files{
      {"tests/tidy/exceptions.txt",
       "file-length base/a.cc\nfile-lenght base/a.cc because of this\nguard base/c.h it is generated\n"}};
  EXPECT_EQ(texts(check_tree(files)), (Strings{"tests/tidy/exceptions.txt:1: an exception needs a reason [exceptions]",
                                               "tests/tidy/exceptions.txt:2: no rule is called \"file-lenght\" [exceptions]",
                                               "tests/tidy/exceptions.txt: guard base/c.h is no longer needed [exceptions]"}));
}

}  // namespace
}  // namespace turnout::tidy
