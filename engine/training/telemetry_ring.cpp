#include "training/telemetry_ring.h"

#include <ATen/core/grad_mode.h>
#include <ATen/ops/cat.h>
#include <ATen/ops/empty.h>
#include <ATen/ops/zeros.h>
#include <c10/core/StreamGuard.h>
#include <c10/core/impl/VirtualGuardImpl.h>

#include <algorithm>
#include <array>
#include <utility>

#include "run/metrics.h"

namespace gan {

namespace {

constexpr std::int64_t kFirstRow = 2;  // after the pending number and how many ranks wish to stop

// A rank's row: its phases, then its device.
constexpr std::size_t kBusyPercent = kPhaseCount;
constexpr std::size_t kMemoryUsed = kPhaseCount + 1;
constexpr std::size_t kMemoryTotal = kPhaseCount + 2;
constexpr std::size_t kRowSize = kPhaseCount + 3;
constexpr double kUnknown = -1;  // no percentage, or no device when it stands for its memory

/// Up to 2^53, as far as every number has a double.
double exactly(std::uint64_t bytes) { return static_cast<double>(std::min(bytes, std::uint64_t{1} << 53U)); }

void packRow(const RankIteration& own, double* row) {
  std::ranges::copy(own.times, row);
  row[kBusyPercent] = own.device ? own.device->busy_percent.value_or(kUnknown) : kUnknown;
  row[kMemoryUsed] = own.device ? exactly(own.device->memory_used_bytes) : kUnknown;
  row[kMemoryTotal] = own.device ? exactly(own.device->memory_total_bytes) : kUnknown;
}

RankIteration unpackRow(const double* row) {
  RankIteration rank;
  std::copy_n(row, kPhaseCount, rank.times.begin());
  if (row[kMemoryUsed] < 0) return rank;
  rank.device = DeviceLoad{.busy_percent = {},
                           .memory_used_bytes = static_cast<std::uint64_t>(row[kMemoryUsed]),
                           .memory_total_bytes = static_cast<std::uint64_t>(row[kMemoryTotal])};
  if (row[kBusyPercent] >= 0) rank.device->busy_percent = row[kBusyPercent];
  return rank;
}

struct PhaseSeries {
  Phase phase;
  std::string_view series;
};
constexpr std::array<PhaseSeries, 5> kPhaseSeries = {{{Phase::kData, host_series::kData},
                                                      {Phase::kForward, host_series::kForward},
                                                      {Phase::kBackward, host_series::kBackward},
                                                      {Phase::kCommunication, host_series::kCommunication},
                                                      {Phase::kOptimizer, host_series::kOptimizer}}};

void fillMeans(const std::vector<RankIteration>& ranks, StepRecord& record) {
  PhaseTimes mean{};
  for (const RankIteration& rank : ranks) {
    for (std::size_t i = 0; i < kPhaseCount; ++i) mean[i] += rank.times[i] / static_cast<double>(ranks.size());
  }
  for (const auto& [phase, series] : kPhaseSeries) record.at(series) = timeIn(mean, phase);
  record.at(host_series::kStep) = total(mean);
}

}  // namespace

TelemetryRing::TelemetryRing(std::shared_ptr<const SeriesList> series, c10::Device device, int depth,
                             Collective* collective)
    : series_(std::move(series)), device_(device), depth_(static_cast<std::size_t>(depth)), collective_(collective) {}

TelemetryRing::Slot TelemetryRing::takeFreeSlot() {
  if (!free_.empty()) {
    Slot slot = std::move(free_.back());
    free_.pop_back();
    return slot;
  }
  Slot slot;
  const auto options = at::TensorOptions(at::kDouble).pinned_memory(!device_.is_cpu());
  slot.own = at::zeros({kFirstRow + ranks() * static_cast<std::int64_t>(kRowSize)}, options);
  slot.host = at::empty({static_cast<std::int64_t>(metrics()) + slot.own.numel()}, options);
  if (!device_.is_cpu()) {
    slot.arrived = std::make_unique<c10::Event>(device_.type());
  }
  return slot;
}

void TelemetryRing::push(StepRecord record, const at::Tensor& metrics, const RankIteration& own, std::int64_t pending,
                         Wish wish) {
  const at::NoGradGuard no_grad;
  Slot slot = takeFreeSlot();
  slot.record = std::move(record);
  auto* values = slot.own.mutable_data_ptr<double>();
  values[0] = rank() == 0 ? static_cast<double>(pending) : 0;  // or the sum would be a multiple
  values[1] = wish == Wish::kStop ? 1 : 0;
  packRow(own, values + kFirstRow + rank() * static_cast<std::int64_t>(kRowSize));
  const at::Tensor packed = at::cat({metrics.to(at::kDouble), slot.own.to(device_, /*non_blocking=*/true)});
  if (collective_ != nullptr && !device_.is_cpu()) {
    sumOnDevice(slot, packed);
  } else {
    slot.host.copy_(packed, /*non_blocking=*/true);
    if (slot.arrived) {
      slot.arrived->record(c10::impl::VirtualGuardImpl(device_.type()).getStream(device_));
    }
    if (collective_ != nullptr) slot.sum = collective_->startSum(slot.host);
  }
  waiting_.push_back(std::move(slot));
}

/// On a stream of its own, so that computing does not wait for the other ranks.
void TelemetryRing::sumOnDevice(Slot& slot, at::Tensor packed) {
  const c10::impl::VirtualGuardImpl streams(device_.type());
  if (!copy_stream_) copy_stream_ = streams.getStreamFromGlobalPool(device_);
  Collective::Pending sum = collective_->startSum(packed);
  const c10::StreamGuard guard(*copy_stream_);
  sum.wait();
  slot.host.copy_(packed, /*non_blocking=*/true);
  slot.arrived->record(*copy_stream_);
  packed.record_stream(*copy_stream_);
}

std::vector<CollectedStep> TelemetryRing::collect(Drain drain) {
  std::vector<CollectedStep> collected;
  const std::size_t stay = drain == Drain::kAll ? 0 : depth_;
  while (waiting_.size() > stay) {
    Slot slot = std::move(waiting_.front());
    waiting_.pop_front();
    if (slot.arrived) {
      slot.arrived->synchronize();
    }
    slot.sum.wait();
    collected.push_back(unpack(slot));
    free_.push_back(std::move(slot));
  }
  return collected;
}

CollectedStep TelemetryRing::unpack(Slot& slot) const {
  const double* packed = slot.host.const_data_ptr<double>();
  const double* told = packed + metrics();
  CollectedStep step{.record = std::move(slot.record),
                     .pending = static_cast<std::int64_t>(told[0]),
                     .stop = told[1] > 0,
                     .ranks = std::vector<RankIteration>(static_cast<std::size_t>(ranks()))};
  for (std::size_t i = 0; i < metrics(); ++i) {
    double& value = step.record.values[i];
    if (!isMissing(value)) value = packed[i] / static_cast<double>(ranks());
  }
  const double* row = told + kFirstRow;
  for (RankIteration& rank : step.ranks) {
    rank = unpackRow(row);
    row += kRowSize;
  }
  fillMeans(step.ranks, step.record);
  return step;
}

void TelemetryRing::clear() { collect(Drain::kAll); }

}  // namespace gan
