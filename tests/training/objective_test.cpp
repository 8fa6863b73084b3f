#include "training/objective.h"

#include <ATen/ATen.h>
#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "config/schema.h"
#include "core/error.h"
#include "support/expect_error.h"

namespace gan {
namespace {

double formula(const std::vector<double>& logits, double target) {
  double sum = 0;
  for (const double logit : logits) {
    const double score = 1 / (1 + std::exp(-logit));
    sum -= target * std::log(score) + (1 - target) * std::log(1 - score);
  }
  return sum / static_cast<double>(logits.size());
}

const std::vector<double> kLogits = {-3, -0.25, 0, 1.5, 6};

TEST(CrossEntropy, EqualsItsFormulaForSoftLabels) {
  const Objective& bce = findObjective("bce");
  const at::Tensor logits = at::tensor(kLogits).to(at::kFloat);
  const Labels labels{.real = 0.5, .fake = 0.1};
  const auto [real, fake] = bce.discriminator(logits, logits, labels);
  EXPECT_NEAR(real.item<double>(), formula(kLogits, 0.5), 1e-6);
  EXPECT_NEAR(fake.item<double>(), formula(kLogits, 0.1), 1e-6);
}

TEST(CrossEntropy, GeneratorAimsAtTheRealLabel) {
  const at::Tensor logits = at::tensor(kLogits).to(at::kFloat);
  EXPECT_NEAR(findObjective("bce").generator(logits, {}, {.real = 0.9, .fake = 0}).item<double>(),
              formula(kLogits, 0.9), 1e-6);
}

TEST(CrossEntropy, GradientIsScoreMinusTarget) {
  at::Tensor logits = at::tensor(kLogits).to(at::kFloat).set_requires_grad(true);
  findObjective("bce").generator(logits, {}, {.real = 0.9, .fake = 0}).backward();
  for (std::size_t i = 0; i < kLogits.size(); ++i) {
    const double expected = (1 / (1 + std::exp(-kLogits[i])) - 0.9) / static_cast<double>(kLogits.size());
    EXPECT_NEAR(logits.grad()[static_cast<std::int64_t>(i)].item<double>(), expected, 1e-6);
  }
}

TEST(CrossEntropy, StaysFiniteWhereTheSigmoidIsRoundedToOne) {
  const at::Tensor logits = at::tensor({200.0F, -200.0F});
  EXPECT_FLOAT_EQ(findObjective("bce").discriminator(logits, logits, {}).fake.item<float>(), 100);
}

// By hand, of real logits 2, 0.5, -1 and generated ones 0.5, -2, 1.
struct Worked {
  const char* name;
  double real, fake, generator;
  std::vector<double> d_real, d_fake, d_generator;  // gradients
};

void PrintTo(const Worked& worked, std::ostream* out) { *out << worked.name; }

class HandWorked : public ::testing::TestWithParam<Worked> {};

void expectValues(const at::Tensor& found, const std::vector<double>& expected) {
  ASSERT_EQ(found.numel(), static_cast<std::int64_t>(expected.size()));
  for (std::size_t i = 0; i < expected.size(); ++i) {
    EXPECT_NEAR(found[static_cast<std::int64_t>(i)].item<double>(), expected[i], 1e-12) << i;
  }
}

TEST_P(HandWorked, ValuesAndGradients) {
  const Worked& worked = GetParam();
  const Objective& objective = findObjective(worked.name);
  at::Tensor real = at::tensor({2.0, 0.5, -1.0}, at::kDouble).set_requires_grad(true);
  at::Tensor fake = at::tensor({0.5, -2.0, 1.0}, at::kDouble).set_requires_grad(true);
  const DiscriminatorLosses losses = objective.discriminator(real, fake, {.real = 0.9, .fake = 0.1});
  EXPECT_NEAR(losses.real.item<double>(), worked.real, 1e-12);
  EXPECT_NEAR(losses.fake.item<double>(), worked.fake, 1e-12);
  (losses.real + losses.fake).backward();
  expectValues(real.grad(), worked.d_real);
  expectValues(fake.grad(), worked.d_fake);
  fake.mutable_grad().reset();
  const at::Tensor loss = objective.generator(fake, {}, {.real = 0.9, .fake = 0.1});
  EXPECT_NEAR(loss.item<double>(), worked.generator, 1e-12);
  loss.backward();
  expectValues(fake.grad(), worked.d_generator);
  EXPECT_TRUE(objective.score(real).equal(real));
  EXPECT_FALSE(objective.relative());
}

constexpr double kThird = 1.0 / 3;

INSTANTIATE_TEST_SUITE_P(Losses, HandWorked,
                         ::testing::Values(
                             // relu(1 - r): 0, 0.5, 2; relu(1 + f): 1.5, 0, 2
                             Worked{"hinge",
                                    2.5 / 3,
                                    3.5 / 3,
                                    0.5 / 3,
                                    {0, -kThird, -kThird},
                                    {kThird, 0, kThird},
                                    {-kThird, -kThird, -kThird}},
                             // r - 0.9: 1.1, -0.4, -1.9; f - 0.1: 0.4, -2.1, 0.9; f - 0.9: -0.4, -2.9, 0.1
                             Worked{"least_squares",
                                    4.98 / 6,
                                    5.38 / 6,
                                    8.58 / 6,
                                    {1.1 / 3, -0.4 / 3, -1.9 / 3},
                                    {0.4 / 3, -2.1 / 3, 0.3},
                                    {-0.4 / 3, -2.9 / 3, 0.1 / 3}},
                             Worked{"wasserstein",
                                    -0.5,
                                    -0.5 / 3,
                                    0.5 / 3,
                                    {-kThird, -kThird, -kThird},
                                    {kThird, kThird, kThird},
                                    {-kThird, -kThird, -kThird}}),
                         [](const auto& worked) { return std::string(worked.param.name); });

TEST(Relativistic, ComparesEachRealLogitWithAGeneratedOne) {
  const Objective& objective = findObjective("relativistic");
  const std::vector<double> real_values = {2, 0.5, -1};
  const std::vector<double> fake_values = {0.5, -2, 1};
  at::Tensor real = at::tensor(real_values, at::kDouble).set_requires_grad(true);
  at::Tensor fake = at::tensor(fake_values, at::kDouble).set_requires_grad(true);
  const DiscriminatorLosses losses = objective.discriminator(real, fake, {});
  EXPECT_FALSE(losses.real.defined());
  EXPECT_TRUE(objective.relative());
  double discriminator = 0;
  double generator = 0;
  std::vector<double> slope;
  for (std::size_t i = 0; i < 3; ++i) {
    const double lead = real_values[i] - fake_values[i];
    discriminator += std::log(1 + std::exp(-lead)) / 3;
    generator += std::log(1 + std::exp(lead)) / 3;
    slope.push_back(1 / (1 + std::exp(lead)) / 3);
  }
  EXPECT_NEAR(losses.fake.item<double>(), discriminator, 1e-12);
  losses.fake.backward();
  expectValues(fake.grad(), slope);
  expectValues(-real.grad(), slope);
  EXPECT_NEAR(objective.generator(fake, real.detach(), {}).item<double>(), generator, 1e-12);
}

/// Central differences in double precision.
TEST(Objectives, GradientsAreThoseOfTheirValues) {
  const at::Tensor real = at::tensor({2.0, 0.4, -1.3}, at::kDouble);
  for (const Objective* objective : objectives()) {
    const auto both = [&](const at::Tensor& fake) {
      return objective->generator(fake, real, {}) + 2 * objective->discriminator(real, fake, {}).fake;
    };
    at::Tensor fake = at::tensor({0.7, -2.1, 1.2}, at::kDouble).set_requires_grad(true);
    both(fake).backward();
    for (std::int64_t i = 0; i < 3; ++i) {
      constexpr double kStep = 1e-6;
      at::Tensor shift = at::zeros({3}, at::kDouble);
      shift[i] = kStep;
      const double slope = (both(fake.detach() + shift) - both(fake.detach() - shift)).item<double>() / (2 * kStep);
      EXPECT_NEAR(fake.grad()[i].item<double>(), slope, 1e-8) << objective->name() << " " << i;
    }
  }
}

/// What the schema says of them follows from their facts, which know nothing of their losses.
TEST(Objectives, TakeLabelsAndComparePairsWhereTheirFactsSaySo) {
  const at::Tensor real = at::tensor({2.0, 0.4, -1.3}, at::kDouble);
  const at::Tensor fake = at::tensor({0.7, -2.1, 1.2}, at::kDouble);
  for (const Objective* objective : objectives()) {
    const ObjectiveFacts& facts = objectiveFacts(objective->name());
    const auto all = [&](const at::Tensor& beside, const Labels& labels) {
      const DiscriminatorLosses losses = objective->discriminator(beside, fake, labels);
      const at::Tensor discriminator = losses.real.defined() ? losses.real + losses.fake : losses.fake;
      return (discriminator + 2 * objective->generator(fake, beside, labels)).item<double>();
    };
    EXPECT_EQ(all(real, {.real = 0.9, .fake = 0.2}) != all(real, {}), facts.takes_labels) << facts.name;
    const at::Tensor turned = real.flip({0});  // the same means, but other pairs
    EXPECT_EQ(std::abs(all(turned, {}) - all(real, {})) > 1e-9, facts.compares) << facts.name;
    EXPECT_EQ(objective->discriminator(real, fake, {}).real.defined(), !facts.compares) << facts.name;
    EXPECT_EQ(objective->score(real).equal(at::sigmoid(real)), facts.reads_probabilities) << facts.name;
    EXPECT_EQ(objective->score(real).equal(real), !facts.reads_probabilities) << facts.name;
  }
}

TEST(Objectives, AreTheSchemasChoicesInTheirOrder) {
  const Field& field = Schema::builtin().at("objective.loss");
  std::vector<std::string> names;
  for (const Objective* objective : objectives()) {
    names.emplace_back(objective->name());
    EXPECT_EQ(&findObjective(names.back()), objective);
  }
  EXPECT_EQ(field.choices, names);
  EXPECT_EQ(field.help,
            "bce is binary cross-entropy with the non-saturating generator loss (Goodfellow et al., 2014), hinge that "
            "of SN-GAN, SAGAN and BigGAN (Lim and Ye, 2017), least_squares LSGAN's (Mao et al., 2017), wasserstein "
            "WGAN's (Arjovsky et al., 2017), relativistic pairs real and generated images (RpGAN, "
            "Jolicoeur-Martineau, 2019). Scores are probabilities with bce, and logits with the others.")
      << "its translation is looked up by this text";
  expectError(ErrorCode::kNotFound, "objective_not_found", [] { findObjective("hinj"); });
}

}  // namespace
}  // namespace gan
