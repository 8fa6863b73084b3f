#pragma once

#include <ATen/core/Tensor.h>
#include <c10/core/Device.h>
#include <c10/core/Event.h>

#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <vector>

#include "distributed/collective.h"
#include "training/step_record.h"

namespace gan {

/// Metrics of one step that have arrived on the host.
struct CollectedStep {
  StepRecord record;
  std::int64_t pending = 0;  ///< Rank 0's.
  bool stop = false;         ///< Some rank wished to stop.
};

/// What a rank wishes for, along with a step's metrics.
enum class Wish { kGoOn, kStop };

/// Takes metrics off the device without making the host wait: they are packed into one tensor, copied into pinned
/// memory and read `depth` steps later. One thread.
///
/// pending and wish ride in the same tensor: one sum over the processes, which nobody waits for until the metrics are
/// read, brings all ranks the same means, the same number and the same answer. Exact below 2^53.
class TelemetryRing {
 public:
  /// collective: null for one process. Must outlive the ring.
  TelemetryRing(c10::Device device, int depth, Collective* collective = nullptr);

  /// metrics: float [kMeasuredOnDevice] on the device. record brings what the host measured; its first values are
  /// filled in when they arrive.
  void push(StepRecord record, const at::Tensor& metrics, std::int64_t pending, Wish wish = Wish::kGoOn);

  enum class Drain { kDue, kAll };
  /// Steps that are due, in order: those at least `depth` steps older than the newest, or all of them.
  std::vector<CollectedStep> collect(Drain drain);

  /// Forgets what has not been collected: training goes on from another state.
  void clear();

 private:
  struct Slot {
    StepRecord record;
    at::Tensor host;                      // float64 [kMeasuredOnDevice + 2], pinned for a device that is not the CPU
    std::unique_ptr<c10::Event> arrived;  // null on the CPU
    Collective::Pending sum;              // on the CPU, of host
  };
  Slot takeFreeSlot();
  void sumOnDevice(Slot& slot, at::Tensor packed);

  c10::Device device_;
  std::size_t depth_;
  Collective* collective_;
  std::optional<c10::Stream> copy_stream_;
  std::deque<Slot> waiting_;  // oldest first
  std::vector<Slot> free_;
};

}  // namespace gan
