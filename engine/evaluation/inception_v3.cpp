#include "evaluation/inception_v3.h"

#include <ATen/ops/avg_pool2d.h>
#include <ATen/ops/cat.h>
#include <ATen/ops/conv2d.h>
#include <ATen/ops/linear.h>
#include <ATen/ops/max_pool2d.h>

#include "core/error.h"
#include "core/shape_text.h"

namespace gan {
namespace {

constexpr std::int64_t kFidClasses = 1008;
constexpr double kEpsilon = 1e-3;  // of the batch normalisations

/// Lists a block's convolutions.
class Block {
 public:
  Block(std::vector<InceptionLayer>& layers, std::string name) : layers_(layers), name_(std::move(name)) {}

  Block& add(const char* layer, std::int64_t in, std::int64_t out, std::int64_t height, std::int64_t width,
             std::int64_t stride = 1) {
    // A convolution that halves the maps takes no padding, nor do those of the stem but one.
    const bool padded = stride == 1;
    layers_.push_back({.name = name_ + layer,
                       .weight = {out, in, height, width},
                       .padding = {padded ? height / 2 : 0, padded ? width / 2 : 0},
                       .stride = stride});
    return *this;
  }

 private:
  std::vector<InceptionLayer>& layers_;
  std::string name_;
};

void listStem(std::vector<InceptionLayer>& layers) {
  Block(layers, "")
      .add("Conv2d_1a_3x3", 3, 32, 3, 3, 2)
      .add("Conv2d_2a_3x3", 32, 32, 3, 3)
      .add("Conv2d_2b_3x3", 32, 64, 3, 3)
      .add("Conv2d_3b_1x1", 64, 80, 1, 1)
      .add("Conv2d_4a_3x3", 80, 192, 3, 3);
  for (InceptionLayer& layer : layers) {
    if (layer.name != "Conv2d_2b_3x3") layer.padding = {0, 0};
  }
}

void listA(std::vector<InceptionLayer>& layers, const std::string& name, std::int64_t in, std::int64_t pooled) {
  Block(layers, name + ".")
      .add("branch1x1", in, 64, 1, 1)
      .add("branch5x5_1", in, 48, 1, 1)
      .add("branch5x5_2", 48, 64, 5, 5)
      .add("branch3x3dbl_1", in, 64, 1, 1)
      .add("branch3x3dbl_2", 64, 96, 3, 3)
      .add("branch3x3dbl_3", 96, 96, 3, 3)
      .add("branch_pool", in, pooled, 1, 1);
}

void listB(std::vector<InceptionLayer>& layers, const std::string& name) {
  Block(layers, name + ".")
      .add("branch3x3", 288, 384, 3, 3, 2)
      .add("branch3x3dbl_1", 288, 64, 1, 1)
      .add("branch3x3dbl_2", 64, 96, 3, 3)
      .add("branch3x3dbl_3", 96, 96, 3, 3, 2);
}

void listC(std::vector<InceptionLayer>& layers, const std::string& name, std::int64_t inner) {
  Block(layers, name + ".")
      .add("branch1x1", 768, 192, 1, 1)
      .add("branch7x7_1", 768, inner, 1, 1)
      .add("branch7x7_2", inner, inner, 1, 7)
      .add("branch7x7_3", inner, 192, 7, 1)
      .add("branch7x7dbl_1", 768, inner, 1, 1)
      .add("branch7x7dbl_2", inner, inner, 7, 1)
      .add("branch7x7dbl_3", inner, inner, 1, 7)
      .add("branch7x7dbl_4", inner, inner, 7, 1)
      .add("branch7x7dbl_5", inner, 192, 1, 7)
      .add("branch_pool", 768, 192, 1, 1);
}

void listD(std::vector<InceptionLayer>& layers, const std::string& name) {
  Block(layers, name + ".")
      .add("branch3x3_1", 768, 192, 1, 1)
      .add("branch3x3_2", 192, 320, 3, 3, 2)
      .add("branch7x7x3_1", 768, 192, 1, 1)
      .add("branch7x7x3_2", 192, 192, 1, 7)
      .add("branch7x7x3_3", 192, 192, 7, 1)
      .add("branch7x7x3_4", 192, 192, 3, 3, 2);
}

void listE(std::vector<InceptionLayer>& layers, const std::string& name, std::int64_t in) {
  Block(layers, name + ".")
      .add("branch1x1", in, 320, 1, 1)
      .add("branch3x3_1", in, 384, 1, 1)
      .add("branch3x3_2a", 384, 384, 1, 3)
      .add("branch3x3_2b", 384, 384, 3, 1)
      .add("branch3x3dbl_1", in, 448, 1, 1)
      .add("branch3x3dbl_2", 448, 384, 3, 3)
      .add("branch3x3dbl_3a", 384, 384, 1, 3)
      .add("branch3x3dbl_3b", 384, 384, 3, 1)
      .add("branch_pool", in, 192, 1, 1);
}

/// Tensors of a file by name, each of the shape that is needed.
class Checked {
 public:
  Checked(const TensorMap& tensors, const std::string& file) : tensors_(tensors), file_(file) {}

