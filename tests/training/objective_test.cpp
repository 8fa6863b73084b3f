#include "training/objective.h"

#include <ATen/ATen.h>
#include <gtest/gtest.h>

#include <cmath>

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
  EXPECT_NEAR(bce.discriminator_real(logits, labels).item<double>(), formula(kLogits, 0.5), 1e-6);
  EXPECT_NEAR(bce.discriminator_fake(logits, labels).item<double>(), formula(kLogits, 0.1), 1e-6);
}

TEST(CrossEntropy, GeneratorAimsAtTheRealLabel) {
  const at::Tensor logits = at::tensor(kLogits).to(at::kFloat);
  EXPECT_NEAR(findObjective("bce").generator(logits, {.real = 0.9, .fake = 0}).item<double>(), formula(kLogits, 0.9),
              1e-6);
}

TEST(CrossEntropy, GradientIsScoreMinusTarget) {
  at::Tensor logits = at::tensor(kLogits).to(at::kFloat).set_requires_grad(true);
  findObjective("bce").generator(logits, {.real = 0.9, .fake = 0}).backward();
  for (std::size_t i = 0; i < kLogits.size(); ++i) {
    const double expected = (1 / (1 + std::exp(-kLogits[i])) - 0.9) / static_cast<double>(kLogits.size());
    EXPECT_NEAR(logits.grad()[static_cast<std::int64_t>(i)].item<double>(), expected, 1e-6);
  }
}

TEST(CrossEntropy, StaysFiniteWhereTheSigmoidIsRoundedToOne) {
  const at::Tensor logits = at::tensor({200.0F, -200.0F});
  EXPECT_FLOAT_EQ(findObjective("bce").discriminator_fake(logits, {}).item<float>(), 100);
}

TEST(Objectives, AreTheSchemasChoices) {
  const auto& choices = Schema::builtin().at("objective.loss").choices;
  EXPECT_EQ(choices.size(), objectives().size());
  for (const std::string& choice : choices) {
    EXPECT_NO_THROW(findObjective(choice));
  }
  expectError(ErrorCode::kNotFound, "objective_not_found", [] { findObjective("hinj"); });
}

}  // namespace
}  // namespace gan
