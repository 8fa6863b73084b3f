#pragma once

#include <ATen/core/Tensor.h>
#include <c10/core/TensorOptions.h>

#include <vector>

namespace gan {

class RunConfig;

/// What a classifier's images are brought to: (x - mean) / deviation of x in [0, 1], by channel.
struct ImageNormalisation {
  std::vector<double> mean = {0.5};       ///< One for all channels, or one for each.
  std::vector<double> deviation = {0.5};  ///< Above 0; with both at one half, images stay as loaders give them.
};

/// An ImageNormalisation whose numbers lie where images are, so that nothing is copied there for each batch.
class NormalisesImages {
 public:
  NormalisesImages(const ImageNormalisation& normalisation, at::TensorOptions images);
  /// images: float [N, C, H, W] in [-1, 1].
  at::Tensor operator()(const at::Tensor& images) const;

 private:
  at::Tensor middle_, scale_;  // [1, C or 1, 1, 1]; undefined where images stay as they are
};

/// As data.mean and data.deviation say.
ImageNormalisation normalisation(const RunConfig& config);

}  // namespace gan
