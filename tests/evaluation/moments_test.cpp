#include "evaluation/moments.h"

#include <ATen/ATen.h>
#include <gtest/gtest.h>

#include "evaluation/draw_rows.h"
#include "support/expect_error.h"

namespace gan {
namespace {

TEST(Moments, AreThoseOfAllRowsWhateverThePiecesTheyCameIn) {
  // numpy.mean and numpy.cov of [[1, 2], [3, -1], [0, 4], [2, 2]].
  const at::Tensor rows = at::tensor({1.0, 2.0, 3.0, -1.0, 0.0, 4.0, 2.0, 2.0}, at::kDouble).view({4, 2});
  for (const std::int64_t piece : {1, 2, 3, 4}) {
    MomentSums sums(2);
    for (const at::Tensor& part : rows.split(piece)) sums.add(part);
    const Moments moments = sums.moments();
    EXPECT_EQ(moments.count, 4);
    EXPECT_TRUE(at::allclose(moments.mean, at::tensor({1.5, 1.75}, at::kDouble), 0, 1e-15)) << piece;
    const at::Tensor covariance = at::tensor({5.0 / 3, -2.5, -2.5, 4.25}, at::kDouble).view({2, 2});
    EXPECT_TRUE(at::allclose(moments.covariance, covariance, 0, 1e-14)) << piece << moments.covariance;
  }
}

TEST(Moments, OfSmallSpreadAboutALargeMeanLoseNothing) {
  const at::Tensor offsets = at::tensor({-1e-3, 0.0, 1e-3}, at::kDouble).view({3, 1});
  MomentSums sums(1);
  for (int i = 0; i < 3; ++i) sums.add(offsets.slice(0, i, i + 1) + 1e6);
  EXPECT_NEAR(sums.moments().covariance.item<double>(), 1e-6, 1e-12);
}

TEST(Moments, OfOneRowAreRefused) {
  MomentSums sums(3);
  sums.add(at::ones({1, 3}));
  expectError(ErrorCode::kInvalidArgument, "samples_too_few", [&] { sums.moments(); });
}

TEST(DrawRows, DrawsEachRowAtMostOnceAndTheSameForOneSeed) {
  const at::Tensor rows = drawRows(7, 3, 100, 60);
  EXPECT_EQ(std::get<0>(at::_unique(rows)).numel(), 60);
  EXPECT_GE(rows.min().item<std::int64_t>(), 0);
  EXPECT_LT(rows.max().item<std::int64_t>(), 100);
  EXPECT_TRUE(at::equal(rows, drawRows(7, 3, 100, 60)));
  EXPECT_FALSE(at::equal(rows, drawRows(7, 4, 100, 60)));
  EXPECT_FALSE(at::equal(rows, drawRows(8, 3, 100, 60)));
}

}  // namespace
}  // namespace gan
