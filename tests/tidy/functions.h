// Where the functions of a C++ file begin and end, by matching braces.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace turnout::tidy {

struct FunctionSpan {
  std::string name;        // the last word before the parameters, as far as it can be told; of a test, with its arguments
  std::size_t first_line;  // 1-based: of the signature
  std::size_t last_line;   // 1-based: of the closing brace
  [[nodiscard]] std::size_t lines() const { return last_line - first_line + 1; }
};

// The functions at namespace and class scope, lambdas at namespace scope included. A lambda or local class inside a function
// belongs to that function. Approximate: no preprocessor, no templates beyond skipping their parameter lists.
std::vector<FunctionSpan> functions_of(std::string_view text);

}  // namespace turnout::tidy
