#include "training/persistence.h"

#include <gtest/gtest.h>

#include <vector>

namespace gan {
namespace {

enum class Turn { kNone, kBegins, kEnds };

Turn turn(Persistence& persistence, std::int64_t step, bool shows, std::int64_t window_steps) {
  const bool lasted = persistence.lasts();
  persistence.add(step, shows, window_steps);
  if (persistence.lasts() == lasted) return Turn::kNone;
  return lasted ? Turn::kEnds : Turn::kBegins;
}

/// What becomes of it with steps 1, 2, ... of a window of 8: it begins with 6 of them, and ends with fewer than 2.
std::vector<Turn> changes(Persistence& persistence, const std::vector<bool>& shows) {
  std::vector<Turn> said;
  std::int64_t step = 0;
  for (const bool one : shows) said.push_back(turn(persistence, ++step, one, 8));
  return said;
}

TEST(Persistence, BeginsWithThreeQuartersOfAWindowAndNamesTheFirstOfThem) {
  Persistence persistence;
  const auto said = changes(persistence, {false, false, true, true, false, true, true, true, true});
  EXPECT_EQ(said, (std::vector<Turn>{Turn::kNone, Turn::kNone, Turn::kNone, Turn::kNone, Turn::kNone, Turn::kNone,
                                     Turn::kNone, Turn::kNone, Turn::kBegins}));
  EXPECT_TRUE(persistence.lasts());
  EXPECT_EQ(persistence.since(), 3);
}

TEST(Persistence, IsKnownOfWhenHalfOfThatShows) {
  Persistence persistence;
  changes(persistence, {true, false, true});
  EXPECT_FALSE(persistence.since());
  changes(persistence, {});
  EXPECT_EQ(turn(persistence, 4, true, 8), Turn::kNone);
  EXPECT_FALSE(persistence.lasts());
  EXPECT_EQ(persistence.since(), 1);
}

TEST(Persistence, IsToldOnceAndEndsWhenLessThanAQuarterShows) {
  Persistence persistence;
  std::vector<bool> shows(20, true);
  shows.insert(shows.end(), 7, false);
  const auto said = changes(persistence, shows);
  for (std::size_t i = 0; i < said.size(); ++i) {
    const Turn expected = i == 5 ? Turn::kBegins : i == 26 ? Turn::kEnds : Turn::kNone;
    EXPECT_EQ(said[i], expected) << "step " << i + 1;
  }
  EXPECT_FALSE(persistence.lasts());
}

TEST(Persistence, FindsNothingWithoutAWindowAndForgetsWhenItRestarts) {
  Persistence persistence;
  for (int step = 0; step < 20; ++step) EXPECT_EQ(turn(persistence, step, true, 0), Turn::kNone);
  changes(persistence, std::vector<bool>(6, true));
  ASSERT_TRUE(persistence.lasts());
  persistence.restart();
  EXPECT_FALSE(persistence.lasts());
  EXPECT_FALSE(persistence.since());
}

}  // namespace
}  // namespace gan
