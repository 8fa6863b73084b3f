#include "core/error.h"

#include <gtest/gtest.h>

namespace gan {
namespace {

TEST(Error, FillsItsPlaceholdersAndKeepsTextAndValuesApart) {
  const Error error(ErrorCode::kNotFound, "run_not_found", "{path} is not a run folder: {path} has no {file}.",
                    {{"path", "runs/a"}, {"file", "run.yaml"}});
  EXPECT_EQ(error.message(), "runs/a is not a run folder: runs/a has no run.yaml.");
  EXPECT_STREQ(error.what(), "run_not_found: runs/a is not a run folder: runs/a has no run.yaml.");
  EXPECT_EQ(error.text(), "{path} is not a run folder: {path} has no {file}.");
  EXPECT_EQ(error.id(), "run_not_found");
  EXPECT_EQ(errorCodeName(error.code()), "not_found");
}

TEST(Error, ValuesAreNotTakenForPlaceholders) {
  EXPECT_EQ(fillPlaceholders("{a}{b}", {{"a", "{b}"}, {"b", "x"}}), "{b}x");
}

TEST(Error, LeavesWhatHasNoValueAsItIs) {
  EXPECT_EQ(fillPlaceholders("{unknown} { {a} } {", {{"a", "1"}}), "{unknown} { 1 } {");
  EXPECT_EQ(fillPlaceholders("", {{"a", "1"}}), "");
}

}  // namespace
}  // namespace gan
