#pragma once

#include <ATen/core/Tensor.h>

#include <functional>
#include <memory>

#include "cuda/cuda_module.h"
#include "training/iteration_inputs.h"
#include "training/live_values.h"

namespace gan {

/// What a captured iteration repeats as it was: it stands in the kernels' arguments.
struct CapturedValues {
  LiveValues live;
  double ema_decay = 0;
  bool operator==(const CapturedValues&) const = default;
};

/// Hands a GPU each iteration as one graph, in place of some hundred kernels that the host starts one by one. The first
/// iterations are computed directly, and so is one after each change of what the graph repeats; then it is captured
/// anew. One thread.
class IterationGraph {
 public:
  /// Iterations that are computed directly at least: c10d's Reducer times its first ten passes with events that a graph
  /// cannot hold, and libraries make their workspaces when they are first used.
  static constexpr int kComputedFirst = 11;

  /// inputs must outlive it.
  IterationGraph(CaptureGraph capture, IterationInputs& inputs) : capture_(std::move(capture)), inputs_(inputs) {}

  /// After inputs.begin(). compute makes an iteration's metrics on the device; it asks nothing but `values` and the
  /// inputs, waits for nothing on the device, and what it does on the host is done only when it is called.
  at::Tensor run(const CapturedValues& values, const std::function<at::Tensor()>& compute);

 private:
  CaptureGraph capture_;
  IterationInputs& inputs_;
  int computed_ = 0;  // directly
  CapturedValues values_;
  std::unique_ptr<CudaGraph> graph_;
  at::Tensor metrics_;  // of the captured iteration
};

}  // namespace gan
