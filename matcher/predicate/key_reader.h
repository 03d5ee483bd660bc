// Keys of text tests and residuals, read back: what a saved index names them by. Nothing is trusted: a key that no test or
// residual has is refused.
#pragma once

#include <memory>
#include <string_view>

#include "matcher/predicate/residual.h"
#include "matcher/predicate/text_test.h"

namespace turnout::predicate {

// Null unless the result's key() is `key`.
std::shared_ptr<const TextTest> text_test_of_key(std::string_view key);
std::shared_ptr<const Residual> residual_of_key(std::string_view key);

}  // namespace turnout::predicate
