#include "evaluation/frechet_distance.h"

#include <ATen/ops/isfinite.h>
#include <ATen/ops/linalg_eigh.h>
#include <ATen/ops/linalg_svdvals.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <sstream>
#include <string>

#include "config/evaluation_scores.h"
#include "core/error.h"
#include "evaluation/draw_rows.h"

namespace gan {
namespace {

void requireFinite(const at::Tensor& mean, const at::Tensor& second) {
  if (mean.isfinite().all().item<bool>() && second.isfinite().all().item<bool>()) return;
  throw Error(ErrorCode::kInvalidArgument, "moments_not_finite",
              "A mean or a covariance holds a value that is not finite, so there is no distance. Compute the features "
              "again, from pictures and a network that are whole.");
}

std::string shown(double value) {
  std::ostringstream text;
  text << value;
  return text.str();
}

/// Variances along eigenvectors are negative by rounding only, of single precision at most. values: rising.
void requireCovariance(const at::Tensor& values, const std::string& name) {
  const double least = values[0].item<double>();
  const double largest = values[values.size(0) - 1].item<double>();
  if (least >= -1e-3 * largest) return;
  throw Error(ErrorCode::kInvalidArgument, "moments_no_covariance",
              "{set} should have a covariance, whose eigenvalues are not negative, but the least is {least} and the "
              "largest {largest}. Compute its moments again.",
              {{"set", name}, {"least", shown(least)}, {"largest", shown(largest)}});
}

/// [R, D]: the square roots of the eigenvalues that rounding leaves, times their vectors.
at::Tensor rootOf(const at::Tensor& covariance, const std::string& name) {
  const auto [values, vectors] = at::linalg_eigh(covariance, "L");  // rising
  requireCovariance(values, name);
  const std::int64_t size = values.size(0);
  const double largest = values[size - 1].item<double>();
  const double least = largest * std::numeric_limits<double>::epsilon() * static_cast<double>(size);
  const std::int64_t kept = values.gt(std::max(0.0, least)).sum().item<std::int64_t>();
  const at::Tensor roots = values.slice(0, size - kept).sqrt();
  return vectors.slice(1, size - kept).mul(roots).t();
}

/// Where the line through (x, y) that is nearest by least squares meets x = 0.
double valueAtZero(const std::vector<double>& x, const std::vector<double>& y) {
  const auto count = static_cast<double>(x.size());
  double mean_x = 0;
  double mean_y = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    mean_x += x[i] / count;
    mean_y += y[i] / count;
  }
  double products = 0;
  double squares = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    products += (x[i] - mean_x) * (y[i] - mean_y);
    squares += (x[i] - mean_x) * (x[i] - mean_x);
  }
  return mean_y - products / squares * mean_x;
}

/// distance(share, draw) of shares from a quarter to all.
double extrapolated(const std::function<double(double share, std::uint64_t draw)>& distance, const OnStep& on_step) {
  constexpr int kShares = 15;
  constexpr double kSmallest = 0.25;
  std::vector<double> inverse;
  std::vector<double> distances;
  for (int i = 0; i < kShares; ++i) {
    if (on_step) on_step(i, kShares);
    const double share = kSmallest + (1 - kSmallest) * i / (kShares - 1);
    inverse.push_back(1 / share);
    distances.push_back(distance(share, static_cast<std::uint64_t>(i)));
  }
  return valueAtZero(inverse, distances);
}

at::Tensor shareOf(const at::Tensor& rows, double share, std::uint64_t seed, std::uint64_t draw) {
  const auto count = std::llround(share * static_cast<double>(rows.size(0)));
  return rows.index_select(0, drawRows(seed, draw, rows.size(0), count));
}

constexpr std::uint64_t kDrawsOfA = std::uint64_t{1} << 20U;
constexpr std::uint64_t kDrawsOfB = std::uint64_t{1} << 21U;

}  // namespace

GaussianFactor factorise(const Moments& moments, const std::string& name) {
  requireFinite(moments.mean, moments.covariance);
  return {.mean = moments.mean,
          .factor = rootOf(moments.covariance, name),
          .trace = moments.covariance.diagonal().sum().item<double>()};
}

GaussianFactor factorise(const at::Tensor& rows) {
  requireSamples(rows.size(0), 2, "A covariance");
  if (rows.size(0) > rows.size(1)) {
    constexpr std::int64_t kPiece = 4096;  // rows that are in memory in double precision at once
    MomentSums sums(rows.size(1));
    for (const at::Tensor& piece : rows.split(kPiece)) sums.add(piece);
    return factorise(sums.moments());
  }
  const at::Tensor wide = rows.to(at::kDouble);
  const at::Tensor mean = wide.mean(0);
  requireFinite(mean, wide);
  at::Tensor factor = (wide - mean).div_(std::sqrt(static_cast<double>(rows.size(0) - 1)));
  const double trace = factor.square().sum().item<double>();
  return {.mean = mean, .factor = std::move(factor), .trace = trace};
}

void requireSameSize(std::int64_t a, std::int64_t b) {
  if (a == b) return;
  throw Error(ErrorCode::kInvalidArgument, "moments_other_size",
              "Moments of {a} features cannot be compared with moments of {b}: they are of different networks. Take "
              "both from one.",
              {{"a", std::to_string(a)}, {"b", std::to_string(b)}});
}

double frechetDistance(const GaussianFactor& a, const GaussianFactor& b) {
  requireSameSize(a.mean.size(0), b.mean.size(0));
  const double shift = (a.mean - b.mean).square().sum().item<double>();
  const at::Tensor product = a.factor.matmul(b.factor.t());
  const double root = product.numel() == 0 ? 0 : at::linalg_svdvals(product).sum().item<double>();
  const double distance = shift + a.trace + b.trace - 2 * root;
  if (!std::isfinite(distance)) {
    throw Error(ErrorCode::kInvalidArgument, "moments_too_large",
                "The Frechet distance is not a finite number, because means or variances are too large: the traces of "
                "the covariances are {a} and {b}. Compute the moments again, from pictures and a network that are "
                "whole.",
                {{"a", shown(a.trace)}, {"b", shown(b.trace)}});
  }
  return std::max(0.0, distance);
}

double frechetDistance(const Moments& a, const Moments& b) { return frechetDistance(factorise(a), factorise(b)); }

double frechetInfinity(const at::Tensor& a, const at::Tensor& b, std::uint64_t seed, const OnStep& on_step) {
  requireSamples(std::min(a.size(0), b.size(0)), kLeastForInfinity, "A Frechet distance without bias");
  return extrapolated(
      [&](double share, std::uint64_t draw) {
        return frechetDistance(factorise(shareOf(a, share, seed, kDrawsOfA + draw)),
                               factorise(shareOf(b, share, seed, kDrawsOfB + draw)));
      },
      on_step);
}

double frechetInfinity(const GaussianFactor& a, const at::Tensor& b, std::uint64_t seed, const OnStep& on_step) {
  requireSamples(b.size(0), kLeastForInfinity, "A Frechet distance without bias");
  return extrapolated(
      [&](double share, std::uint64_t draw) {
        return frechetDistance(a, factorise(shareOf(b, share, seed, kDrawsOfB + draw)));
      },
      on_step);
}

}  // namespace gan
