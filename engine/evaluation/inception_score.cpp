#include "evaluation/inception_score.h"

#include <ATen/ops/xlogy.h>

#include <algorithm>
#include <cmath>

#include "evaluation/moments.h"

namespace gan {

InceptionScore::InceptionScore(std::int64_t count, std::int64_t splits, ScoreSplits kind) : kind_(kind) {
  requireSamples(count, splits, "An Inception Score of so many splits");
  for (std::int64_t j = 0; j < splits; ++j) {
    const bool equal = kind == ScoreSplits::kEqual;
    splits_.push_back({.begin = equal ? j * (count / splits) : j * count / splits,
                       .end = equal ? (j + 1) * (count / splits) : (j + 1) * count / splits,
                       .negative_entropies = 0,
                       .sum = {}});
  }
}

void InceptionScore::add(const at::Tensor& probabilities) {
  const at::Tensor p = probabilities.to(at::kCPU, at::kDouble);
  const at::Tensor negative_entropy = at::xlogy(p, p).sum(1);
  const std::int64_t end = position_ + p.size(0);
  for (Split& split : splits_) {
    const std::int64_t first = std::max(split.begin, position_) - position_;
    const std::int64_t last = std::min(split.end, end) - position_;
    if (first >= last) continue;
    split.negative_entropies += negative_entropy.slice(0, first, last).sum().item<double>();
    const at::Tensor sum = p.slice(0, first, last).sum(0);
    split.sum = split.sum.defined() ? split.sum + sum : sum;
  }
  position_ = end;
}

Spread InceptionScore::score() const {
  std::vector<double> scores;
  for (const Split& split : splits_) {
    const auto count = static_cast<double>(split.end - split.begin);
    const at::Tensor mean = split.sum / count;
    scores.push_back(std::exp(split.negative_entropies / count - at::xlogy(mean, mean).sum().item<double>()));
  }
  return spreadOf(scores, kind_ == ScoreSplits::kAll ? 1 : 0);
}

}  // namespace gan