  at::Tensor at(const std::string& name, at::IntArrayRef shape) const {
    const auto found = tensors_.find(name);
    if (found == tensors_.end()) {
      throw Error(
          ErrorCode::kInvalidArgument, "features_no_tensor",
          "{file} holds {count} tensors but no {name}, so it is no Inception v3 under torchvision's names. Save "
          "the network's state_dict with safetensors.torch.save_file().",
          {{"file", file_}, {"count", std::to_string(tensors_.size())}, {"name", name}});
    }
    if (found->second.sizes() != shape) {
      throw Error(
          ErrorCode::kInvalidArgument, "features_tensor_shape",
          "{file} holds {name} as {found}, but Inception v3 has {expected} there. Give weights of that network.",
          {{"file", file_},
           {"name", name},
           {"found", shapeText(found->second.sizes())},
           {"expected", shapeText(shape)}});
    }
    return found->second.to(at::kDouble);
  }

  std::int64_t rows(const std::string& name) const {
    const auto found = tensors_.find(name);
    return found == tensors_.end() || found->second.dim() == 0 ? 1 : found->second.size(0);
  }

 private:
  const TensorMap& tensors_;
  const std::string& file_;
};

at::Tensor largestPool(const at::Tensor& x) { return at::max_pool2d(x, 3, 2); }

}  // namespace

std::vector<InceptionLayer> inceptionLayers() {
  std::vector<InceptionLayer> layers;
  listStem(layers);
  listA(layers, "Mixed_5b", 192, 32);
  listA(layers, "Mixed_5c", 256, 64);
  listA(layers, "Mixed_5d", 288, 64);
  listB(layers, "Mixed_6a");
  listC(layers, "Mixed_6b", 128);
  listC(layers, "Mixed_6c", 160);
  listC(layers, "Mixed_6d", 160);
  listC(layers, "Mixed_6e", 192);
  listD(layers, "Mixed_7a");
  listE(layers, "Mixed_7b", 1280);
  listE(layers, "Mixed_7c", 2048);
  return layers;
}

InceptionV3::InceptionV3(const TensorMap& tensors, const std::string& file, at::ScalarType type, c10::Device device) {
  const Checked checked(tensors, file);
  for (const InceptionLayer& layer : inceptionLayers()) {
    const auto norm = [&](const char* what) { return checked.at(layer.name + ".bn." + what, {layer.weight[0]}); };
    const at::Tensor scale = norm("weight") / (norm("running_var") + kEpsilon).sqrt();
    const at::Tensor weight = checked.at(layer.name + ".conv.weight", layer.weight) * scale.view({-1, 1, 1, 1});
    convolutions_[layer.name] = {
        .weight = weight.to(device, type).contiguous(at::MemoryFormat::ChannelsLast),
        .bias = (norm("bias") - norm("running_mean") * scale).to(device, type),
        .padding = layer.padding,
        .stride = layer.stride,
    };
  }
  const std::int64_t classes = checked.rows("fc.weight");
  fc_weight_ = checked.at("fc.weight", {classes, kFeatures}).to(device, type);
  fc_bias_ = checked.at("fc.bias", {classes}).to(device, type);
  form_ = classes == kFidClasses ? InceptionForm::kFid : InceptionForm::kTorchvision;
}

at::Tensor InceptionV3::through(const std::string& block, std::initializer_list<const char*> names,
                                const at::Tensor& x) const {
  at::Tensor y = x;
  for (const char* name : names) {
    const Convolution& convolution = convolutions_.at(block + name);
    y = at::conv2d(y, convolution.weight, convolution.bias, {convolution.stride, convolution.stride},
                   convolution.padding)
            .relu_();
  }
  return y;
}

at::Tensor InceptionV3::pooled(const at::Tensor& x) const {
  return at::avg_pool2d(x, 3, 1, 1, /*ceil_mode=*/false,
                        /*count_include_pad=*/form_ == InceptionForm::kTorchvision);
}

at::Tensor InceptionV3::blockA(const std::string& name, const at::Tensor& x) const {
  return at::cat({through(name, {".branch1x1"}, x), through(name, {".branch5x5_1", ".branch5x5_2"}, x),
                  through(name, {".branch3x3dbl_1", ".branch3x3dbl_2", ".branch3x3dbl_3"}, x),
                  through(name, {".branch_pool"}, pooled(x))},
                 1);
}

at::Tensor InceptionV3::blockB(const std::string& name, const at::Tensor& x) const {
  return at::cat({through(name, {".branch3x3"}, x),
                  through(name, {".branch3x3dbl_1", ".branch3x3dbl_2", ".branch3x3dbl_3"}, x), largestPool(x)},
                 1);
}

at::Tensor InceptionV3::blockC(const std::string& name, const at::Tensor& x) const {
  return at::cat(
      {through(name, {".branch1x1"}, x), through(name, {".branch7x7_1", ".branch7x7_2", ".branch7x7_3"}, x),
       through(name, {".branch7x7dbl_1", ".branch7x7dbl_2", ".branch7x7dbl_3", ".branch7x7dbl_4", ".branch7x7dbl_5"},
               x),
       through(name, {".branch_pool"}, pooled(x))},
      1);
}

at::Tensor InceptionV3::blockD(const std::string& name, const at::Tensor& x) const {
  return at::cat(
      {through(name, {".branch3x3_1", ".branch3x3_2"}, x),
       through(name, {".branch7x7x3_1", ".branch7x7x3_2", ".branch7x7x3_3", ".branch7x7x3_4"}, x), largestPool(x)},
      1);
}

at::Tensor InceptionV3::blockE(const std::string& name, const at::Tensor& x, bool largest) const {
  const at::Tensor middle = through(name, {".branch3x3_1"}, x);
  const at::Tensor twice = through(name, {".branch3x3dbl_1", ".branch3x3dbl_2"}, x);
  return at::cat({through(name, {".branch1x1"}, x), through(name, {".branch3x3_2a"}, middle),
                  through(name, {".branch3x3_2b"}, middle), through(name, {".branch3x3dbl_3a"}, twice),
                  through(name, {".branch3x3dbl_3b"}, twice),
                  through(name, {".branch_pool"}, largest ? at::max_pool2d(x, 3, 1, 1) : pooled(x))},
                 1);
}

InceptionV3::Output InceptionV3::forward(const at::Tensor& images) const {
  at::Tensor x = images.contiguous(at::MemoryFormat::ChannelsLast);
  x = largestPool(through("", {"Conv2d_1a_3x3", "Conv2d_2a_3x3", "Conv2d_2b_3x3"}, x));
  x = largestPool(through("", {"Conv2d_3b_1x1", "Conv2d_4a_3x3"}, x));
  for (const char* name : {"Mixed_5b", "Mixed_5c", "Mixed_5d"}) x = blockA(name, x);
  x = blockB("Mixed_6a", x);
  for (const char* name : {"Mixed_6b", "Mixed_6c", "Mixed_6d", "Mixed_6e"}) x = blockC(name, x);
  x = blockD("Mixed_7a", x);
  x = blockE("Mixed_7b", x, /*largest=*/false);
  // The graph of 2015-12-05 takes the largest value here, where its paper has the mean.
  x = blockE("Mixed_7c", x, /*largest=*/form_ == InceptionForm::kFid);
  at::Tensor features = x.mean({2, 3});
  at::Tensor logits = at::linear(features, fc_weight_, fc_bias_);
  return {.features = std::move(features), .logits = std::move(logits)};
}

}  // namespace gan
