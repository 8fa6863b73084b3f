#include "evaluation/neighbour_scores.h"

#include <ATen/ATen.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "evaluation/normals.h"
#include "support/expect_error.h"
#include "tensor/random_stream.h"

namespace gan {
namespace {

using Table = std::vector<std::vector<double>>;

Table distances(const at::Tensor& a, const at::Tensor& b) {
  Table table;
  for (std::int64_t i = 0; i < a.size(0); ++i) {
    table.emplace_back();
    for (std::int64_t j = 0; j < b.size(0); ++j) {
      table.back().push_back((a[i].to(at::kDouble) - b[j].to(at::kDouble)).norm().item<double>());
    }
  }
  return table;
}

std::vector<double> radii(const at::Tensor& rows, std::size_t k) {
  std::vector<double> found;
  for (std::vector<double> line : distances(rows, rows)) {
    std::ranges::sort(line);
    found.push_back(line[k]);  // line[0] is the row itself
  }
  return found;
}

/// Sentence by sentence as the papers define them.
NeighbourScores byHand(const at::Tensor& real, const at::Tensor& generated, std::size_t k) {
  const Table between = distances(real, generated);
  const std::vector<double> real_radii = radii(real, k);
  const std::vector<double> generated_radii = radii(generated, k);
  const std::size_t reals = real_radii.size();
  const std::size_t others = generated_radii.size();
  NeighbourScores scores;
  for (std::size_t j = 0; j < others; ++j) {
    std::size_t balls = 0;
    for (std::size_t i = 0; i < reals; ++i) balls += between[i][j] < real_radii[i] ? 1 : 0;
    scores.precision += balls > 0 ? 1.0 / static_cast<double>(others) : 0;
    scores.density += static_cast<double>(balls) / static_cast<double>(k * others);
  }
  for (std::size_t i = 0; i < reals; ++i) {
    bool recalled = false;
    bool covered = false;
    for (std::size_t j = 0; j < others; ++j) {
      recalled = recalled || between[i][j] < generated_radii[j];
      covered = covered || between[i][j] < real_radii[i];
    }
    scores.recall += recalled ? 1.0 / static_cast<double>(reals) : 0;
    scores.coverage += covered ? 1.0 / static_cast<double>(reals) : 0;
  }
  return scores;
}

void expectEqual(const NeighbourScores& found, const NeighbourScores& expected) {
  EXPECT_NEAR(found.precision, expected.precision, 1e-12);
  EXPECT_NEAR(found.recall, expected.recall, 1e-12);
  EXPECT_NEAR(found.density, expected.density, 1e-12);
  EXPECT_NEAR(found.coverage, expected.coverage, 1e-12);
}

TEST(NeighbourScores, AreWhatCountingByHandGives) {
  const at::Tensor real = normals(13, 0, 60, 3);
  const at::Tensor generated = normals(13, 1, 45, 3) * 0.7F + 0.4F;
  for (const std::int64_t k : {1, 3, 5}) {
    expectEqual(neighbourScores(real, generated, {.neighbours = k}),
                byHand(real, generated, static_cast<std::size_t>(k)));
  }
}

TEST(NeighbourScores, AreTheSameForAnySizeOfBlocks) {
  const at::Tensor real = normals(13, 2, 203, 16);
  const at::Tensor generated = normals(13, 3, 150, 16) * 1.2F;
  const NeighbourScores whole = neighbourScores(real, generated, {.neighbours = 5, .block = 1000});
  for (const std::int64_t block : {7, 64, 150}) {
    expectEqual(neighbourScores(real, generated, {.neighbours = 5, .block = block}), whole);
    const at::Tensor blocked = neighbourRadii(real, {.neighbours = 5, .block = block});
    EXPECT_TRUE(at::allclose(blocked, neighbourRadii(real, {.neighbours = 5, .block = 1000}), 1e-12));
  }
}

TEST(NeighbourScores, FarFromZeroAreThoseNearIt) {
  const at::Tensor real = normals(13, 4, 80, 8).to(at::kDouble);
  const at::Tensor generated = normals(13, 5, 80, 8).to(at::kDouble);
  expectEqual(neighbourScores(real + 1e5, generated + 1e5, {.neighbours = 3}),
              neighbourScores(real, generated, {.neighbours = 3}));
}

TEST(NeighbourScores, AreExactWhereSinglePrecisionCannotTellDistancesApart) {
  at::Tensor real = normals(13, 10, 60, 24) * 1e-3;
  at::Tensor generated = real.slice(0, 0, 50) + normals(13, 11, 50, 24) * 1e-6;
  generated[49] = 1000;  // so that all others are near one another in comparison
  expectEqual(neighbourScores(real, generated, {.neighbours = 3, .block = 16}), byHand(real, generated, 3));
}

TEST(NeighbourScores, CountRowsThatAreThereTwice) {
  const at::Tensor half = normals(13, 12, 20, 5);
  const at::Tensor real = at::cat({half, half, half});
  const at::Tensor generated = at::cat({half + 0.01, half, normals(13, 13, 8, 5)});
  for (const std::int64_t k : {1, 2, 4}) {
    expectEqual(neighbourScores(real, generated, {.neighbours = k, .block = 32}),
                byHand(real, generated, static_cast<std::size_t>(k)));
  }
}

TEST(NeighbourScores, OfSetsThatShareNothingAreZero) {
  expectEqual(neighbourScores(normals(13, 6, 30, 4), normals(13, 7, 30, 4) + 100, {.neighbours = 5}), {});
}

TEST(NeighbourScores, OfNoMoreSamplesThanNeighboursAreRefused) {
  const at::Tensor many = normals(13, 8, 30, 4);
  const at::Tensor few = normals(13, 9, 5, 4);
  expectError(ErrorCode::kInvalidArgument, "samples_too_few", [&] { neighbourScores(many, few, {.neighbours = 5}); });
  expectError(ErrorCode::kInvalidArgument, "samples_too_few", [&] { neighbourRadii(few, {.neighbours = 5}); });
}

TEST(NeighbourScores, TellsHowManyBlocksOfHowManyAreDone) {
  std::vector<std::int64_t> done;
  const auto on_step = [&](std::int64_t number, std::int64_t total) {
    EXPECT_EQ(total, 3 + 3 + 2);
    done.push_back(number);
  };
  neighbourScores(at::eye(30), at::eye(30).slice(0, 0, 20), {.neighbours = 2, .block = 10, .on_step = on_step});
  EXPECT_EQ(done, (std::vector<std::int64_t>{0, 1, 2, 3, 4, 5, 6, 7}));
}

}  // namespace
}  // namespace gan
