#pragma once

#include <ATen/core/Tensor.h>

#include <cstdint>
#include <vector>

#include "evaluation/spread.h"

namespace gan {

/// How the samples are divided for the score's spread.
enum class ScoreSplits {
  kAll,    ///< Split j has samples j N / S to (j + 1) N / S; unbiased deviation (PyTorch-StudioGAN).
  kEqual,  ///< Each has N / S of them and the remainder is left out; deviation divided by S (BigGAN-PyTorch).
};

/// The Inception Score (Salimans et al., 2016): exp E_x KL(p(y|x) || p(y)) of each split, from probabilities that come
/// piece by piece; in float64, and in memory that does not depend on how many they are.
class InceptionScore {
 public:
  /// count: samples that will come. Throws Error(kInvalidArgument, "samples_too_few") where there are fewer than
  /// splits.
  InceptionScore(std::int64_t count, std::int64_t splits, ScoreSplits kind = ScoreSplits::kAll);

  /// probabilities: [n, classes] of any floating type, rows that sum up to 1.
  void add(const at::Tensor& probabilities);
  /// When all have come.
  Spread score() const;

 private:
  struct Split {
    std::int64_t begin = 0;
    std::int64_t end = 0;
    double negative_entropies = 0;  // sum over samples of sum p log p
    at::Tensor sum;                 // [classes]
  };
  std::vector<Split> splits_;
  ScoreSplits kind_;
  std::int64_t position_ = 0;
};

}  // namespace gan
