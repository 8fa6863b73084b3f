#include "layers/resampling.h"

#include <ATen/ATen.h>
#include <ATen/CPUGeneratorImpl.h>
#include <gtest/gtest.h>
#include <torch/autograd.h>

#include <functional>
#include <memory>

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

  using Way = ResamplingConvolution::Way;

  static std::unique_ptr<ResamplingConvolution> make(Way way) {
    auto made = std::make_unique<ResamplingConvolution>(way,
                                                        ConvolutionShape{.in_channels = 5,
                                                                         .out_channels = 6,
                                                                         .kernel = GetParam().kernel,
                                                                         .stride = 1,
                                                                         .padding = GetParam().kernel / 2},
                                                        WeightOptions{.bias = true});
    const at::NoGradGuard no_grad;
    made->weight.normal_(0, 1, at::detail::createCPUGenerator(3));
    made->bias.normal_(0, 1, at::detail::createCPUGenerator(4));
    made->to(GetParam().type);
    made->weight.set_data(made->weight.contiguous(at::MemoryFormat::ChannelsLast));
    return made;
  }

  /// Values, gradients and gradients of gradients.
  static std::vector<at::Tensor> everything(const Convolution& convolution, const Pass& pass) {
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

  static void expectEqual(const Convolution& convolution, const Pass& expected_by) {
    const auto found = everything(convolution, [&](const at::Tensor& x) { return convolution.forward(x); });
    const auto expected = everything(convolution, expected_by);
    const double tolerance = GetParam().type == at::kDouble ? 1e-13 : 1e-5;
    for (std::size_t i = 0; i < found.size(); ++i) {
      ASSERT_EQ(found[i].sizes(), expected[i].sizes());
      const double scale = expected[i].abs().max().item<double>();
      EXPECT_LT((found[i] - expected[i]).abs().max().item<double>(), tolerance * scale) << "result " << i;
    }
  }

  static at::Tensor plain(const Convolution& convolution, const at::Tensor& x) {
    return at::conv2d(x, convolution.weight, convolution.bias, 1, GetParam().kernel / 2);
  }
};

TEST_P(ResampledConvolution, OfADoubledImageEqualsAtens) {
  const auto doubling = make(Way::kDoublesBefore);
  expectEqual(*doubling, [&](const at::Tensor& x) {
    return plain(*doubling, at::upsample_nearest2d(x, {x.size(2) * 2, x.size(3) * 2}));
  });
}

TEST_P(ResampledConvolution, WithAHalvedResultEqualsAtens) {
  const auto halving = make(Way::kHalvesAfter);
  expectEqual(*halving, [&](const at::Tensor& x) { return at::avg_pool2d(plain(*halving, x), {2, 2}); });
}

TEST_P(ResampledConvolution, GivesTheSameBitsFrozen) {
  const at::NoGradGuard no_grad;
  const at::Tensor x = at::randn({2, 5, GetParam().size, GetParam().size}).to(GetParam().type);
  for (const Way way : {Way::kDoublesBefore, Way::kHalvesAfter}) {
    const auto convolution = make(way);
    const at::Tensor before = convolution->forward(x);
    convolution->freeze();
    EXPECT_TRUE(convolution->forward(x).equal(before));
  }
}

INSTANTIATE_TEST_SUITE_P(Shapes, ResampledConvolution,
                         ::testing::Values(Case{3, 4, at::kDouble}, Case{1, 4, at::kDouble}, Case{3, 12, at::kDouble},
                                           Case{3, 4, at::kFloat}, Case{1, 12, at::kFloat}, Case{3, 12, at::kFloat}));

}  // namespace
}  // namespace gan
