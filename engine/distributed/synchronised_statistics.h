#pragma once

#include "distributed/collective.h"
#include "layers/batch_statistics.h"

namespace gan {

/// Statistics of the batch that all ranks hold together, so that N processes normalise as one would with the whole
/// batch (Peng et al., 2018, "MegDet", section 3.3). Two sums over the ranks for each layer: one forward, one
/// backward; gradients of gradients go through further ones. Ranks may hold batches of different sizes.
///
/// All ranks run the same layers in the same order.
class SynchronisedStatistics final : public BatchStatistics {
 public:
  /// collective must outlive it and every graph that went through it.
  explicit SynchronisedStatistics(Collective& collective) : collective_(collective) {}

  at::Tensor normalise(const at::Tensor& x, const BatchNormTensors& tensors, double momentum, double epsilon) override;

 private:
  Collective& collective_;
};

}  // namespace gan
