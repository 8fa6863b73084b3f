#include "training/telemetry_ring.h"

#include <ATen/core/grad_mode.h>
#include <ATen/ops/cat.h>
#include <ATen/ops/empty.h>
#include <ATen/ops/full.h>
#include <c10/core/impl/VirtualGuardImpl.h>

#include <utility>

namespace gan {

namespace {

constexpr auto kPacked = static_cast<std::int64_t>(kMeasuredOnDevice) + 1;

}  // namespace

TelemetryRing::TelemetryRing(c10::Device device, int depth)
    : device_(device), depth_(static_cast<std::size_t>(depth)) {}

TelemetryRing::Slot TelemetryRing::takeFreeSlot() {
  if (!free_.empty()) {
    Slot slot = std::move(free_.back());
    free_.pop_back();
    return slot;
  }
  Slot slot;
  slot.host = at::empty({kPacked}, at::TensorOptions(at::kDouble).pinned_memory(!device_.is_cpu()));
  if (!device_.is_cpu()) {
    slot.arrived = std::make_unique<c10::Event>(device_.type());
  }
  return slot;
}

void TelemetryRing::push(StepRecord record, const at::Tensor& metrics, std::int64_t pending) {
  const at::NoGradGuard no_grad;
  Slot slot = takeFreeSlot();
  slot.record = std::move(record);
  const at::Tensor packed = at::cat(
      {metrics.to(at::kDouble), at::full({1}, static_cast<double>(pending), metrics.options().dtype(at::kDouble))});
  slot.host.copy_(packed, /*non_blocking=*/true);
  if (slot.arrived) {
    slot.arrived->record(c10::impl::VirtualGuardImpl(device_.type()).getStream(device_));
  }
  waiting_.push_back(std::move(slot));
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
    const double* packed = slot.host.const_data_ptr<double>();
    for (std::size_t i = 0; i < kMeasuredOnDevice; ++i) {
      slot.record.values[i] = static_cast<float>(packed[i]);
    }
    collected.push_back({std::move(slot.record), static_cast<std::int64_t>(packed[kMeasuredOnDevice])});
    free_.push_back(std::move(slot));
  }
  return collected;
}

void TelemetryRing::clear() { collect(Drain::kAll); }

}  // namespace gan
