#pragma once

#include <ATen/core/Tensor.h>
#include <c10/core/Device.h>

#include <optional>
#include <vector>

#include "models/tensor_map.h"

namespace gan {

/// In which numbers networks compute. Weights, gradients, moments and losses are float32 in all but the last.
enum class Precision {
  kFloat32,
  kBFloat16,  ///< Products of matrices and convolutions with 8 bits of significand, ATen's autocast.
  kFloat16,   ///< The same with 11 bits and a small range: with loss scaling.
  kFloat64,   ///< Everything in 53 bits: shows what is rounding and what is not.
};

/// Of weights, images, latents and losses.
inline at::ScalarType weightType(Precision precision) {
  return precision == Precision::kFloat64 ? at::kDouble : at::kFloat;
}

/// While it lives, this thread's passes through networks compute in that precision. Spectral norm, statistics and
/// softmax stay in float32; see the layers.
class Autocast {
 public:
  Autocast(Precision precision, c10::DeviceType device);
  ~Autocast();
  Autocast(const Autocast&) = delete;
  Autocast& operator=(const Autocast&) = delete;

 private:
  std::optional<c10::DeviceType> device_;  // nothing: nothing is changed
  bool before_ = false;
};

/// What autocast left narrow, as float32; others as they are.
at::Tensor widened(const at::Tensor& tensor);

/// Keeps small gradients above what float16 can show (Micikevicius et al., 2018, section 3.2): losses are multiplied by
/// a scale, gradients divided by it; where some are infinite then, the update is left out and the scale halved, and
/// after 2,000 updates in a row it is doubled, as torch.amp.GradScaler does. What is itself made of gradients takes
/// them scaled, too: see DiscriminatorPass::scale. Waits for nothing on the device.
class LossScale {
 public:
  /// Multiplies by 1, and does nothing, unless the precision needs it.
  LossScale(Precision precision, c10::Device device);

  bool isUsed() const { return scale_.defined(); }
  at::Tensor scaled(const at::Tensor& loss) const { return isUsed() ? loss * scale_ : loss; }
  /// Divides the gradients. Returns a float scalar on the device, 1 where some are not finite; undefined where not
  /// used.
  at::Tensor unscale(std::vector<at::Tensor> gradients);
  /// After the update. overflow: as unscale() returned it.
  void update(const at::Tensor& overflow);
  /// Float scalar; undefined where not used.
  const at::Tensor& scale() const { return scale_; }
  /// For checkpoints; empty where not used.
  TensorMap state() const;

 private:
  at::Tensor scale_;   // float scalar; undefined: not used
  at::Tensor streak_;  // int: updates since the scale last changed
};

}  // namespace gan
