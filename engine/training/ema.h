#pragma once

#include <memory>
#include <vector>

#include "models/network.h"

namespace gan {

/// Exponential moving average of a generator's weights (Yazici et al., 2019, "The unusual effectiveness of averaging in
/// GAN training", equation 4): average = decay * average + (1 - decay) * weights. Buffers (running statistics) are
/// copied.
class Ema {
 public:
  /// Begins with a copy of source, which must outlive the average; same device and memory layout.
  explicit Ema(const Generator& source);

  /// After each generator update. decay 0 makes the average equal to the weights.
  void update(double decay);
  Generator& generator() { return *average_; }
  const Generator& generator() const { return *average_; }

 private:
  std::shared_ptr<Generator> average_;
  std::vector<at::Tensor> source_parameters_, source_buffers_;
  std::vector<at::Tensor> average_parameters_, average_buffers_;
};

}  // namespace gan
