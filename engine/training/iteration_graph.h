#pragma once

#include <ATen/core/Tensor.h>

#include <cstdint>
#include <functional>
#include <list>
#include <memory>

#include "cuda/cuda_module.h"
#include "training/iteration_inputs.h"
#include "training/live_values.h"

namespace gan {

/// Hands a GPU each iteration as one graph, in place of some hundred kernels that the host starts one by one. The first
/// iterations are computed directly, and so is one after each change of what the graph repeats; then it is captured
/// anew. Iterations that differ by what is only done now and then are graphs of their own. One thread.
class IterationGraph {
 public:
  /// Iterations that are computed directly at least: c10d's Reducer times its first ten passes with events that a graph
  /// cannot hold, and libraries make their workspaces when they are first used.
  static constexpr int kComputedFirst = 11;

  /// Graphs at hand at a time, each with an iteration's memory; beyond them the one that was used
  /// longest ago goes.
  static constexpr std::size_t kVariants = 4;

  /// inputs must outlive it.
  IterationGraph(CaptureGraph capture, IterationInputs& inputs) : capture_(std::move(capture)), inputs_(inputs) {}

  /// After inputs.begin(). compute makes an iteration's metrics on the device; it asks nothing but `values`, the
  /// variant, DeviceScalars and the inputs, which are the same ones for all variants; it waits for nothing on the
  /// device, and what it does on the host is done only when it is called.
  /// values: what a captured iteration repeats as it was, for it stands in the kernels' arguments.
  at::Tensor run(const LiveValues& values, std::uint64_t variant, const std::function<at::Tensor()>& compute);

 private:
  CaptureGraph capture_;
  IterationInputs& inputs_;
  struct Variant {
    std::uint64_t number;
    std::unique_ptr<CudaGraph> graph = {};  // null: computed directly once
    at::Tensor metrics = {};                // of the captured iteration; lie in the graph's memory
  };

  int computed_ = 0;  // directly
  LiveValues values_;
  std::list<Variant> variants_;  // the last used at the end
};

}  // namespace gan
