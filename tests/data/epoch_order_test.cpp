#include "data/epoch_order.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <map>
#include <numeric>
#include <set>

#include "core/error.h"

namespace gan {
namespace {

std::vector<std::int64_t> sorted(std::vector<std::int64_t> values) {
  std::sort(values.begin(), values.end());
  return values;
}

TEST(EpochOrder, VisitsEveryImageOnce) {
  for (const std::int64_t count : {1, 2, 17, 1000}) {
    std::vector<std::int64_t> all(static_cast<std::size_t>(count));
    std::iota(all.begin(), all.end(), 0);
    for (const std::int64_t block_size : {1, 2, 8, 64, 5000}) {
      EXPECT_EQ(sorted(EpochOrder(3, count, block_size).permutation(4)), all) << count << " in " << block_size;
    }
  }
}

TEST(EpochOrder, IsAFunctionOfSeedAndEpoch) {
  const auto order = EpochOrder(3, 1000, 1).permutation(4);
  EXPECT_EQ(EpochOrder(3, 1000, 1).permutation(4), order);
  EXPECT_NE(EpochOrder(3, 1000, 1).permutation(5), order);
  EXPECT_NE(EpochOrder(4, 1000, 1).permutation(4), order);
}

TEST(EpochOrder, AllOrdersOfFourImagesAreEquallyLikely) {
  std::map<std::vector<std::int64_t>, int> seen;
  constexpr int kEpochs = 24000;
  const EpochOrder order(11, 4, 1);
  for (int epoch = 0; epoch < kEpochs; ++epoch) {
    ++seen[order.permutation(epoch)];
  }
  ASSERT_EQ(seen.size(), 24U);
  double chi_square = 0;
  for (const auto& [permutation, count] : seen) {
    chi_square += (count - 1000.0) * (count - 1000.0) / 1000.0;
  }
  EXPECT_LT(chi_square, 49.7);  // 23 degrees of freedom, p = 0.001
}

TEST(EpochOrder, BlocksKeepReadsInsideAWindow) {
  // A window is 16 blocks of 10 images: 160 neighbours in the order touch 16 blocks.
  const auto order = EpochOrder(1, 10000, 10).permutation(0);
  for (std::size_t begin = 0; begin < order.size(); begin += 160) {
    std::map<std::int64_t, int> blocks;
    const std::size_t end = std::min(order.size(), begin + 160);
    for (std::size_t i = begin; i < end; ++i) {
      ++blocks[order[i] / 10];
    }
    ASSERT_EQ(blocks.size(), (end - begin) / 10);
  }
}

TEST(EpochOrder, ABatchOfBlocksComesFromAsManyAsChanceAllows) {
  constexpr std::int64_t kBlock = 100;
  constexpr std::int64_t kBatch = 64;
  constexpr std::int64_t kWindow = 16 * kBlock;
  const EpochOrder order(5, 64 * kWindow, kBlock);
  double distinct = 0;
  double batches = 0;
  for (std::int64_t epoch = 0; epoch < 4; ++epoch) {
    const auto images = order.permutation(epoch);
    for (std::size_t begin = 0; begin + kBatch <= images.size(); begin += kBatch) {
      std::set<std::int64_t> blocks;
      for (std::size_t i = begin; i < begin + kBatch; ++i) blocks.insert(images[i] / kBlock);
      distinct += static_cast<double>(blocks.size());
      ++batches;
    }
  }
  // 64 of 1600 without putting back: a block is missed with probability C(1500, 64) / C(1600, 64).
  double missed = 1;
  for (int i = 0; i < kBatch; ++i) missed *= (1500.0 - i) / (1600.0 - i);
  EXPECT_NEAR(distinct / batches, 16 * (1 - missed), 0.05);
  EXPECT_GT(distinct / batches, 15.7);
}

TEST(EpochOrder, AnImageOfABlockIsAtAnyPlaceOfTheEpochEquallyOften) {
  const EpochOrder order(9, 640, 10);
  constexpr int kEpochs = 2000;
  std::array<int, 4> quarters{};
  for (std::int64_t epoch = 0; epoch < kEpochs; ++epoch) {
    const auto images = order.permutation(epoch);
    ++quarters.at(static_cast<std::size_t>(std::ranges::find(images, 17) - images.begin()) / 160);
  }
  // Chi-squared with 3 degrees of freedom stays below 16.3 in 99.9 % of the cases.
  double deviation = 0;
  for (const int found : quarters) deviation += (found - kEpochs / 4.0) * (found - kEpochs / 4.0) / (kEpochs / 4.0);
  EXPECT_LT(deviation, 16.3);
}

TEST(EpochOrder, BlocksAreShuffledInside) {
  const auto order = EpochOrder(1, 10000, 10).permutation(0);
  int neighbours = 0;
  for (std::size_t i = 1; i < order.size(); ++i) {
    neighbours += order[i] == order[i - 1] + 1 ? 1 : 0;
  }
  EXPECT_LT(neighbours, 150);  // chance gives about 9999 / 160
}

TEST(EpochOrder, RefusesEmptySetsAndBlocks) {
  EXPECT_THROW(EpochOrder(0, 0, 1), Error);
  EXPECT_THROW(EpochOrder(0, 10, 0), Error);
}

}  // namespace
}  // namespace gan
