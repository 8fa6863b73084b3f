#include "evaluation/moments.h"

#include <ATen/ops/zeros.h>

#include <string>

#include "core/error.h"

namespace gan {

void requireSamples(std::int64_t found, std::int64_t needed, const char* what) {
  if (found >= needed) return;
  throw Error(ErrorCode::kInvalidArgument, "samples_too_few",
              "{what} needs at least {needed} samples of each side; there are {found}. Give more pictures, or leave "
              "this score away.",
              {{"what", what}, {"needed", std::to_string(needed)}, {"found", std::to_string(found)}});
}

MomentSums::MomentSums(std::int64_t size)
    : mean_(at::zeros({size}, at::kDouble)), scatter_(at::zeros({size, size}, at::kDouble)) {}

void MomentSums::add(const at::Tensor& rows) {
  if (rows.size(0) == 0) return;
  const at::Tensor piece = rows.to(at::kCPU, at::kDouble);
  const at::Tensor middle = piece.mean(0);
  const at::Tensor centred = piece - middle;
  scatter_.addmm_(centred.t(), centred);
  const auto before = static_cast<double>(count_);
  const auto now = static_cast<double>(rows.size(0));
  const at::Tensor step = middle - mean_;
  scatter_.addr_(step, step, /*beta=*/1, /*alpha=*/before * now / (before + now));
  mean_.add_(step, now / (before + now));
  count_ += rows.size(0);
}

Moments MomentSums::moments() const {
  requireSamples(count_, 2, "A covariance");
  const at::Tensor covariance = scatter_ / static_cast<double>(count_ - 1);
  return {.mean = mean_.clone(), .covariance = (covariance + covariance.t()).mul_(0.5), .count = count_};
}

}  // namespace gan
