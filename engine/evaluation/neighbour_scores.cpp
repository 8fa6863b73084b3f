#include "evaluation/neighbour_scores.h"

#include <ATen/Parallel.h>
#include <ATen/ops/addmm.h>
#include <ATen/ops/empty.h>
#include <ATen/ops/zeros.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <limits>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include "evaluation/moments.h"

namespace gan {
namespace {

/// Of a row, in double precision.
template <typename Number>
double squaredDistance(const Number* x, const Number* y, std::int64_t size) {
  constexpr std::int64_t kLanes = 8;  // sums that do not wait for each other
  std::array<double, kLanes> sums{};
  std::int64_t i = 0;
  for (; i + kLanes <= size; i += kLanes) {
    for (std::int64_t lane = 0; lane < kLanes; ++lane) {
      const double difference = static_cast<double>(x[i + lane]) - static_cast<double>(y[i + lane]);
      sums[static_cast<std::size_t>(lane)] += difference * difference;
    }
  }
  for (; i < size; ++i) {
    const double difference = static_cast<double>(x[i]) - static_cast<double>(y[i]);
    sums[0] += difference * difference;
  }
  double sum = 0;
  for (const double part : sums) sum += part;
  return sum;
}

/// Rows whose distances are known exactly, and by matrix products of single precision from below and above. Taken
/// about a common middle and scaled, so that the bounds are near.
class Rows {
 public:
  struct Block {
    std::int64_t first = 0;
    at::Tensor rows;     ///< float32 [n, D]
    at::Tensor squares;  ///< float32 [n], of their lengths.
    at::Tensor slack;    ///< float32 [n]: what products with them may be off, on either side.
  };

  Rows(const at::Tensor& rows, const at::Tensor& middle, double scale, std::int64_t block)
      : rows_((rows.scalar_type() == at::kDouble ? rows : rows.to(at::kFloat)).contiguous()),
        // Any shift leaves distances as they are, so that of a float's precision is exact, too.
        middle_(middle.to(at::kFloat).to(rows_.scalar_type())),
        scale_(scale),
        block_(block),
        squares_(at::empty({rows.size(0)}, at::kFloat)) {
    for (std::int64_t i = 0; i < blocks(); ++i) part(squares_, i).copy_(scaled(i).square().sum(1, false, at::kDouble));
    // |fl(x . y) - x . y| <= D u |x| |y| (Higham, "Accuracy and Stability of Numerical Algorithms", 2002, equation
    // 3.5); twice that counts, and |x| |y| is at most half of the squares' sum. The rest is for what is rounded
    // besides.
    constexpr double kUnit = 1.0 / (1U << 24U);
    slack_ = squares_ * (static_cast<double>(rows_.size(1) + 32) * kUnit) + std::numeric_limits<float>::min();
  }

  std::int64_t count() const { return rows_.size(0); }
  std::int64_t blocks() const { return (count() + block_ - 1) / block_; }
  double scale() const { return scale_; }
  Block block(std::int64_t number) const {
    return {number * block_, scaled(number).to(at::kFloat), part(squares_, number), part(slack_, number)};
  }
  /// The same part of what has a value for each row.
  at::Tensor part(const at::Tensor& values, std::int64_t number) const {
    return values.slice(0, number * block_, std::min((number + 1) * block_, values.size(0)));
  }
  double squaredDistanceTo(std::int64_t row, const Rows& others, std::int64_t other) const {
    const std::int64_t size = rows_.size(1);
    if (rows_.scalar_type() == at::kDouble) {
      return squaredDistance(rows_.const_data_ptr<double>() + row * size,
                             others.rows_.const_data_ptr<double>() + other * size, size);
    }
    return squaredDistance(rows_.const_data_ptr<float>() + row * size,
                           others.rows_.const_data_ptr<float>() + other * size, size);
  }

 private:
  at::Tensor scaled(std::int64_t number) const { return (part(rows_, number) - middle_).mul_(scale_); }

