#include "layers/spectral_norm.h"

#include <ATen/autocast_mode.h>
#include <gtest/gtest.h>

#include <optional>
#include <utility>

#include "layers/layers.h"
#include "layers/weight_draw.h"
#include "support/expect_error.h"

namespace gan {
namespace {

constexpr std::int64_t kRows = 7;
constexpr std::int64_t kColumns = 11;

struct Owner : torch::nn::Module {
  explicit Owner(const SpectralNormOptions& options)
      : layer(register_module("layer", std::make_shared<Linear>(
                                           kColumns, kRows, WeightOptions{.bias = false, .spectral_norm = options}))) {
    drawWeights(*this, Initialisation::kXavier, 5, NetworkRole::kGenerator);
    layer->to(at::kDouble);
  }
  /// What a pass multiplies by.
  at::Tensor used() const { return layer->forward(at::eye(kColumns, at::kDouble)).t(); }
  std::shared_ptr<Linear> layer;
};

TEST(SpectralNorm, FollowsAsManyOfTheLargestSingularValuesAsAsked) {
  const Owner owner({.values = 3, .iterations = 2});
  for (int pass = 0; pass < 200; ++pass) owner.used();
  const at::Tensor expected = at::linalg_svdvals(owner.layer->weight.detach());
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_NEAR(owner.layer->spectralNorm()->values()[i].item<double>(),
                expected[static_cast<std::int64_t>(i)].item<double>(), 1e-9);
  }
  EXPECT_NEAR(at::linalg_svdvals(owner.used().detach())[0].item<double>(), 1, 1e-9);
}

// One step by hand (Miyato et al., 2018, algorithm 1).
TEST(SpectralNorm, OnePassIsOneStepOfThePowerMethod) {
  const Owner owner({.epsilon = 1e-12});
  const at::Tensor w = owner.layer->weight.detach();
  const at::Tensor u = owner.layer->spectralNorm()->vectors()[0].clone();
  at::Tensor v = u.mm(w);
  v = v / v.norm();
  at::Tensor next = v.mm(w.t());
  next = next / next.norm();
  EXPECT_TRUE(owner.used().allclose(w / v.mm(w.t()).mm(next.t()).squeeze(), 1e-12, 1e-12));
  EXPECT_TRUE(owner.layer->spectralNorm()->vectors()[0].allclose(next, 1e-12, 1e-12));
}

/// Without an iteration there is no vector to measure the weight with; BigGAN-PyTorch fails at the first pass then.
TEST(SpectralNorm, RefusesToFollowNothingOrNowhere) {
  for (const SpectralNormOptions& options : {SpectralNormOptions{.iterations = 0}, SpectralNormOptions{.values = 0},
                                             SpectralNormOptions{.iterations = -1}}) {
    const auto error = expectError(ErrorCode::kInvalidArgument, "spectral_norm_unsupported", [&] { Owner{options}; });
    EXPECT_TRUE(error);
  }
}

/// As the last layer of a discriminator, whose weight is one row. There is only one singular value then.
TEST(SpectralNorm, FollowsMoreValuesThanAWeightHasRowsWithoutSpoilingTheLargest) {
  for (const double epsilon : {1e-12, 1e-4}) {
    struct OneRow : torch::nn::Module {
      explicit OneRow(double epsilon)
          : layer(register_module(
                "layer", std::make_shared<Linear>(
                             kColumns, 1,
                             WeightOptions{.spectral_norm = SpectralNormOptions{.values = 4, .epsilon = epsilon}}))) {
        drawWeights(*this, Initialisation::kXavier, 5, NetworkRole::kDiscriminator);
      }
      std::shared_ptr<Linear> layer;
    } const owner(epsilon);
    for (int pass = 0; pass < 20; ++pass) owner.layer->forward(at::eye(kColumns));
    const std::vector<at::Tensor>& values = owner.layer->spectralNorm()->values();
    EXPECT_NEAR(values[0].item<double>(), owner.layer->weight.norm().item<double>(), 1e-6);
    for (std::size_t i = 1; i < 4; ++i) EXPECT_NEAR(values[i].item<double>(), 0, 1e-6) << i;
  }
}

TEST(SpectralNorm, EvaluationMovesNothing) {
  Owner owner({.values = 2});
  owner.used();
  owner.eval();
  const at::Tensor u = owner.layer->spectralNorm()->vectors()[1].clone();
  const at::Tensor value = owner.layer->spectralNorm()->values()[1].clone();
  const at::Tensor first = owner.used();
  EXPECT_TRUE(owner.used().equal(first));
  EXPECT_TRUE(owner.layer->spectralNorm()->vectors()[1].equal(u));
  EXPECT_TRUE(owner.layer->spectralNorm()->values()[1].equal(value));
}

TEST(SpectralNorm, ASecondPassLeavesTheGradientOfTheFirstAsItWas) {
  const auto gradient = [](int passes) {
    const Owner owner({});
    const at::Tensor first = owner.used();
    for (int pass = 1; pass < passes; ++pass) owner.used();
    first.pow(3).sum().backward();
    return owner.layer->weight.grad();
  };
  EXPECT_TRUE(gradient(3).equal(gradient(1)));
}

/// While it lives, what LibTorch thinks fit is computed in bfloat16.
class NarrowPasses {
 public:
  NarrowPasses() {
    at::autocast::set_autocast_enabled(at::kCPU, true);
    at::autocast::set_autocast_dtype(at::kCPU, at::kBFloat16);
  }
  ~NarrowPasses() {
    at::autocast::clear_cache();
    at::autocast::set_autocast_enabled(at::kCPU, false);
  }
  NarrowPasses(const NarrowPasses&) = delete;
  NarrowPasses& operator=(const NarrowPasses&) = delete;
};

TEST(SpectralNorm, IsTakenInAllBitsWherePassesAreComputedInFewer) {
  const at::NoGradGuard no_grad;
  const auto passes = [](bool narrow) {
    const Owner owner({});
    owner.layer->to(at::kFloat);
    std::optional<NarrowPasses> narrow_passes;
    if (narrow) narrow_passes.emplace();
    for (int pass = 0; pass < 3; ++pass) {
      const at::Tensor made = owner.layer->forward(at::eye(kColumns));
      EXPECT_EQ(made.scalar_type(), narrow ? at::kBFloat16 : at::kFloat);
    }
    const SpectralNorm& norm = *owner.layer->spectralNorm();
    return std::pair(norm.vectors()[0].clone(), norm.values()[0].clone());
  };
  const auto [vector, value] = passes(false);
  const auto [narrow_vector, narrow_value] = passes(true);
  EXPECT_TRUE(narrow_vector.equal(vector));
  EXPECT_TRUE(narrow_value.equal(value));
}

}  // namespace
}  // namespace gan
