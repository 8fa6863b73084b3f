#pragma once

#include <ATen/core/Tensor.h>
#include <ATen/ops/zeros.h>
#include <c10/core/Device.h>

namespace gan {

/// A number that changes between two steps and that kernels read. The CPU is told it with each call; on another device
/// it lies in the device's memory, so that a captured graph reads what was set last. One thread.
class DeviceScalar {
 public:
  DeviceScalar(c10::Device device, double value) : value_(value) {
    if (device.is_cpu()) return;
    on_device_ = at::zeros({}, at::TensorOptions(at::kFloat).device(device));
    on_device_.fill_(value);
  }

  /// Between steps: after what the device is still to do, and before what it is handed next.
  void set(double value) {
    if (value == value_) return;
    value_ = value;
    if (on_device_.defined()) on_device_.fill_(value);
  }
  double value() const { return value_; }
  /// float32 scalar; undefined on the CPU.
  const at::Tensor& onDevice() const { return on_device_; }

  /// x may be on another device.
  at::Tensor times(const at::Tensor& x) const {
    return on_device_.defined() ? x * on_device_.to(x.device()) : x * value_;
  }

 private:
  double value_;
  at::Tensor on_device_;
};

}  // namespace gan
