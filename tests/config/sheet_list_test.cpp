#include "config/sheet_list.h"

#include <gtest/gtest.h>

#include "config/run_config.h"
#include "support/expect_error.h"

namespace gan {
namespace {

using Kinds = std::vector<std::string>;

TEST(SheetList, ReadsKindsBetweenCommas) {
  EXPECT_EQ(sheetList(""), Kinds());
  EXPECT_EQ(sheetList("  "), Kinds());
  EXPECT_EQ(sheetList("random"), Kinds{"random"});
  EXPECT_EQ(sheetList(" classes,interpolate-zy , pca"), (Kinds{"classes", "interpolate-zy", "pca"}));
}

TEST(SheetList, RefusesWhatIsNoneOrStandsThereTwice) {
  for (const char* text : {"class", "classes,", ",classes", "random random", "random,random", "steps"}) {
    expectError(ErrorCode::kInvalidArgument, "sheet_list_bad", [&] { sheetList(text); });
  }
}

TEST(SheetList, IsCheckedWithTheRest) {
  RunConfig config;
  config.applyOverride("sampling.with_checkpoint=random, interpolate-z");
  checkConsistency(config);
  config.applyOverride("sampling.with_checkpoint=steps");
  expectError(ErrorCode::kInvalidArgument, "sheet_list_bad", [&] { checkConsistency(config); });
}

}  // namespace
}  // namespace gan
