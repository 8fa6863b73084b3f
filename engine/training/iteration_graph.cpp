#include "training/iteration_graph.h"

#include <algorithm>

namespace gan {

at::Tensor IterationGraph::run(const LiveValues& values, std::uint64_t variant,
                               const std::function<at::Tensor()>& compute) {
  if (computed_ < kComputedFirst || values != values_) {
    variants_.clear();
    variants_.push_back({.number = variant});
    values_ = values;
    ++computed_;
    inputs_.record();
    return compute();
  }
  auto own = std::ranges::find(variants_, variant, &Variant::number);
  if (own == variants_.end()) {
    // Its kernels, too, make their workspaces when they are first used.
    if (variants_.size() == kVariants) variants_.pop_front();
    variants_.push_back({.number = variant});
    return compute();
  }
  variants_.splice(variants_.end(), variants_, own);
  inputs_.refill();
  if (!own->graph) {
    own->graph = capture_([metrics = &own->metrics, compute] { *metrics = compute(); });
  }
  own->graph->replay();
  return own->metrics;
}

}  // namespace gan
