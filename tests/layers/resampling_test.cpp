#include "layers/resampling.h"

#include <ATen/ATen.h>
#include <ATen/CPUGeneratorImpl.h>
#include <gtest/gtest.h>
#include <torch/autograd.h>

#include <functional>

#include "layers/layers.h"

namespace gan {
namespace {

struct Case {
  std::int64_t kernel, size;
  at::ScalarType type;
};

class ResampledConvolution : public ::testing::TestWithParam<Case> {
 protected:
  using Pass = std::function<at::Tensor(const at::Tensor& x)>;

  ResampledConvolution()
      : convolution({.in_channels = 5,
                     .out_channels = 6,
                     .kernel = GetParam().kernel,
                     .stride = 1,
                     .padding = GetParam().kernel / 2},
                    {.bias = true}) {
    const at::NoGradGuard no_grad;
    convolution.weight.normal_(0, 1, at::detail::createCPUGenerator(3));
    convolution.bias.normal_(0, 1, at::detail::createCPUGenerator(4));
    convolution.to(GetParam().type);
    convolution.weight.set_data(convolution.weight.contiguous(at::MemoryFormat::ChannelsLast));
  }

  /// Values, gradients and gradients of gradients.
  std::vector<at::Tensor> everything(const Pass& pass) {
    const at::Tensor x = at::randn({3, 5, GetParam().size, GetParam().size}, at::detail::createCPUGenerator(7))
                             .to(GetParam().type, false, false, at::MemoryFormat::ChannelsLast)
                             .set_requires_grad(true);
    const std::vector<at::Tensor> inputs = {x, convolution.weight, convolution.bias};
    const at::Tensor y = pass(x);
    const auto first = torch::autograd::grad({y.pow(3).sum()}, inputs, {}, true, true);
    const auto second =
        torch::autograd::grad({first[0].pow(2).sum() + first[1].pow(2).sum() + first[2].pow(2).sum()}, inputs);
    return {y, first[0], first[1], first[2], second[0], second[1], second[2]};
  }

  void expectEqual(const Pass& found_by, const Pass& expected_by) {
    const auto found = everything(found_by);
    const auto expected = everything(expected_by);
    const double tolerance = GetParam().type == at::kDouble ? 1e-13 : 1e-5;
    for (std::size_t i = 0; i < found.size(); ++i) {
      ASSERT_EQ(found[i].sizes(), expected[i].sizes());
      const double scale = expected[i].abs().max().item<double>();
      EXPECT_LT((found[i] - expected[i]).abs().max().item<double>(), tolerance * scale) << "result " << i;
    }
  }

  at::Tensor plain(const at::Tensor& x) const {
    return at::conv2d(x, convolution.weight, convolution.bias, 1, GetParam().kernel / 2);
  }

  Convolution convolution;
};

TEST_P(ResampledConvolution, OfADoubledImageEqualsAtens) {
  expectEqual([&](const at::Tensor& x) { return convolution.forwardDoubled(x); },
              [&](const at::Tensor& x) {
                return plain(at::upsample_nearest2d(x, {x.size(2) * 2, x.size(3) * 2}));
              });
}

TEST_P(ResampledConvolution, WithAHalvedResultEqualsAtens) {
  expectEqual([&](const at::Tensor& x) { return convolution.forwardHalved(x); },
              [&](const at::Tensor& x) {
                return at::avg_pool2d(plain(x), {2, 2});
              });
}

INSTANTIATE_TEST_SUITE_P(Shapes, ResampledConvolution,
                         ::testing::Values(Case{3, 4, at::kDouble}, Case{1, 4, at::kDouble}, Case{3, 12, at::kDouble},
                                           Case{3, 4, at::kFloat}, Case{1, 12, at::kFloat}, Case{3, 12, at::kFloat}));

}  // namespace
}  // namespace gan
