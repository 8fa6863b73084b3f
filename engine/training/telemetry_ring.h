#pragma once

#include <ATen/core/Tensor.h>
#include <c10/core/Device.h>
#include <c10/core/Event.h>

#include <cstdint>
#include <deque>
#include <memory>
#include <vector>

#include "training/step_record.h"

namespace gan {

/// Metrics of one step that have arrived on the host.
struct CollectedStep {
  StepRecord record;
  std::int64_t pending = 0;
};

/// Takes metrics off the device without making the host wait: they are packed into one tensor, copied into pinned
/// memory and read `depth` steps later. One thread.
///
/// pending rides in the same tensor, so that a reduction over processes takes both at once; exact below 2^53.
class TelemetryRing {
 public:
  TelemetryRing(c10::Device device, int depth);

  /// metrics: float32 [kMeasuredOnDevice] on the device. record brings what the host measured; its first values are
  /// filled in when they arrive.
  void push(StepRecord record, const at::Tensor& metrics, std::int64_t pending);

  enum class Drain { kDue, kAll };
  /// Steps that are due, in order: those at least `depth` steps older than the newest, or all of them.
  std::vector<CollectedStep> collect(Drain drain);

  /// Forgets what has not been collected: training goes on from another state.
  void clear();

 private:
  struct Slot {
    StepRecord record;
    at::Tensor host;                      // float64 [kMeasuredOnDevice + 1], pinned for a device that is not the CPU
    std::unique_ptr<c10::Event> arrived;  // null on the CPU
  };
  Slot takeFreeSlot();

  c10::Device device_;
  std::size_t depth_;
  std::deque<Slot> waiting_;  // oldest first
  std::vector<Slot> free_;
};

}  // namespace gan
