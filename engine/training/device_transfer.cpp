#include "training/device_transfer.h"

#include <c10/core/StreamGuard.h>
#include <c10/core/impl/VirtualGuardImpl.h>

#include <utility>

namespace gan {

at::Tensor DeviceTransfer::toDevice(const at::Tensor& host) {
  if (device_.is_cpu()) {
    return host;
  }
  const c10::impl::VirtualGuardImpl streams(device_.type());
  const c10::Stream compute = streams.getStream(device_);
  if (!copy_stream_) {
    copy_stream_ = streams.getStreamFromGlobalPool(device_);
  }
  at::Tensor on_device;
  auto copied = std::make_unique<c10::Event>(device_.type());
  {
    const c10::StreamGuard guard(*copy_stream_);
    on_device = host.to(device_, /*non_blocking=*/true);
    copied->record(*copy_stream_);
  }
  copied->block(compute);
  on_device.record_stream(compute);
  if (copies_.empty()) copies_.emplace_back();
  copies_.back() = std::move(copied);
  return on_device;
}

void DeviceTransfer::beforeNextBatch() {
  constexpr std::size_t kStillValid = 2;  // BatchSource: a batch lives until the call after the following one
  while (copies_.size() >= kStillValid) {
    if (copies_.front()) copies_.front()->synchronize();
    copies_.pop_front();
  }
  copies_.emplace_back();
}

}  // namespace gan
