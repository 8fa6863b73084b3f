#include "training/regulariser.h"

#include <ATen/ATen.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <span>
#include <string>

#include "config/schema.h"
#include "training/plain_networks.h"
#include "training/precision.h"

namespace gan {
namespace {

constexpr NetworkShape kShape = {
    .latent_size = 3, .channels = 1, .resolution = 4, .generator_width = 5, .discriminator_width = 6};

std::unique_ptr<Regulariser> make(std::string_view name, const RegulariserOptions& options = {}) {
  for (const RegulariserKind& kind : regularisers()) {
    if (kind.name == name) return kind.make(at::TensorOptions(at::kDouble), options);
  }
  return nullptr;
}

/// v . tanh(W x + b) + c, whose slope can be written down.
struct Worked {
  std::shared_ptr<Discriminator> discriminator = [] {
    auto made = kPlainArchitecture.make(kShape, 3).discriminator;
    made->to(at::kDouble);
    return made;
  }();
  at::Tensor real = at::arange(5 * 16, at::kDouble).mul(0.37).sin().view({5, 1, 4, 4});
  at::Tensor fake = at::arange(5 * 16, at::kDouble).mul(0.53).cos().view({5, 1, 4, 4});
  at::Tensor share = at::tensor({0.1, 0.9, 0.5, 0.25, 0.7}, at::kDouble);

