#include "layers/patch_convolution.h"

#include <ATen/Parallel.h>
#include <ATen/autocast_mode.h>
#include <ATen/ops/empty.h>
#include <ATen/ops/mm.h>
#include <torch/csrc/autograd/custom_function.h>

#include "layers/patches.h"

namespace gan {

namespace {

using torch::autograd::AutogradContext;
using torch::autograd::variable_list;

// Where the product was the faster one on the machines measured.
constexpr std::int64_t kFewWindows = 16;
constexpr std::int64_t kFewChannels = 4;

/// Images [N, C, H, W] in channels-last memory to patches [N * windows, k * k * C].
at::Tensor gather(const at::Tensor& images, const PatchGeometry& geometry) {
  const at::Tensor source = images.contiguous(at::MemoryFormat::ChannelsLast);
  const std::int64_t count = source.size(0);
  at::Tensor patches = at::empty({count * geometry.small * geometry.small, geometry.patchSize()}, source.options());
  const float* from = source.const_data_ptr<float>();
  float* to = patches.mutable_data_ptr<float>();
  at::parallel_for(0, count, 1, [&](std::int64_t begin, std::int64_t end) {
    gatherPatches(geometry, end - begin, from + begin * geometry.imageSize(), to + begin * geometry.patchesSize());
  });
  return patches;
}

at::Tensor scatter(const at::Tensor& patches, const PatchGeometry& geometry) {
  const at::Tensor source = patches.contiguous();
  const std::int64_t count = source.size(0) / (geometry.small * geometry.small);
  at::Tensor images = at::empty({count, geometry.channels, geometry.large, geometry.large},
                                source.options().memory_format(at::MemoryFormat::ChannelsLast));
  const float* from = source.const_data_ptr<float>();
  float* to = images.mutable_data_ptr<float>();
  at::parallel_for(0, count, 1, [&](std::int64_t begin, std::int64_t end) {
    scatterPatches(geometry, end - begin, from + begin * geometry.patchesSize(), to + begin * geometry.imageSize());
  });
  return images;
}

void remember(AutogradContext& context, const PatchGeometry& g) {
  context.saved_data["geometry"] =
      std::vector<std::int64_t>{g.channels, g.large, g.small, g.kernel, g.stride, g.padding};
}

PatchGeometry recall(AutogradContext& context) {
  const std::vector<std::int64_t> g = context.saved_data["geometry"].toIntVector();
  return {.channels = g[0], .large = g[1], .small = g[2], .kernel = g[3], .stride = g[4], .padding = g[5]};
}

// Each is the other's transpose, so that gradients of any order are these two again.
struct Gather : torch::autograd::Function<Gather> {
  static at::Tensor forward(AutogradContext* context, const at::Tensor& images, const PatchGeometry& geometry) {
    remember(*context, geometry);
    return gather(images, geometry);
  }
  static variable_list backward(AutogradContext* context, const variable_list& gradients);
};

struct Scatter : torch::autograd::Function<Scatter> {
  static at::Tensor forward(AutogradContext* context, const at::Tensor& patches, const PatchGeometry& geometry) {
    remember(*context, geometry);
    return scatter(patches, geometry);
  }
  static variable_list backward(AutogradContext* context, const variable_list& gradients);
};

variable_list Gather::backward(AutogradContext* context, const variable_list& gradients) {
  return {Scatter::apply(gradients[0], recall(*context)), at::Tensor()};
}

variable_list Scatter::backward(AutogradContext* context, const variable_list& gradients) {
  return {Gather::apply(gradients[0], recall(*context)), at::Tensor()};
}

/// [A, B, k, k] to [A, k * k * B]; a view when the memory is channels-last.
at::Tensor weightMatrix(const at::Tensor& weight) { return weight.permute({0, 2, 3, 1}).flatten(1); }

/// [N, C, H, W] to [N * H * W, C]; a view when the memory is channels-last.
at::Tensor pixelMatrix(const at::Tensor& x) { return x.permute({0, 2, 3, 1}).flatten(0, 2); }

/// In autocast products are narrow, and ATen's convolutions read narrow numbers themselves.
bool fits(const at::Tensor& x, const at::Tensor& weight) {
  return productsAreFast() && x.is_cpu() && !at::autocast::is_autocast_enabled(at::kCPU) &&
         x.scalar_type() == at::kFloat && weight.scalar_type() == at::kFloat && x.size(2) == x.size(3) &&
         weight.is_contiguous(at::MemoryFormat::ChannelsLast);
}

std::int64_t windows(std::int64_t large, const ConvolutionShape& shape) {
  return (large + 2 * shape.padding - shape.kernel) / shape.stride + 1;
}

}  // namespace

bool productsAreFast() {
#if defined(__x86_64__)
  return __builtin_cpu_is("intel") != 0;
#else
  return false;
#endif
}

bool patchesPay(const at::Tensor& x, const at::Tensor& weight, const ConvolutionShape& shape) {
  const std::int64_t small = windows(x.size(3), shape);
  // Forward alone oneDNN is as fast on few channels; it is the gradient for the image that costs.
  const bool image_side = shape.in_channels <= kFewChannels && x.requires_grad();
  return fits(x, weight) && (small * small <= kFewWindows || image_side);
}

bool transposedPatchesPay(const at::Tensor& x, const at::Tensor& weight, const ConvolutionShape& shape) {
  return fits(x, weight) && (x.size(2) * x.size(3) <= kFewWindows || shape.out_channels <= kFewChannels);
}

at::Tensor patchConvolution(const at::Tensor& x, const at::Tensor& weight, const ConvolutionShape& shape) {
  const std::int64_t small = windows(x.size(3), shape);
  const PatchGeometry geometry = {.channels = shape.in_channels,
                                  .large = x.size(3),
                                  .small = small,
                                  .kernel = shape.kernel,
                                  .stride = shape.stride,
                                  .padding = shape.padding};
  const at::Tensor patches = Gather::apply(x, geometry);
  const at::Tensor pixels = patches.mm(weightMatrix(weight).t());
  return pixels.view({x.size(0), small, small, shape.out_channels}).permute({0, 3, 1, 2});
}

at::Tensor patchTransposedConvolution(const at::Tensor& x, const at::Tensor& weight, const ConvolutionShape& shape) {
  const PatchGeometry geometry = {.channels = shape.out_channels,
                                  .large = (x.size(3) - 1) * shape.stride - 2 * shape.padding + shape.kernel,
                                  .small = x.size(3),
                                  .kernel = shape.kernel,
                                  .stride = shape.stride,
                                  .padding = shape.padding};
  return Scatter::apply(pixelMatrix(x).mm(weightMatrix(weight)), geometry);
}

}  // namespace gan
