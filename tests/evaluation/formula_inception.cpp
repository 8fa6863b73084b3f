#include "evaluation/formula_inception.h"

#include <cmath>
#include <nlohmann/json.hpp>

#include "evaluation/inception_v3.h"

namespace gan::test {

TensorMap formulaInception(const nlohmann::json& config, std::int64_t classes) {
  const auto seed = config.at("weights").at("seed").get<std::uint32_t>();
  TensorMap tensors;
  const auto draw = [&](const std::string& name, at::IntArrayRef shape, double middle, double reach) {
    const auto index = config.at("tensor_index").at(name).get<std::uint32_t>();
    std::int64_t count = 1;
    for (const std::int64_t size : shape) count *= size;
    tensors[name] =
        formulaNumbers(count, index, seed, /*period=*/0).mul_(reach).add_(middle).to(at::kFloat).view(shape);
  };
  for (const InceptionLayer& layer : inceptionLayers()) {
    const auto& weight = layer.weight;
    draw(layer.name + ".conv.weight", weight, 0,
         std::sqrt(6.0 / static_cast<double>(weight[1] * weight[2] * weight[3])));
    draw(layer.name + ".bn.weight", {weight[0]}, 1, 0.25);
    draw(layer.name + ".bn.bias", {weight[0]}, 0, 0.1);
    draw(layer.name + ".bn.running_mean", {weight[0]}, 0, 0.1);
    draw(layer.name + ".bn.running_var", {weight[0]}, 1, 0.25);
  }
  draw("fc.weight", {classes, InceptionV3::kFeatures}, 0, std::sqrt(3.0 / static_cast<double>(InceptionV3::kFeatures)));
  tensors["fc.weight"].mul_(4);
  draw("fc.bias", {classes}, 0, 0.1);
  return tensors;
}

void takeStatistics(TensorMap& tensors, const GoldenFolder& folder, const std::string& file) {
  for (const std::string& name : folder.names(file)) tensors.at(name) = folder.tensor(file, name);
}

}  // namespace gan::test
