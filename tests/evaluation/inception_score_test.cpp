#include "evaluation/inception_score.h"

#include <ATen/ATen.h>
#include <gtest/gtest.h>

#include <cmath>

#include "support/expect_error.h"

namespace gan {
namespace {

double scoreOf(const at::Tensor& probabilities, std::int64_t splits) {
  InceptionScore score(probabilities.size(0), splits);
  score.add(probabilities);
  return score.score().mean;
}

TEST(InceptionScore, OfSureAndEvenAnswersIsTheNumberOfClasses) {
  EXPECT_NEAR(scoreOf(at::eye(7).repeat({10, 1}), 1), 7, 1e-9);
  EXPECT_NEAR(scoreOf(at::full({20, 7}, 1.0 / 7), 1), 1, 1e-9);
  EXPECT_NEAR(scoreOf(at::eye(7).slice(0, 0, 1).repeat({10, 1}), 1), 1, 1e-9);
}

TEST(InceptionScore, IsTheSameWhateverThePiecesTheProbabilitiesCameIn) {
  const at::Tensor probabilities = at::softmax(at::linspace(-3, 3, 53 * 11).sin().view({53, 11}) * 3, 1);
  InceptionScore whole(53, 10);
  whole.add(probabilities);
  InceptionScore pieces(53, 10);
  for (const at::Tensor& part : probabilities.split(8)) pieces.add(part);
  EXPECT_NEAR(pieces.score().mean, whole.score().mean, 1e-12);
  EXPECT_NEAR(pieces.score().deviation, whole.score().deviation, 1e-12);
}

TEST(InceptionScore, WithPlacesIsThatOfTheSamplesInTheirOrder) {
  const at::Tensor probabilities = at::softmax(at::linspace(-3, 3, 53 * 11).sin().view({53, 11}) * 3, 1);
  const at::Tensor places =
      at::arange(53).mul(20).remainder(53);  // a permutation, as 20 and 53 have no factor in common
  for (const ScoreSplits kind : {ScoreSplits::kAll, ScoreSplits::kEqual}) {
    InceptionScore ordered(53, 10, kind);
    ordered.add(at::zeros_like(probabilities).index_copy_(0, places, probabilities));
    InceptionScore placed(53, 10, kind, places);
    for (const at::Tensor& part : probabilities.split(8)) placed.add(part);
    EXPECT_NEAR(placed.score().mean, ordered.score().mean, 1e-12);
    EXPECT_NEAR(placed.score().deviation, ordered.score().deviation, 1e-12);
  }
}

TEST(InceptionScore, OfFewerSamplesThanSplitsIsRefused) {
  expectError(ErrorCode::kInvalidArgument, "samples_too_few", [] { InceptionScore(9, 10); });
}

}  // namespace
}  // namespace gan
