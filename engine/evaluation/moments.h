#pragma once

#include <ATen/core/Tensor.h>

#include <cstdint>

namespace gan {

/// Mean and covariance of features: all that the Frechet distance knows of them.
struct Moments {
  at::Tensor mean;         ///< float64 [D]
  at::Tensor covariance;   ///< float64 [D, D], symmetric, divided by count - 1.
  std::int64_t count = 0;  ///< Samples; 0: whoever computed them does not say.
};

/// Moments of rows that come piece by piece, in float64 and in memory of D * D numbers (Chan, Golub and LeVeque, 1983,
/// equation 2.1: each piece is centred by itself, so that nothing cancels).
class MomentSums {
 public:
  explicit MomentSums(std::int64_t size);

  /// rows: [n, D] of any floating type.
  void add(const at::Tensor& rows);
  std::int64_t count() const { return count_; }
  /// Throws Error(kInvalidArgument, "samples_too_few") of fewer than two rows.
  Moments moments() const;

 private:
  at::Tensor mean_;     // [D]
  at::Tensor scatter_;  // [D, D], of the rows about mean_
  std::int64_t count_ = 0;
};

/// Throws Error(kInvalidArgument, "samples_too_few") where there are fewer than `needed`, naming what for.
void requireSamples(std::int64_t found, std::int64_t needed, const char* what);

}  // namespace gan
