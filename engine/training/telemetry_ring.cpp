#include "training/telemetry_ring.h"

#include <ATen/core/grad_mode.h>
#include <ATen/ops/cat.h>
#include <ATen/ops/empty.h>
#include <ATen/ops/full.h>
#include <c10/core/StreamGuard.h>
#include <c10/core/impl/VirtualGuardImpl.h>

#include <utility>

namespace gan {

namespace {

constexpr auto kMetrics = static_cast<std::int64_t>(kMeasuredOnDevice);
constexpr std::int64_t kPacked = kMetrics + 2;  // the pending number and how many ranks wish to stop

}  // namespace

TelemetryRing::TelemetryRing(c10::Device device, int depth, Collective* collective)
    : device_(device), depth_(static_cast<std::size_t>(depth)), collective_(collective) {}

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

void TelemetryRing::push(StepRecord record, const at::Tensor& metrics, std::int64_t pending, Wish wish) {
  const at::NoGradGuard no_grad;
  Slot slot = takeFreeSlot();
  slot.record = std::move(record);
  const bool speaks = collective_ == nullptr || collective_->rank() == 0;  // or the sum would be a multiple
  const auto number = [&metrics](double value) { return at::full({1}, value, metrics.options().dtype(at::kDouble)); };
  const at::Tensor packed = at::cat({metrics.to(at::kDouble), number(speaks ? static_cast<double>(pending) : 0),
                                     number(wish == Wish::kStop ? 1 : 0)});
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
    const double* packed = slot.host.const_data_ptr<double>();
    const double ranks = collective_ == nullptr ? 1 : collective_->size();
    for (std::size_t i = 0; i < kMeasuredOnDevice; ++i) {
      slot.record.values[i] = packed[i] / ranks;
    }
    collected.push_back({.record = std::move(slot.record),
                         .pending = static_cast<std::int64_t>(packed[kMetrics]),
                         .stop = packed[kMetrics + 1] > 0});
    free_.push_back(std::move(slot));
  }
  return collected;
}

void TelemetryRing::clear() { collect(Drain::kAll); }

}  // namespace gan
