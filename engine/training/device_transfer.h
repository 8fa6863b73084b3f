#pragma once

#include <ATen/core/Tensor.h>
#include <c10/core/Device.h>
#include <c10/core/Event.h>

#include <deque>
#include <memory>
#include <optional>

namespace gan {

/// Brings batches to the device beside the computation, on a stream of its own. On the CPU a batch stays where it is.
class DeviceTransfer {
 public:
  explicit DeviceTransfer(c10::Device device) : device_(device) {}

  /// A tensor on the device that may be used on the current stream.
  at::Tensor toDevice(const at::Tensor& host);
  /// Before a source is asked for its next batch: makes sure that the memory of the batch before the last one, which
  /// the source will write to next, has been read.
  void beforeNextBatch();

 private:
  c10::Device device_;
  std::optional<c10::Stream> copy_stream_;
  std::deque<std::unique_ptr<c10::Event>> copies_;  // one a batch, newest last; null: not copied
};

}  // namespace gan
