#include "turnout/result.h"

#include <gtest/gtest.h>

#include <memory>

namespace turnout {
namespace {

Error sample() {
  Error error;
  error.code = ErrorCode::limit;
  error.message = "too deep";
  return error;
}

TEST(Result, HoldsAValueOrAnError) {
  const Result<int> value = 3;
  ASSERT_TRUE(value.ok());
  EXPECT_EQ(*value, 3);
  const Result<int> failed = sample();
  ASSERT_FALSE(failed);
  EXPECT_EQ(failed.error().code, ErrorCode::limit);
  EXPECT_EQ(failed.error().message, "too deep");
}

TEST(Result, GivesAMoveOnlyValueAway) {
  Result<std::unique_ptr<int>> value = std::make_unique<int>(7);
  ASSERT_TRUE(value);
  EXPECT_EQ(**value, 7);
  const std::unique_ptr<int> taken = *std::move(value);
  EXPECT_EQ(*taken, 7);
}

TEST(Result, OfNothingIsSuccessOrAnError) {
  EXPECT_TRUE(Result<void>().ok());
  const Result<void> failed = sample();
  EXPECT_FALSE(failed.ok());
  EXPECT_EQ(failed.error().message, "too deep");
}

TEST(Error, SaysPlaceReasonExcerptAndHint) {
  Error error = sample();
  EXPECT_EQ(to_string(error), "too deep");
  error.line = 2;
  error.column = 5;
  EXPECT_EQ(to_string(error), "line 2, column 5: too deep");
  error.excerpt = "a = = 1\n    ^";
  EXPECT_EQ(to_string(error), "line 2, column 5: too deep\na = = 1\n    ^");
  error.hint = "remove one";
  EXPECT_EQ(to_string(error), "line 2, column 5: too deep\na = = 1\n    ^\nhint: remove one");
}

}  // namespace
}  // namespace turnout
