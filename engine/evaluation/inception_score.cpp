#include "evaluation/inception_score.h"

#include <ATen/ops/arange.h>
#include <ATen/ops/bucketize.h>
#include <ATen/ops/tensor.h>
#include <ATen/ops/xlogy.h>
#include <ATen/ops/zeros.h>

#include <cmath>
#include <utility>
#include <vector>

#include "evaluation/moments.h"

namespace gan {

InceptionScore::InceptionScore(std::int64_t count, std::int64_t splits, ScoreSplits kind, at::Tensor places)
    : kind_(kind), places_(std::move(places)) {
  requireSamples(count, splits, "An Inception Score of so many splits");
  std::vector<std::int64_t> begins;
  for (std::int64_t j = 0; j <= splits; ++j) {
    begins.push_back(kind == ScoreSplits::kEqual ? j * (count / splits) : j * count / splits);
  }
  begins_ = at::tensor(begins, at::kLong);
  negative_entropies_ = at::zeros({splits}, at::kDouble);
}

at::Tensor InceptionScore::placesOfNext(std::int64_t count) const {
  if (!places_.defined()) return at::arange(position_, position_ + count, at::kLong);
  return places_.slice(0, position_, position_ + count);
}

void InceptionScore::add(const at::Tensor& probabilities) {
  const at::Tensor all = probabilities.to(at::kCPU, at::kDouble);
  if (!sums_.defined()) sums_ = at::zeros({negative_entropies_.size(0), all.size(1)}, at::kDouble);
  const at::Tensor split = at::bucketize(placesOfNext(all.size(0)), begins_, /*out_int32=*/false, /*right=*/true) - 1;
  position_ += all.size(0);
  const at::Tensor rows = split.lt(negative_entropies_.size(0)).nonzero().flatten();  // but the remainder
  const at::Tensor p = all.index_select(0, rows);
  const at::Tensor its_split = split.index_select(0, rows);
  negative_entropies_.index_add_(0, its_split, at::xlogy(p, p).sum(1));
  sums_.index_add_(0, its_split, p);
}

Spread InceptionScore::score() const {
  const at::Tensor counts = begins_.diff().to(at::kDouble);
  const at::Tensor means = sums_ / counts.unsqueeze(1);
  const at::Tensor scores = (negative_entropies_ / counts - at::xlogy(means, means).sum(1)).exp_();
  const auto* first = scores.const_data_ptr<double>();
  return spreadOf({first, first + scores.numel()}, kind_ == ScoreSplits::kAll ? 1 : 0);
}

}  // namespace gan