  at::Tensor rows_;
  at::Tensor middle_;
  double scale_;
  std::int64_t block_;
  at::Tensor squares_;  // float32 [N], as Block's
  at::Tensor slack_;
};

/// In memory of one block in double precision.
at::Tensor middleOf(const at::Tensor& rows, std::int64_t block) {
  at::Tensor sum = at::zeros({rows.size(1)}, at::kDouble);
  for (const at::Tensor& part : rows.split(block)) sum.add_(part.to(at::kDouble).sum(0));
  return sum.div_(static_cast<double>(rows.size(0)));
}

/// That makes the farthest row at most of length 1, since single precision has few exponents: a power of two, which
/// rounds nothing.
double scaleOf(const std::vector<at::Tensor>& sets, const at::Tensor& middle, std::int64_t block) {
  double farthest = 0;
  for (const at::Tensor& set : sets) {
    for (const at::Tensor& part : set.split(block)) {
      farthest = std::max(farthest, (part.to(at::kDouble) - middle).norm(2, 1).max().item<double>());
    }
  }
  return farthest > 0 ? std::exp2(-std::ceil(std::log2(farthest))) : 1;
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

/// What squared distances are at least: float32 [n, m].
at::Tensor leastSquaredDistances(const Rows::Block& x, const Rows::Block& y) {
  return at::addmm((y.squares - y.slack).unsqueeze(0), x.rows, y.rows.t(), /*beta=*/1, /*alpha=*/-2)
      .add_((x.squares - x.slack).unsqueeze(1));
}

/// Squared distances to the k-th nearest other row: float64 [N]. Those that are near by their bounds are computed
/// exactly; where that does not decide it, all of the row.
class Radii {
 public:
  Radii(const Rows& rows, std::int64_t neighbours)
      : rows_(rows),
        rank_(neighbours),
        kept_(std::min(rows.count(), 2 * neighbours + 10)),
        nearest_(static_cast<std::size_t>(rows.count() * kept_)),
        farthest_(static_cast<std::size_t>(rows.count()), std::numeric_limits<float>::infinity()) {}

  /// Each block of distances is computed once and serves the rows on both of its sides.
  at::Tensor compute(Steps& steps) {
    for (std::int64_t i = 0; i < rows_.blocks(); ++i) {
      steps.next();
      const Rows::Block here = rows_.block(i);
      for (std::int64_t j = i; j < rows_.blocks(); ++j) {
        const Rows::Block there = j == i ? here : rows_.block(j);
        const at::Tensor least = leastSquaredDistances(here, there);
        takeRows(least, here.first, there.first);
        if (j > i) takeColumns(least, here.first, there.first);
      }
    }
    at::Tensor radii = at::empty({rows_.count()}, at::kDouble);
    double* radius = radii.mutable_data_ptr<double>();
    at::parallel_for(0, rows_.count(), 1, [&](std::int64_t first, std::int64_t last) {
      for (std::int64_t row = first; row < last; ++row) radius[row] = radiusOf(row);
    });
    return radii;
  }

 private:
  struct Near {
    float least = std::numeric_limits<float>::infinity();
    std::int64_t number = 0;  ///< Of the row.
  };

  void takeRows(const at::Tensor& least, std::int64_t first_row, std::int64_t first_column) {
    const float* values = least.const_data_ptr<float>();
    const std::int64_t columns = least.size(1);
    at::parallel_for(0, least.size(0), 1, [&](std::int64_t first, std::int64_t last) {
      for (std::int64_t i = first; i < last; ++i) {
        for (std::int64_t j = 0; j < columns; ++j) take(first_row + i, values[i * columns + j], first_column + j);
      }
    });
  }

  void takeColumns(const at::Tensor& least, std::int64_t first_row, std::int64_t first_column) {
    const float* values = least.const_data_ptr<float>();
    const std::int64_t columns = least.size(1);
    constexpr std::int64_t kAtLeast = 64;  // of a thread, lying beside each other
    at::parallel_for(0, columns, kAtLeast, [&](std::int64_t first, std::int64_t last) {
      for (std::int64_t i = 0; i < least.size(0); ++i) {
        for (std::int64_t j = first; j < last; ++j) take(first_column + j, values[i * columns + j], first_row + i);
      }
    });
  }

  void take(std::int64_t row, float least, std::int64_t number) {
    float& farthest = farthest_[static_cast<std::size_t>(row)];
    if (least >= farthest) return;
    const auto begin = nearest_.begin() + row * kept_;
    const auto by_bound = [](const Near& a, const Near& b) { return a.least < b.least; };
    *std::max_element(begin, begin + kept_, by_bound) = {least, number};
    farthest = std::max_element(begin, begin + kept_, by_bound)->least;
  }

  double radiusOf(std::int64_t row) const {
    std::vector<double> distances;
    const auto begin = nearest_.begin() + row * kept_;
    for (auto near = begin; near != begin + kept_; ++near) {
      distances.push_back(rows_.squaredDistanceTo(row, rows_, near->number));
    }
    const double found = ranked(distances);
    // By its bound no other row is nearer than the farthest of these.
    const double others = farthest_[static_cast<std::size_t>(row)];
    if (kept_ == rows_.count() || found * rows_.scale() * rows_.scale() <= others) return found;
    distances.clear();
    for (std::int64_t i = 0; i < rows_.count(); ++i) distances.push_back(rows_.squaredDistanceTo(row, rows_, i));
    return ranked(distances);
  }

  /// Each row is its own nearest one.
  double ranked(std::vector<double>& distances) const {
    const auto place = distances.begin() + rank_;
    std::nth_element(distances.begin(), place, distances.end());
    return *place;
  }

  const Rows& rows_;
  std::int64_t rank_;
  std::int64_t kept_;
  std::vector<Near> nearest_;    // [N, kept]
  std::vector<float> farthest_;  // [N], of each row's nearest
};

/// radii: squared, float64, of the block's rows.
struct Balls {
  const Rows& rows;
  Rows::Block block;
  at::Tensor radii;
};

/// A radius as distances in single precision are compared with it: below `inside` it is surely larger, above `outside`
/// surely not.
struct Bounds {
  std::vector<float> inside;
  std::vector<float> outside;

  explicit Bounds(const Balls& balls) {
    constexpr double kRounding = 1e-6;
    const double* radii = balls.radii.const_data_ptr<double>();
    const double scale = balls.rows.scale() * balls.rows.scale();
    for (std::int64_t i = 0; i < balls.radii.size(0); ++i) {
      inside.push_back(static_cast<float>(radii[i] * scale * (1 - kRounding)));
      outside.push_back(static_cast<float>(radii[i] * scale * (1 + kRounding)));
    }
  }
};

/// What of real samples lies in balls, and the other way round, is counted here.
struct Counts {
  std::vector<std::int64_t> balls_around;  ///< A generated sample: those of real ones.
  std::int64_t recalled = 0;
  std::int64_t covered = 0;
};

/// Of one block of real samples with one of generated ones; holds and lies: of each real sample, whether its ball holds
/// a generated one and whether it lies in such a one's.
void countInside(const Balls& real, const Balls& made, std::vector<char>& holds, std::vector<char>& lies,
                 Counts& counts) {
  const at::Tensor least = leastSquaredDistances(real.block, made.block);
  const Bounds real_bounds(real);
  const Bounds made_bounds(made);
  const float* values = least.const_data_ptr<float>();
  const float* real_slack = real.block.slack.const_data_ptr<float>();
  const float* made_slack = made.block.slack.const_data_ptr<float>();
  const double* real_radii = real.radii.const_data_ptr<double>();
  const double* made_radii = made.radii.const_data_ptr<double>();
  const auto columns = static_cast<std::size_t>(least.size(1));
  at::parallel_for(0, least.size(0), 1, [&](std::int64_t first, std::int64_t last) {
    for (auto i = static_cast<std::size_t>(first); i < static_cast<std::size_t>(last); ++i) {
      for (std::size_t j = 0; j < columns; ++j) {
        const float value = values[i * columns + j];
        if (value > real_bounds.outside[i] && value > made_bounds.outside[j]) continue;
        const float most = value + 2 * real_slack[i] + 2 * made_slack[j];
        bool in_real = most < real_bounds.inside[i];
        bool in_made = most < made_bounds.inside[j];
        if (!in_real || !in_made) {
          const double distance =
              real.rows.squaredDistanceTo(real.block.first + static_cast<std::int64_t>(i), made.rows,
                                          made.block.first + static_cast<std::int64_t>(j));
          in_real = distance < real_radii[i];
          in_made = distance < made_radii[j];
        }
        if (in_made) lies[i] = 1;
        if (!in_real) continue;
        holds[i] = 1;
        std::atomic_ref(counts.balls_around[static_cast<std::size_t>(made.block.first) + j])
            .fetch_add(1, std::memory_order_relaxed);
      }
    }
  });
}

void requireNeighbours(std::int64_t count, std::int64_t neighbours) {
  const std::string what = "Precision, recall, density and coverage by " + std::to_string(neighbours) + " neighbours";
  requireSamples(count, neighbours + 1, what.c_str());
}

}  // namespace

at::Tensor neighbourRadii(const at::Tensor& rows, const NeighbourOptions& options) {
  requireNeighbours(rows.size(0), options.neighbours);
  const at::Tensor middle = middleOf(rows, options.block);
  const Rows blocks(rows, middle, scaleOf({rows}, middle, options.block), options.block);
  Steps steps(options.on_step, blocks.blocks());
  return Radii(blocks, options.neighbours).compute(steps).sqrt_();
}

NeighbourScores neighbourScores(const at::Tensor& real, const at::Tensor& generated, const NeighbourOptions& options) {
  requireNeighbours(std::min(real.size(0), generated.size(0)), options.neighbours);
  const at::Tensor middle = middleOf(real, options.block);
  const double scale = scaleOf({real, generated}, middle, options.block);
  const at::ScalarType type = at::promote_types(real.scalar_type(), generated.scalar_type());
  const Rows rows(real.to(type), middle, scale, options.block);
  const Rows others(generated.to(type), middle, scale, options.block);
  Steps steps(options.on_step, 2 * rows.blocks() + others.blocks());
  const at::Tensor radii = Radii(rows, options.neighbours).compute(steps);
  const at::Tensor other_radii = Radii(others, options.neighbours).compute(steps);
  Counts counts{std::vector<std::int64_t>(static_cast<std::size_t>(generated.size(0)))};
  for (std::int64_t i = 0; i < rows.blocks(); ++i) {
    steps.next();
    const Balls here{rows, rows.block(i), rows.part(radii, i)};
    std::vector<char> holds(static_cast<std::size_t>(here.radii.size(0)));
    std::vector<char> lies(holds.size());
    for (std::int64_t j = 0; j < others.blocks(); ++j) {
      countInside(here, {others, others.block(j), others.part(other_radii, j)}, holds, lies, counts);
    }
    counts.recalled += std::ranges::count(lies, 1);
    counts.covered += std::ranges::count(holds, 1);
  }
  const auto real_count = static_cast<double>(real.size(0));
  const auto generated_count = static_cast<double>(generated.size(0));
  const auto lie_in_a_ball = std::ranges::count_if(counts.balls_around, [](std::int64_t balls) { return balls > 0; });
  const auto balls = std::accumulate(counts.balls_around.begin(), counts.balls_around.end(), std::int64_t{0});
  return {.precision = static_cast<double>(lie_in_a_ball) / generated_count,
          .recall = static_cast<double>(counts.recalled) / real_count,
          .density = static_cast<double>(balls) / (static_cast<double>(options.neighbours) * generated_count),
          .coverage = static_cast<double>(counts.covered) / real_count};
}

}  // namespace gan
