#include "training/grid_rules.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace gan {
namespace {

using Ids = std::vector<std::string>;

/// What is told of grids at steps 50, 100, ...
Ids told(GridRules& rules, const std::vector<GridRecord>& grids, const HealthOptions& options = {}) {
  Ids ids;
  std::int64_t step = 0;
  for (GridRecord grid : grids) {
    grid.step = step += 50;
    const auto alert = rules.check(grid, options);
    ids.push_back(alert ? alert->message.id : "");
  }
  return ids;
}

GridRecord varied() { return {.variety = 0.8, .equal = 0.0}; }

TEST(GridRules, AreSilentOnPicturesThatShowSomething) {
  GridRules rules;
  EXPECT_EQ(told(rules, std::vector<GridRecord>(10, varied())), Ids(10));
  EXPECT_EQ(told(rules, std::vector<GridRecord>(10)), Ids(10));  // of which nobody knows how varied they are
}

TEST(GridRules, TellOnceOfPixelsThatAreNotFiniteAndAgainWhenTheyWere) {
  GridRules rules;
  const auto alert = rules.check({.step = 1200, .finite = false}, {});
  ASSERT_TRUE(alert);
  EXPECT_EQ(alert->rule, "pictures");
  EXPECT_EQ(alert->severity, Severity::kError);
  EXPECT_EQ(alert->since_step, 1200);
  EXPECT_NE(alert->message.english().find("step 1,200"), std::string::npos) << alert->message.english();
  EXPECT_FALSE(rules.check({.step = 1300, .finite = false}, {}));
  const auto over = rules.check({.step = 1400}, {});
  ASSERT_TRUE(over);
  EXPECT_EQ(over->severity, Severity::kInfo);
  EXPECT_EQ(over->message.id, "pictures_over");
  EXPECT_EQ(rules.check({.step = 1500, .finite = false}, {})->message.id, "pictures_not_finite");
}

TEST(GridRules, TellOnceOfPicturesThatStayBlank) {
  GridRules rules;
  std::vector<GridRecord> grids(8, GridRecord{.blank = true});
  grids[1].blank = false;
  EXPECT_EQ(told(rules, grids), (Ids{"", "", "", "", "pictures_blank", "", "", ""}));
  EXPECT_EQ(rules.troubledSince(), 150);
}

TEST(GridRules, CountThePicturesOfAStepOnce) {
  GridRules rules;
  for (int i = 0; i < 5; ++i) EXPECT_FALSE(rules.check({.step = 50, .blank = true}, {}));
  EXPECT_FALSE(rules.check({.step = 100, .blank = true}, {}));
  EXPECT_TRUE(rules.check({.step = 150, .blank = true}, {}));
}

TEST(GridRules, TellWhenVarietyIsLostInTwoGrids) {
  GridRules rules;
  std::vector<GridRecord> grids(8, varied());
  for (std::size_t i = 3; i < 8; ++i) grids[i].variety = 0.049;
  EXPECT_EQ(told(rules, grids), (Ids{"", "", "", "", "pictures_plain", "", "", ""}));
  EXPECT_EQ(rules.troubledSince(), 200);
}

TEST(GridRules, TellWhenPicturesLookAlike) {
  GridRules rules;
  std::vector<GridRecord> grids(6, varied());
  for (std::size_t i = 2; i < 6; ++i) grids[i].equal = 0.51;
  EXPECT_EQ(told(rules, grids), (Ids{"", "", "", "pictures_equal", "", ""}));
}

TEST(GridRules, LetAGeneratorBeginWithoutVarietyButNotStayWithoutIt) {
  HealthOptions young;
  young.young_steps = 550;
  GridRules rules;
  Ids expected(15);
  expected[11] = "pictures_plain";  // the grid of step 550 is the first that counts
  std::vector<GridRecord> grids(15, GridRecord{.variety = 0.01, .equal = 0.0});
  EXPECT_EQ(told(rules, grids, young), expected);
  grids[4] = varied();  // as an untrained network's may be by chance
  GridRules again;
  EXPECT_EQ(told(again, grids, young), expected);
  grids[5] = varied();
  expected.assign(15, "");
  expected[7] = "pictures_plain";
  GridRules third;
  EXPECT_EQ(told(third, grids, young), expected);
}

TEST(GridRules, CanBeSwitchedOffAndForgetWhatWasGivenUp) {
  HealthOptions off;
  off.blank_grids = 0;
  off.variety_share = off.equal_share = 0;
  GridRules rules;
  std::vector<GridRecord> grids(6, varied());
  for (std::size_t i = 2; i < 6; ++i) grids[i] = {.blank = i % 2 == 0, .variety = 0.0, .equal = 1.0};
  EXPECT_EQ(told(rules, grids, off), Ids(6));
  rules.restart();
  EXPECT_FALSE(rules.troubledSince());
}

}  // namespace
}  // namespace gan
