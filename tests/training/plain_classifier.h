#pragma once

#include <ATen/ATen.h>

#include <memory>

#include "layers/layers.h"
#include "models/classifier.h"

namespace gan {

/// A linear network behind one batch normalisation: small, and with statistics to be kept.
class PlainClassifier : public Classifier {
 public:
  static constexpr std::int64_t kSize = 8;  ///< Pixels.
  explicit PlainClassifier(const ClassifierShape& shape)
      : norm_(register_module("norm", std::make_shared<BatchNorm>(shape.channels))),
        last_(register_module("last", std::make_shared<Linear>(shape.channels * kSize * kSize, shape.classes))) {
    const at::NoGradGuard no_grad;
    last_->weight.copy_(at::arange(last_->weight.numel(), at::kFloat).mul(0.7).sin().mul(0.1).view_as(last_->weight));
  }
  at::Tensor forward(const at::Tensor& images) override { return last_->forward(norm_->forward(images).flatten(1)); }

 private:
  std::shared_ptr<BatchNorm> norm_;
  std::shared_ptr<Linear> last_;
};

inline const ClassifierArchitecture kPlainClassifier = {
    "plain", "for tests", [](const ClassifierShape& shape, std::uint64_t) -> std::shared_ptr<Classifier> {
      return std::make_shared<PlainClassifier>(shape);
    }};

}  // namespace gan