  at::Tensor parameter(const std::string& name) const { return *discriminator->named_parameters().find(name); }
  at::Tensor slope(const at::Tensor& images) const {
    const at::Tensor w = parameter("first.weight").detach();
    const at::Tensor v = parameter("last.weight").detach();
    const at::Tensor hidden = (images.flatten(1).mm(w.t()) + parameter("first.bias").detach()).tanh();
    return ((1 - hidden.square()) * v).mm(w);
  }
  at::Tensor penalty(Regulariser& regulariser) const {
    DiscriminatorPass pass{
        .look = [this](const at::Tensor& images,
                       const at::Tensor& classes) { return discriminator->forward(images, classes); },
        .real = real.detach().requires_grad_(regulariser.readsSlopes()),
        .real_classes = {},
        .fake = fake.detach().requires_grad_(regulariser.readsSlopes()),
        .fake_classes = {},
        .real_logits = {},
        .fake_logits = {},
        .share = share};
    pass.real_logits = discriminator->forward(pass.real, {});
    pass.fake_logits = discriminator->forward(pass.fake, {});
    return regulariser.penalty(pass);
  }
};

/// The gradient for the weights of the hidden layer, by differences.
at::Tensor byDifferences(const Worked& worked, const std::function<double()>& value) {
  const at::NoGradGuard no_grad;
  at::Tensor weight = worked.parameter("first.weight");
  at::Tensor gradient = at::zeros_like(weight);
  constexpr double kStep = 1e-5;
  for (std::int64_t i = 0; i < weight.numel(); ++i) {
    at::Tensor one = weight.view({-1})[i];
    one.add_(kStep);
    const double above = value();
    one.sub_(2 * kStep);
    const double below = value();
    one.add_(kStep);
    gradient.view({-1})[i] = (above - below) / (2 * kStep);
  }
  return gradient;
}

struct SlopeFormula {
  const char* name;
  double (*value)(const Worked& worked);
};

void PrintTo(const SlopeFormula& formula, std::ostream* out) { *out << formula.name; }

class Slopes : public ::testing::TestWithParam<SlopeFormula> {};

TEST_P(Slopes, AreTakenAsThePapersFormulaHasThemAndCanBeDescended) {
  const Worked worked;
  const auto regulariser = make(GetParam().name);
  const at::Tensor penalty = worked.penalty(*regulariser);
  EXPECT_NEAR(penalty.item<double>(), GetParam().value(worked), 1e-12);
  penalty.backward();
  const at::Tensor expected = byDifferences(worked, [&] { return GetParam().value(worked); });
  EXPECT_LT((worked.parameter("first.weight").grad() - expected).abs().max().item<double>(), 1e-8);
  EXPECT_GT(expected.abs().max().item<double>(), 1e-4);
}

INSTANTIATE_TEST_SUITE_P(
    All, Slopes,
    ::testing::Values(
        SlopeFormula{"r1", [](const Worked& w) { return w.slope(w.real).square().sum(1).mean().item<double>() / 2; }},
        SlopeFormula{"r2", [](const Worked& w) { return w.slope(w.fake).square().sum(1).mean().item<double>() / 2; }},
        SlopeFormula{"gradient_penalty",
                     [](const Worked& w) {
                       const at::Tensor share = w.share.view({-1, 1, 1, 1});
                       const at::Tensor between = share * w.real + (1 - share) * w.fake;
                       return (w.slope(between).norm(2, 1) - 1).square().mean().item<double>();
                     }}),
    [](const auto& one) { return std::string(one.param.name); });

/// Networks whose slopes lie below 6e-8, the least number of float16, of weights that it can show.
struct Faint : Worked {
  Faint() {
    const at::NoGradGuard no_grad;
    parameter("first.weight").mul_(3e-4);
    parameter("last.weight").mul_(1e-3);
  }
  at::Tensor gradient() const { return parameter("first.weight").grad().to(at::kDouble); }
  /// From passes in float16.
  at::Tensor narrowPenalty(Regulariser& regulariser, const at::Tensor& scale) const {
    discriminator->to(at::kFloat);
    discriminator->zero_grad();
    const auto look = [this](const at::Tensor& images, const at::Tensor& classes) {
      const Autocast autocast(Precision::kFloat16, at::kCPU);
      return widened(discriminator->forward(images, classes));
    };
    DiscriminatorPass pass{.look = look,
                           .real = real.to(at::kFloat).requires_grad_(true),
                           .real_classes = {},
                           .fake = fake.to(at::kFloat).requires_grad_(true),
                           .fake_classes = {},
                           .real_logits = {},
                           .fake_logits = {},
                           .share = share.to(at::kFloat),
                           .scale = scale};
    pass.real_logits = look(pass.real, {});
    pass.fake_logits = look(pass.fake, {});
    return regulariser.penalty(pass);
  }
};

TEST(ScaledSlopes, OfFloat16AreThoseOfFloat64WhereItWouldShowNoneByItself) {
  for (const char* name : {"r1", "r2"}) {
    const Faint faint;
    const auto regulariser = make(name);
    const double exact = faint.penalty(*regulariser).item<double>();
    const LossScale scale(Precision::kFloat16, at::kCPU);
    EXPECT_NEAR(faint.narrowPenalty(*regulariser, scale.scale()).item<double>() / exact, 1, 0.01) << name;
    EXPECT_GT(std::abs(faint.narrowPenalty(*regulariser, {}).item<double>() / exact - 1), 0.1) << name;
  }
}

TEST(ScaledSlopes, AreDescendedInTheirDirection) {
  const Faint faint;
  const auto regulariser = make("gradient_penalty");
  faint.penalty(*regulariser).backward();
  const at::Tensor expected = faint.gradient();
  const LossScale scale(Precision::kFloat16, at::kCPU);
  const auto deviation = [&](const at::Tensor& by) {
    scale.scaled(faint.narrowPenalty(*regulariser, by)).backward();
    return ((faint.gradient() / scale.scale() - expected).norm() / expected.norm()).item<double>();
  };
  EXPECT_LT(deviation(scale.scale()), 0.02);
  EXPECT_FALSE(deviation({}) < 0.2);
}

TEST(Orthogonal, AddsTheGradientOfRowsThatLieAlongEachOther) {
  const Networks networks = kPlainArchitecture.make(kShape, 3);
  networks.generator->to(at::kDouble);
  at::Tensor expected_penalty = at::zeros({}, at::kDouble);
  for (const at::Tensor& parameter : networks.generator->parameters()) {
    if (parameter.dim() < 2) continue;
    const at::Tensor products = parameter.mm(parameter.t());
    const at::Tensor others = products * (1 - at::eye(products.size(0), at::kDouble));
    expected_penalty = expected_penalty + others.square().sum() / 2;
  }
  std::map<std::string, at::Tensor> expected;
  (expected_penalty * 0.25).backward();
  for (const auto& item : networks.generator->named_parameters()) {
    const at::Tensor& gradient = item.value().grad();
    expected.emplace(item.key(), gradient.defined() ? gradient.clone() + 1 : at::ones_like(item.value()));
    at::Tensor parameter = item.value();
    parameter.mutable_grad() = at::ones_like(item.value());
  }
  const at::Tensor penalty =
      make("orthogonal_generator")->addGradients(*networks.generator, DeviceScalar(at::kCPU, 0.25));
  EXPECT_NEAR(penalty.item<double>(), expected_penalty.item<double>(), 1e-12);
  for (const auto& item : networks.generator->named_parameters()) {
    EXPECT_LT((item.value().grad() - expected.at(item.key())).abs().max().item<double>(), 1e-12) << item.key();
  }
}

/// Two logits of each kind.
struct Logits {
  double real[2];
  double fake[2];
};
constexpr Logits kLogits[] = {{{1, 3}, {-1, 0.5}}, {{0.5, -2}, {-3, 2}}, {{4, 0}, {1, 1}}};

DiscriminatorPass passOf(const Logits& logits) {
  return {.look = {},
          .real = {},
          .real_classes = {},
          .fake = {},
          .fake_classes = {},
          .real_logits = at::tensor({logits.real[0], logits.real[1]}, at::kDouble),
          .fake_logits = at::tensor({logits.fake[0], logits.fake[1]}, at::kDouble),
          .share = {}};
}

/// One pass of one update.
double penaltyOf(Regulariser& lecam, const Logits& logits) {
  const DiscriminatorPass pass = passOf(logits);
  lecam.watch(pass);
  const double penalty = lecam.penalty(pass).item<double>();
  lecam.endUpdate();
  return penalty;
}

/// With the means of all updates up to the present one, weighted by powers of the decay.
double byFormula(std::span<const Logits> updates, double decay) {
  double real_anchor = 0;
  double fake_anchor = 0;
  double weights = 0;
  for (const Logits& one : updates) {
    real_anchor = real_anchor * decay + (one.real[0] + one.real[1]) / 2;
    fake_anchor = fake_anchor * decay + (one.fake[0] + one.fake[1]) / 2;
    weights = weights * decay + 1;
  }
  double penalty = 0;
  for (int i = 0; i < 2; ++i) {
    const double above = std::max(updates.back().real[i] - fake_anchor / weights, 0.0);
    const double below = std::max(real_anchor / weights - updates.back().fake[i], 0.0);
    penalty += (above * above + below * below) / 2;
  }
  return penalty;
}

TEST(LeCam, ComparesLogitsWithMovingAveragesThatHaveMovedWithThem) {
  const auto lecam = make("lecam");
  // Anchors 2 and -0.25: (1.25^2 + 3.25^2) / 2 + (3^2 + 1.5^2) / 2.
  EXPECT_NEAR(penaltyOf(*lecam, kLogits[0]), 11.6875, 1e-12);
  // (0.99 * 2 - 0.75) / 1.99 = 0.6181 and (0.99 * -0.25 - 0.5) / 1.99 = -0.3756: (0.8756^2 + 3.6181^2) / 2.
  EXPECT_NEAR(penaltyOf(*lecam, kLogits[1]), 6.9287, 1e-4);
  EXPECT_NEAR(penaltyOf(*lecam, kLogits[2]), byFormula(kLogits, 0.99), 1e-12);
}

TEST(LeCam, TakesItsDecayFromItsOptions) {
  const auto lecam = make("lecam", {.decay = 0.5});
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_NEAR(penaltyOf(*lecam, kLogits[i]), byFormula(std::span(kLogits).first(i + 1), 0.5), 1e-12) << i;
  }
}

TEST(LeCam, WatchesUpdatesInWhichItHasNoPart) {
  const auto lecam = make("lecam");
  for (std::size_t i = 0; i < 2; ++i) {
    lecam->watch(passOf(kLogits[i]));
    lecam->endUpdate();
  }
  EXPECT_NEAR(penaltyOf(*lecam, kLogits[2]), byFormula(kLogits, 0.99), 1e-12);
}

TEST(LeCam, MovesOnceAnUpdateWithTheMeanOfItsMicroBatches) {
  const auto lecam = make("lecam");
  lecam->watch(passOf(kLogits[0]));
  lecam->watch(passOf(kLogits[1]));
  lecam->endUpdate();
  const TensorMap state = lecam->state();
  EXPECT_NEAR(state.at("weight").item<double>(), 0.01, 1e-15);
  EXPECT_NEAR(state.at("logit_sums")[0].item<double>(), 0.01 * (2 - 0.75) / 2, 1e-15);
  EXPECT_NEAR(state.at("logit_sums")[1].item<double>(), 0.01 * (-0.25 - 0.5) / 2, 1e-15);
}

TEST(LeCam, ForgetsAnUpdateWithALogitThatIsNotFinite) {
  const double infinity = std::numeric_limits<double>::infinity();
  for (const double odd : {infinity, -infinity, std::numeric_limits<double>::quiet_NaN()}) {
    const auto lecam = make("lecam");
    penaltyOf(*lecam, kLogits[0]);
    penaltyOf(*lecam, {{odd, 3}, {-1, 0.5}});
    penaltyOf(*lecam, {{1, 3}, {-1, odd}});
    penaltyOf(*lecam, kLogits[1]);
    EXPECT_NEAR(penaltyOf(*lecam, kLogits[2]), byFormula(kLogits, 0.99), 1e-12) << odd;
  }
}

TEST(Regularisers, EachHasItsSettings) {
  for (const RegulariserKind& kind : regularisers()) {
    for (const char* setting : {"weight", "interval_steps", "schedule"}) {
      EXPECT_NE(Schema::builtin().find(regulariserPath(kind.name, setting)), nullptr) << kind.name << " " << setting;
    }
  }
  EXPECT_NE(Schema::builtin().find(regulariserPath("lecam", "decay")), nullptr);
}

}  // namespace
}  // namespace gan
