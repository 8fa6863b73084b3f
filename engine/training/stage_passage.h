#pragma once

#include <c10/core/Device.h>

#include <cstdint>

#include "distributed/stage_group.h"
#include "models/network_blocks.h"

namespace gan {

/// Carries passes of one network from stage to stage of a group, each in a process of its own, and gradients back, and
/// gradients of gradients: to send and to receive are each other's derivative, whatever number of times.
///
/// Each process runs the same lines on stand-ins of what others hold, and goes through the network's passes in the same
/// order, by which it knows what belongs to which. A backward pass meets the nodes that were made last first, so that
/// those of two processes that belong together come in the same order.
class StagePassage final : public BlockPassage {
 public:
  /// network: 1 or 2, to tell two of them apart. before, behind: the stages that hold the blocks there; where there are
  /// none any number will do. group must outlive it and every graph that went through it.
  StagePassage(StageGroup& group, int network, int before, int behind, c10::Device device);

  void arrive(BlockTensors& tensors) override;
  at::Tensor depart(const BlockTensors& tensors, at::IntArrayRef shape) override;

 private:
  std::int64_t keyOf(std::int64_t pass) const;

  StageGroup& group_;
  int network_;
  int before_;
  int behind_;
  c10::Device device_;
  std::int64_t arrivals_ = 0;
  std::int64_t departures_ = 0;
};

}  // namespace gan
