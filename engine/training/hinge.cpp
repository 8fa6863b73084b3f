#include "training/hinge.h"

#include <ATen/ops/relu.h>

namespace gan {
namespace {

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

}  // namespace

const Objective& hinge() {
  static const Hinge kHinge;
  return kHinge;
}

}  // namespace gan
