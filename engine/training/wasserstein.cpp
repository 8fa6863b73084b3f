#include "training/wasserstein.h"

namespace gan {
namespace {

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

}  // namespace

const Objective& wasserstein() {
  static const Wasserstein kWasserstein;
  return kWasserstein;
}

}  // namespace gan
