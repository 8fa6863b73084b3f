#include "layers/patch_convolution.h"

#include <ATen/ATen.h>
#include <ATen/CPUGeneratorImpl.h>
#include <gtest/gtest.h>
#include <torch/autograd.h>

#include <functional>

namespace gan {
namespace {

struct Layer {
  std::int64_t in, out, kernel, stride, padding, size;
};

class PatchConvolutions : public ::testing::TestWithParam<Layer> {
 protected:
  ConvolutionShape shape() const {
    const Layer& l = GetParam();
    return {.in_channels = l.in, .out_channels = l.out, .kernel = l.kernel, .stride = l.stride, .padding = l.padding};
  }

  /// Values, gradients and gradients of gradients of both ways.
  using Convolve = std::function<at::Tensor(const at::Tensor& x, const at::Tensor& weight)>;
  static void expectEqual(const at::Tensor& x, const at::Tensor& weight, const Convolve& ours, const Convolve& theirs) {
    const auto everything = [&](const Convolve& convolve) {
      const at::Tensor input = x.clone().set_requires_grad(true);
      const at::Tensor w = weight.clone().set_requires_grad(true);
      const at::Tensor y = convolve(input, w);
      const auto first =
          torch::autograd::grad({y.pow(3).sum()}, {input, w}, {}, /*retain_graph=*/true, /*create_graph=*/true);
      const auto second = torch::autograd::grad({first[0].pow(2).sum() + first[1].pow(2).sum()}, {input, w});
      return std::vector<at::Tensor>{y, first[0], first[1], second[0], second[1]};
    };
    const auto found = everything(ours);
    const auto expected = everything(theirs);
    for (std::size_t i = 0; i < found.size(); ++i) {
      ASSERT_EQ(found[i].sizes(), expected[i].sizes());
      const double scale = expected[i].abs().max().item<double>();
      EXPECT_LT((found[i] - expected[i]).abs().max().item<double>(), 1e-5 * scale) << "result " << i;
    }
  }

  static at::Tensor noise(std::vector<std::int64_t> shape) {
    return at::randn(shape, at::detail::createCPUGenerator(7), at::kFloat).contiguous(at::MemoryFormat::ChannelsLast);
  }
};

TEST_P(PatchConvolutions, EqualAtensConvolution) {
  const Layer& l = GetParam();
  expectEqual(
      noise({3, l.in, l.size, l.size}), noise({l.out, l.in, l.kernel, l.kernel}),
      [&](const at::Tensor& x, const at::Tensor& w) { return patchConvolution(x, w, shape()); },
      [&](const at::Tensor& x, const at::Tensor& w) { return at::conv2d(x, w, {}, l.stride, l.padding); });
}

TEST_P(PatchConvolutions, EqualAtensTransposedConvolution) {
  const Layer& l = GetParam();
  expectEqual(
      noise({3, l.in, l.size, l.size}), noise({l.in, l.out, l.kernel, l.kernel}),
      [&](const at::Tensor& x, const at::Tensor& w) { return patchTransposedConvolution(x, w, shape()); },
      [&](const at::Tensor& x, const at::Tensor& w) { return at::conv_transpose2d(x, w, {}, l.stride, l.padding); });
}

INSTANTIATE_TEST_SUITE_P(Shapes, PatchConvolutions,
                         ::testing::Values(Layer{5, 7, 4, 2, 1, 8}, Layer{5, 1, 4, 1, 0, 4}, Layer{3, 6, 4, 2, 1, 10},
                                           Layer{1, 2, 7, 1, 0, 7}, Layer{2, 3, 3, 1, 1, 5}));

TEST(PatchConvolution, WorksInInferenceMode) {
  const c10::InferenceMode inference;
  const ConvolutionShape shape = {.in_channels = 2, .out_channels = 3};
  const at::Tensor x = at::ones({1, 2, 8, 8});
  const at::Tensor down = at::ones({3, 2, 4, 4});
  const at::Tensor up = at::ones({2, 3, 4, 4});
  EXPECT_TRUE(patchConvolution(x, down, shape).equal(at::conv2d(x, down, {}, 2, 1)));
  EXPECT_TRUE(patchTransposedConvolution(x, up, shape).equal(at::conv_transpose2d(x, up, {}, 2, 1)));
}

TEST(PatchConvolution, TakesOverOnlyChannelsLastFloatsOnFewWindowsOrChannelsWhereProductsAreFast) {
  const ConvolutionShape deep = {.in_channels = 8, .out_channels = 9};
  const at::Tensor weight = at::zeros({9, 8, 4, 4}).contiguous(at::MemoryFormat::ChannelsLast);
  EXPECT_EQ(patchesPay(at::zeros({2, 8, 8, 8}), weight, deep), productsAreFast());
  EXPECT_FALSE(patchesPay(at::zeros({2, 8, 16, 16}), weight, deep));
  EXPECT_FALSE(patchesPay(at::zeros({2, 8, 8, 8}), weight.contiguous(), deep));
  EXPECT_FALSE(patchesPay(at::zeros({2, 8, 8, 8}, at::kDouble), weight.to(at::kDouble), deep));
  const ConvolutionShape image = {.in_channels = 3, .out_channels = 9};
  const at::Tensor image_weight = at::zeros({9, 3, 4, 4}).contiguous(at::MemoryFormat::ChannelsLast);
  EXPECT_FALSE(patchesPay(at::zeros({2, 3, 64, 64}), image_weight, image));
  EXPECT_EQ(patchesPay(at::zeros({2, 3, 64, 64}).set_requires_grad(true), image_weight, image), productsAreFast());
}

}  // namespace
}  // namespace gan
