#include "training/relativistic.h"

#include <ATen/ops/softplus.h>

namespace gan {
namespace {

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
};

}  // namespace

const Objective& relativistic() {
  static const Relativistic kRelativistic;
  return kRelativistic;
}

}  // namespace gan
