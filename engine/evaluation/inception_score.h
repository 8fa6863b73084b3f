#pragma once

#include <ATen/core/Tensor.h>

#include <cstdint>

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
  /// count: samples that will come. places: int64 [count], where among all each of them counts as standing; undefined:
  /// where it comes. Throws Error(kInvalidArgument, "samples_too_few") where there are fewer than splits.
  InceptionScore(std::int64_t count, std::int64_t splits, ScoreSplits kind = ScoreSplits::kAll, at::Tensor places = {});

  /// probabilities: [n, classes] of any floating type, rows that sum up to 1.
  void add(const at::Tensor& probabilities);
  /// When all have come.
  Spread score() const;

 private:
  at::Tensor placesOfNext(std::int64_t count) const;

  ScoreSplits kind_;
  at::Tensor places_;
  at::Tensor begins_;              // of the splits: int64 [splits + 1], the end of the last one behind them
  at::Tensor negative_entropies_;  // sums over a split's samples of sum p log p: [splits]
  at::Tensor sums_;                // [splits, classes]
  std::int64_t position_ = 0;
};

}  // namespace gan
