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
#include "run/rank_iteration.h"
#include "training/step_record.h"

namespace gan {

/// Metrics of one step that have arrived on the host.
struct CollectedStep {
  StepRecord record;
  std::int64_t pending = 0;          ///< Rank 0's.
  bool stop = false;                 ///< Some rank wished to stop.
  std::vector<RankIteration> ranks;  ///< What each rank did with the time of the iteration, and its GPU's load.
};

/// What a rank wishes for, along with a step's metrics.
enum class Wish { kGoOn, kStop };

/// Takes metrics off the device without making the host wait: they are packed into one tensor, copied into pinned
/// memory and read `depth` steps later. One thread.
///
/// pending, wish and what the rank tells of itself ride in the same tensor: one sum over the processes, which nobody
/// waits for until the metrics are read, brings all ranks the same means, the same number and the same answer, exact
/// below 2^53, and every rank's row, exactly: each rank adds its own to the zeros of the others. Bytes count up to
/// 2^53.
class TelemetryRing {
 public:
  /// series: of every record. collective: null for one process. Must outlive the ring.
  TelemetryRing(std::shared_ptr<const SeriesList> series, c10::Device device, int depth,
                Collective* collective = nullptr);

  /// metrics: float [series.onDevice()] on the device. record brings what the host measured; what the device measured,
  /// and what the phases say, is filled in when it arrives.
  void push(StepRecord record, const at::Tensor& metrics, const RankIteration& own, std::int64_t pending,
            Wish wish = Wish::kGoOn);

  enum class Drain { kDue, kAll };
  /// Steps that are due, in order: those at least `depth` steps older than the newest, or all of them.
  std::vector<CollectedStep> collect(Drain drain);

  /// Forgets what has not been collected: training goes on from another state.
  void clear();

 private:
  struct Slot {
    StepRecord record;
    // float64, pinned for a device that is not the CPU
    at::Tensor own;                       // pending, wish, then a row for each rank
    at::Tensor host;                      // [series.onDevice()] of metrics, then own
    std::unique_ptr<c10::Event> arrived;  // null on the CPU
    Collective::Pending sum;              // on the CPU, of host
  };
  Slot takeFreeSlot();
  std::int64_t rank() const { return collective_ == nullptr ? 0 : collective_->rank(); }
  std::int64_t ranks() const { return collective_ == nullptr ? 1 : collective_->size(); }
  CollectedStep unpack(Slot& slot) const;
  void sumOnDevice(Slot& slot, at::Tensor packed);

  std::size_t metrics() const { return series_->onDevice(); }

  std::shared_ptr<const SeriesList> series_;
  c10::Device device_;
  std::size_t depth_;
  Collective* collective_;
  std::optional<c10::Stream> copy_stream_;
  std::deque<Slot> waiting_;  // oldest first
  std::vector<Slot> free_;
};

}  // namespace gan
