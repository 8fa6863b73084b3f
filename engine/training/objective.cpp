#include "training/objective.h"

#include <ATen/ops/binary_cross_entropy_with_logits.h>
#include <ATen/ops/full_like.h>
#include <ATen/ops/relu.h>
#include <ATen/ops/sigmoid.h>
#include <ATen/ops/softplus.h>

#include <algorithm>
#include <array>
#include <string>

#include "core/error.h"

namespace gan {

namespace {

/// -t log D - (1 - t) log(1 - D) with D = sigmoid(logit), mean over the batch. Non-saturating: the generator wants its
/// images taken for real ones.
class CrossEntropy : public Objective {
 public:
  CrossEntropy()
      : Objective("bce", "Goodfellow et al., 2014, equation 1, with the non-saturating generator loss of section 3") {}
  DiscriminatorLosses discriminator(const at::Tensor& real, const at::Tensor& fake,
                                    const Labels& labels) const override {
    return {loss(real, labels.real), loss(fake, labels.fake)};
  }
  at::Tensor generator(const at::Tensor& fake, const at::Tensor& /*real*/, const Labels& labels) const override {
    return loss(fake, labels.real);
  }
  at::Tensor score(const at::Tensor& logits) const override { return at::sigmoid(logits); }

 private:
  static at::Tensor loss(const at::Tensor& logits, double target) {
    return at::binary_cross_entropy_with_logits(logits, at::full_like(logits, target));
  }
};

class Hinge : public Objective {
 public:
  Hinge() : Objective("hinge", "Lim and Ye, 2017, \"Geometric GAN\"; Miyato et al., 2018, equations 16 and 17") {}
  DiscriminatorLosses discriminator(const at::Tensor& real, const at::Tensor& fake,
                                    const Labels& /*labels*/) const override {
    return {at::relu(1 - real).mean(), at::relu(1 + fake).mean()};
  }
  at::Tensor generator(const at::Tensor& fake, const at::Tensor& /*real*/, const Labels& /*labels*/) const override {
    return -fake.mean();
  }
};

class LeastSquares : public Objective {
 public:
  LeastSquares() : Objective("least_squares", "Mao et al., 2017, equation 2, with a and b the labels, and c = b") {}
  DiscriminatorLosses discriminator(const at::Tensor& real, const at::Tensor& fake,
                                    const Labels& labels) const override {
    return {loss(real, labels.real), loss(fake, labels.fake)};
  }
  at::Tensor generator(const at::Tensor& fake, const at::Tensor& /*real*/, const Labels& labels) const override {
    return loss(fake, labels.real);
  }

 private:
  static at::Tensor loss(const at::Tensor& logits, double target) { return (logits - target).square().mean() / 2; }
};

class Wasserstein : public Objective {
 public:
  Wasserstein() : Objective("wasserstein", "Arjovsky et al., 2017, equations 2 and 3, as losses") {}
  DiscriminatorLosses discriminator(const at::Tensor& real, const at::Tensor& fake,
                                    const Labels& /*labels*/) const override {
    return {-real.mean(), fake.mean()};
  }
  at::Tensor generator(const at::Tensor& fake, const at::Tensor& /*real*/, const Labels& /*labels*/) const override {
    return -fake.mean();
  }
};

class Relativistic : public Objective {
 public:
  Relativistic()
      : Objective("relativistic",
                  "Jolicoeur-Martineau, 2019, equation 9, with f(t) = -log(1 + exp(-t)): RpGAN; Huang et al., 2024, "
                  "equation 2") {}
  DiscriminatorLosses discriminator(const at::Tensor& real, const at::Tensor& fake,
                                    const Labels& /*labels*/) const override {
    return {{}, at::softplus(fake - real).mean()};
  }
  at::Tensor generator(const at::Tensor& fake, const at::Tensor& real, const Labels& /*labels*/) const override {
    return at::softplus(real - fake).mean();
  }
  bool relative() const override { return true; }
};

}  // namespace

std::span<const Objective* const> objectives() {
  static const CrossEntropy kCrossEntropy;
  static const Hinge kHinge;
  static const LeastSquares kLeastSquares;
  static const Wasserstein kWasserstein;
  static const Relativistic kRelativistic;
  static const std::array<const Objective*, 5> kAll = {&kCrossEntropy, &kHinge, &kLeastSquares, &kWasserstein,
                                                       &kRelativistic};
  return kAll;
}

const Objective& findObjective(std::string_view name) {
  std::string known;
  for (const Objective* objective : objectives()) {
    if (objective->name() == name) return *objective;
    known += (known.empty() ? "" : ", ") + std::string(objective->name());
  }
  throw Error(ErrorCode::kNotFound, "objective_not_found",
              "There is no objective named '{name}'. Set objective.loss to one of: {known}.",
              {{"name", std::string(name)}, {"known", known}});
}

}  // namespace gan
