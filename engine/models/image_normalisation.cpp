#include "models/image_normalisation.h"

#include <ATen/ops/tensor.h>

#include "config/number_list.h"
#include "config/run_config.h"

namespace gan {

NormalisesImages::NormalisesImages(const ImageNormalisation& normalisation, at::TensorOptions images) {
  if (normalisation.mean == std::vector{0.5} && normalisation.deviation == std::vector{0.5}) return;
  const auto wide = [&images](std::vector<double> values, auto&& each) {
    for (double& value : values) value = each(value);
    return at::tensor(values, at::kDouble).to(images).view({1, -1, 1, 1});
  };
  middle_ = wide(normalisation.mean, [](double value) { return 2 * value - 1; });
  scale_ = wide(normalisation.deviation, [](double value) { return 2 * value; });
}

at::Tensor NormalisesImages::operator()(const at::Tensor& images) const {
  return middle_.defined() ? images.sub(middle_).div_(scale_) : images;
}

ImageNormalisation normalisation(const RunConfig& config) {
  return {.mean = numberList(config.text("data.mean")), .deviation = numberList(config.text("data.deviation"))};
}

}  // namespace gan
