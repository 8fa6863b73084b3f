#pragma once

#include <ATen/core/Tensor.h>
#include <c10/core/Device.h>

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "models/tensor_map.h"

namespace gan {

/// Two networks of one shape and one set of names (Szegedy et al., "Rethinking the Inception architecture for computer
/// vision", 2016), which pool differently and are trained differently: their features are not comparable.
enum class InceptionForm {
  kFid,          ///< TensorFlow's graph of 2015-12-05, with which FID is computed: 1,008 outputs.
  kTorchvision,  ///< torchvision's inception_v3, any other number of outputs.
};

/// A convolution, without bias and before a batch normalisation.
struct InceptionLayer {
  std::string name;                     ///< torchvision's: "Mixed_5b.branch5x5_2".
  std::array<std::int64_t, 4> weight;   ///< [out, in, height, width]
  std::array<std::int64_t, 2> padding;  ///< Above and below, left and right.
  std::int64_t stride = 1;
};

/// All 94, in the order in which torchvision lists them.
std::vector<InceptionLayer> inceptionLayers();

/// Inception v3 for evaluation only: each batch normalisation is part of the convolution before it.
class InceptionV3 {
 public:
  static constexpr std::int64_t kInputSize = 299;
  static constexpr std::int64_t kFeatures = 2048;

  struct Output {
    at::Tensor features;  ///< [N, 2048]: the mean of each channel behind the last block.
    at::Tensor logits;    ///< [N, classes]
  };

  /// tensors: torchvision's names; the form is told by the outputs of `fc`. AuxLogits and num_batches_tracked may be
  /// there. file names them in messages. Throws Error(kInvalidArgument, "features_no_tensor" |
  /// "features_tensor_shape").
  InceptionV3(const TensorMap& tensors, const std::string& file, at::ScalarType type = at::kFloat,
              c10::Device device = c10::Device(c10::kCPU));

  InceptionForm form() const { return form_; }
  std::int64_t classes() const { return fc_weight_.size(0); }
  /// [classes], part of the logits.
  const at::Tensor& logitBias() const { return fc_bias_; }
  /// images: [N, 3, 299, 299] of the type of the weights, normalised as the weights are used to.
  Output forward(const at::Tensor& images) const;

 private:
  struct Convolution {
    at::Tensor weight, bias;
    std::array<std::int64_t, 2> padding{};
    std::int64_t stride = 1;
  };
  /// Goes through the named convolutions of a block, each with its ReLU.
  at::Tensor through(const std::string& block, std::initializer_list<const char*> names, const at::Tensor& x) const;
  at::Tensor pooled(const at::Tensor& x) const;
  at::Tensor blockA(const std::string& name, const at::Tensor& x) const;
  at::Tensor blockB(const std::string& name, const at::Tensor& x) const;
  at::Tensor blockC(const std::string& name, const at::Tensor& x) const;
  at::Tensor blockD(const std::string& name, const at::Tensor& x) const;
  at::Tensor blockE(const std::string& name, const at::Tensor& x, bool largest) const;

  std::map<std::string, Convolution> convolutions_;
  at::Tensor fc_weight_, fc_bias_;
  InceptionForm form_ = InceptionForm::kFid;
};

}  // namespace gan
