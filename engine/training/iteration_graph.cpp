#include "training/iteration_graph.h"

namespace gan {

at::Tensor IterationGraph::run(const CapturedValues& values, const std::function<at::Tensor()>& compute) {
  if (computed_ < kComputedFirst || values != values_) {
    graph_.reset();
    metrics_.reset();  // lie in the graph's memory
    values_ = values;
    ++computed_;
    inputs_.record();
    return compute();
  }
  inputs_.refill();
  if (!graph_) graph_ = capture_([this, compute] { metrics_ = compute(); });
  graph_->replay();
  return metrics_;
}

}  // namespace gan
