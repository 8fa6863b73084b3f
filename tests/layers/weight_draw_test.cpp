#include "layers/weight_draw.h"

#include <gtest/gtest.h>

#include "layers/layers.h"

namespace gan {
namespace {

struct Layers : torch::nn::Module {
  explicit Layers(Initialisation initialisation, std::uint64_t seed = 3) {
    drawWeights(*this, initialisation, seed, NetworkRole::kGenerator);
  }
  std::shared_ptr<Convolution> convolution = register_module(
      "convolution", std::make_shared<Convolution>(ConvolutionShape{8, 20, 3, 1, 1}, WeightOptions{.bias = true}));
  std::shared_ptr<Linear> linear = register_module(
      "linear", std::make_shared<Linear>(
                    10, 400, WeightOptions{.bias = true, .spectral_norm = SpectralNormOptions{.values = 1}}));
};

TEST(WeightDraw, OrthogonalWeightsHaveOrthonormalRowsOrColumnsWhicheverAreFewer) {
  const Layers layers(Initialisation::kOrthogonal);
  const at::Tensor rows = layers.convolution->weight.detach().flatten(1);
  EXPECT_TRUE(rows.mm(rows.t()).allclose(at::eye(20), 0, 1e-6));
  const at::Tensor columns = layers.linear->weight.detach();
  EXPECT_TRUE(columns.t().mm(columns).allclose(at::eye(10), 0, 1e-6));
}

TEST(WeightDraw, NormalAndXavierHaveTheirSpread) {
  // Of n numbers the deviation is known to 1 / sqrt(2 n): 1.1 % of 4,000.
  EXPECT_NEAR(Layers(Initialisation::kNormal).linear->weight.std().item<double>() / 0.02, 1, 0.04);
  const Layers xavier(Initialisation::kXavier);
  const double bound = std::sqrt(6.0 / (8 * 9 + 20 * 9));
  EXPECT_LE(xavier.convolution->weight.abs().max().item<double>(), bound);
  EXPECT_GT(xavier.convolution->weight.abs().max().item<double>(), 0.99 * bound);
}

TEST(WeightDraw, BiasesAndSingularVectorsAreDrawnAsInBigGanPyTorch) {
  const Layers layers(Initialisation::kOrthogonal);
  const double bound = 1 / std::sqrt(10.0);
  EXPECT_LE(layers.linear->bias.abs().max().item<double>(), bound);
  EXPECT_GT(layers.linear->bias.abs().max().item<double>(), 0.95 * bound);
  EXPECT_NEAR(layers.linear->spectralNorm()->vectors()[0].std().item<double>(), 1, 0.15);
}

TEST(WeightDraw, IsAFunctionOfTheSeed) {
  const Layers one(Initialisation::kOrthogonal, 3);
  const Layers same(Initialisation::kOrthogonal, 3);
  const Layers other(Initialisation::kOrthogonal, 4);
  EXPECT_TRUE(one.linear->weight.equal(same.linear->weight));
  EXPECT_FALSE(one.linear->weight.equal(other.linear->weight));
}

}  // namespace
}  // namespace gan
