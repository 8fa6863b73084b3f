#pragma once

#include <memory>
#include <vector>

#include "models/network.h"
#include "training/device_scalar.h"

namespace gan {

/// What an average does with buffers: running statistics, and the vectors of spectral norm.
enum class EmaBuffers {
  kCopied,    ///< The newest.
  kAveraged,  ///< As weights are (BigGAN-PyTorch); whole numbers are copied.
};

/// Exponential moving average of a generator's weights (Yazici et al., 2019, "The unusual effectiveness of averaging in
/// GAN training", equation 4): average = decay * average + (1 - decay) * weights.
class Ema {
 public:
  /// Begins with a copy of source, which must outlive the average; same device and memory layout.
  explicit Ema(const Generator& source, EmaBuffers buffers = EmaBuffers::kCopied);

  /// decay 0 makes the average equal to the weights.
  void setDecay(double decay) { decay_.set(decay); }
  /// After each generator update.
  void update();
  Generator& generator() { return *average_; }
  const Generator& generator() const { return *average_; }

 private:
  std::shared_ptr<Generator> average_;
  DeviceScalar decay_;
  struct Pairs {
    std::vector<at::Tensor> own, from;
  };
  std::vector<Pairs> averaged_;  // by device and type
  std::vector<Pairs> copied_;
};

}  // namespace gan
