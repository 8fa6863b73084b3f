#pragma once

#include <ATen/core/Tensor.h>

#include <memory>
#include <string>
#include <vector>

#include "distributed/collective.h"

namespace gan {

/// Averages the gradients of one network over all ranks while its backward pass still runs: c10d's Reducer with a
/// Logger, buckets of 1 MiB and then 4 MiB on CPUs, 25 MiB on GPUs (Li et al., 2020, "PyTorch distributed", section
/// 3.2).
///
/// One for each network. The parameters must have their final device, type and memory layout, keep them, and all take
/// part in every backward pass that is prepared. One thread.
class GradientReducer {
 public:
  /// All ranks together; leaves the parameters without gradients. collective must outlive the reducer.
  GradientReducer(std::vector<at::Tensor> parameters, Collective& collective);
  ~GradientReducer();
  GradientReducer(const GradientReducer&) = delete;
  GradientReducer& operator=(const GradientReducer&) = delete;

  /// The backward pass that follows ends with the gradients' mean over all ranks, in place. A backward pass that was
  /// not prepared stays on its rank and adds up: that is how gradients are accumulated, and how the other network's
  /// passes go through this one.
  void prepare();
  /// To be called when that pass is over: what it waited for other ranks in the end counts as waited; see
  /// Collective::waited().
  void countWait();

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace gan
