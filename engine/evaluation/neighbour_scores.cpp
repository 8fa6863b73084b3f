#include "evaluation/neighbour_scores.h"

#include <ATen/ops/cat.h>
#include <ATen/ops/full.h>
#include <ATen/ops/topk.h>
#include <ATen/ops/zeros.h>

#include <algorithm>
#include <limits>
#include <string>
#include <utility>

#include "evaluation/moments.h"

namespace gan {
namespace {

/// Rows about a common middle, taken block by block: the nearer to zero they lie, the less their distances lose.
class Rows {
 public:
  Rows(const at::Tensor& rows, at::Tensor middle, std::int64_t block)
      : rows_(rows), middle_(std::move(middle)), block_(block) {}

  std::int64_t blocks() const { return (rows_.size(0) + block_ - 1) / block_; }
  /// float64 [block, D]; the last may be shorter.
  at::Tensor block(std::int64_t number) const { return part(rows_, number).to(at::kDouble) - middle_; }
  /// The same part of what has a value for each row.
  at::Tensor part(const at::Tensor& values, std::int64_t number) const {
    return values.slice(0, number * block_, std::min((number + 1) * block_, values.size(0)));
  }

 private:
  const at::Tensor& rows_;
  at::Tensor middle_;
  std::int64_t block_;
};

/// In memory of one block in double precision.
at::Tensor middleOf(const at::Tensor& rows, std::int64_t block) {
  at::Tensor sum = at::zeros({rows.size(1)}, at::kDouble);
  for (const at::Tensor& part : rows.split(block)) sum.add_(part.to(at::kDouble).sum(0));
  return sum.div_(static_cast<double>(rows.size(0)));
}

/// Counts rows of blocks, of which there are three passes.
class Steps {
 public:
  Steps(OnStep on_step, std::int64_t total) : on_step_(std::move(on_step)), total_(total) {}
  void next() {
    if (on_step_) on_step_(done_, total_);
    ++done_;
  }

 private:
  OnStep on_step_;
  std::int64_t total_;
  std::int64_t done_ = 0;
};

/// [n, m]
at::Tensor squaredDistances(const at::Tensor& x, const at::Tensor& y) {
  const at::Tensor squares = x.square().sum(1).unsqueeze(1) + y.square().sum(1).unsqueeze(0);
  return squares.addmm_(x, y.t(), /*beta=*/1, /*alpha=*/-2).clamp_min_(0);
}

/// Each block of distances is computed once and serves the rows on both of its sides.
at::Tensor squaredRadii(const Rows& rows, std::int64_t count, std::int64_t neighbours, Steps& steps) {
  // Each row is its own nearest one.
  at::Tensor nearest = at::full({count, neighbours + 1}, std::numeric_limits<double>::infinity(), at::kDouble);
  const auto take = [&](std::int64_t block, const at::Tensor& distances) {
    const at::Tensor place = rows.part(nearest, block);
    place.copy_(std::get<0>(at::topk(at::cat({place, distances}, 1), neighbours + 1, 1, /*largest=*/false)));
  };
  for (std::int64_t i = 0; i < rows.blocks(); ++i) {
    steps.next();
    const at::Tensor here = rows.block(i);
    for (std::int64_t j = i; j < rows.blocks(); ++j) {
      const at::Tensor distances = squaredDistances(here, rows.block(j));
      take(i, distances);
      if (j > i) take(j, distances.t());
    }
  }
  return std::get<0>(nearest.max(1));
}

void requireNeighbours(std::int64_t count, std::int64_t neighbours) {
  const std::string what = "Precision, recall, density and coverage by " + std::to_string(neighbours) + " neighbours";
  requireSamples(count, neighbours + 1, what.c_str());
}

}  // namespace

at::Tensor neighbourRadii(const at::Tensor& rows, const NeighbourOptions& options) {
  requireNeighbours(rows.size(0), options.neighbours);
  const Rows blocks(rows, middleOf(rows, options.block), options.block);
  Steps steps(options.on_step, blocks.blocks());
  return squaredRadii(blocks, rows.size(0), options.neighbours, steps).sqrt_();
}

NeighbourScores neighbourScores(const at::Tensor& real, const at::Tensor& generated, const NeighbourOptions& options) {
  requireNeighbours(std::min(real.size(0), generated.size(0)), options.neighbours);
  const at::Tensor middle = middleOf(real, options.block);
  const Rows rows(real, middle, options.block);
  const Rows others(generated, middle, options.block);
  Steps steps(options.on_step, 2 * rows.blocks() + others.blocks());
  const at::Tensor radii = squaredRadii(rows, real.size(0), options.neighbours, steps);
  const at::Tensor other_radii = squaredRadii(others, generated.size(0), options.neighbours, steps);
  at::Tensor balls_around = at::zeros({generated.size(0)}, at::kLong);  // of real samples
  std::int64_t recalled = 0;
  std::int64_t covered = 0;
  for (std::int64_t i = 0; i < rows.blocks(); ++i) {
    steps.next();
    const at::Tensor here = rows.block(i);
    const at::Tensor radius = rows.part(radii, i).unsqueeze(1);
    at::Tensor in_a_ball = at::zeros({here.size(0)}, at::kBool);
    at::Tensor holds_one = at::zeros({here.size(0)}, at::kBool);
    for (std::int64_t j = 0; j < others.blocks(); ++j) {
      const at::Tensor distances = squaredDistances(here, others.block(j));
      const at::Tensor inside = distances.lt(radius);
      others.part(balls_around, j).add_(inside.sum(0));
      holds_one.logical_or_(inside.any(1));
      in_a_ball.logical_or_(distances.lt(others.part(other_radii, j)).any(1));
    }
    recalled += in_a_ball.sum().item<std::int64_t>();
    covered += holds_one.sum().item<std::int64_t>();
  }
  const auto real_count = static_cast<double>(real.size(0));
  const auto generated_count = static_cast<double>(generated.size(0));
  return {.precision = balls_around.gt(0).sum().item<double>() / generated_count,
          .recall = static_cast<double>(recalled) / real_count,
          .density = balls_around.sum().item<double>() / (static_cast<double>(options.neighbours) * generated_count),
          .coverage = static_cast<double>(covered) / real_count};
}

}  // namespace gan
