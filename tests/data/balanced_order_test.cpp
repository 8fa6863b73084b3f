#include "data/balanced_order.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <vector>

#include "data/epoch_order.h"
#include "support/expect_error.h"

namespace gan {
namespace {

/// Classes 0, 2 and 7 with 90, 7 and 3 images, and two images without a class.
std::vector<std::int32_t> skewedLabels() {
  std::vector<std::int32_t> labels;
  for (int i = 0; i < 100; ++i) labels.push_back(i % 100 < 90 ? 0 : i % 100 < 97 ? 2 : 7);
  labels.insert(labels.begin() + 40, {-1, -1});
  return labels;
}

TEST(BalancedOrder, EveryClassComesEquallyOften) {
  const auto labels = skewedLabels();
  const BalancedOrder order(3, labels);
  EXPECT_EQ(order.length(), 99);
  for (std::int64_t epoch = 0; epoch < 5; ++epoch) {
    std::map<std::int32_t, int> seen;
    const auto images = order.permutation(epoch);
    ASSERT_EQ(images.size(), 99U);
    for (const std::int64_t image : images) ++seen[labels.at(static_cast<std::size_t>(image))];
    EXPECT_EQ(seen, (std::map<std::int32_t, int>{{0, 33}, {2, 33}, {7, 33}}));
  }
}

TEST(BalancedOrder, ImagesOfAClassComeEquallyOftenOverEpochs) {
  const BalancedOrder order(3, skewedLabels());
  std::map<std::int64_t, int> seen;
  constexpr int kEpochs = 30;  // 990 draws a class: 11 passes over 90, 141 over 7, 330 over 3
  for (int epoch = 0; epoch < kEpochs; ++epoch) {
    for (const std::int64_t image : order.permutation(epoch)) ++seen[image];
  }
  EXPECT_EQ(seen.size(), 100U);
  for (const auto& [image, count] : seen) {
    const int expected = image < 92 ? 11 : image < 99 ? 141 : 330;
    EXPECT_TRUE(count == expected || (expected == 141 && count == 142)) << image << " came " << count << " times";
  }
}

TEST(BalancedOrder, IsMixedAnewByEpochAndSeed) {
  const auto labels = skewedLabels();
  const auto order = BalancedOrder(3, labels).permutation(4);
  EXPECT_EQ(BalancedOrder(3, labels).permutation(4), order);
  EXPECT_NE(BalancedOrder(3, labels).permutation(5), order);
  EXPECT_NE(BalancedOrder(4, labels).permutation(4), order);
  // Classes alternate: 33 draws of three classes in random order have about 65 neighbours of different classes.
  int changes = 0;
  for (std::size_t i = 1; i < order.size(); ++i) {
    changes +=
        labels.at(static_cast<std::size_t>(order[i])) != labels.at(static_cast<std::size_t>(order[i - 1])) ? 1 : 0;
  }
  EXPECT_GT(changes, 45);
  EXPECT_LT(changes, 85);
}

TEST(BalancedOrder, IsWhatAnEpochOrderWithLabelsGives) {
  const auto labels = skewedLabels();
  const EpochOrder order(3, labels);
  EXPECT_EQ(order.count(), 102);
  EXPECT_EQ(order.length(), 99);
  EXPECT_EQ(order.permutation(2), BalancedOrder(3, labels).permutation(2));
}

TEST(BalancedOrder, NeedsClasses) {
  const std::vector<std::int32_t> none(5, -1);
  expectError(ErrorCode::kInvalidArgument, "data_without_classes", [&] { BalancedOrder(1, none); });
}

}  // namespace
}  // namespace gan
