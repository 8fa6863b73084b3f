#include "training/cross_entropy.h"

#include <ATen/ops/binary_cross_entropy_with_logits.h>
#include <ATen/ops/full_like.h>

namespace gan {
namespace {

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

 private:
  static at::Tensor loss(const at::Tensor& logits, double target) {
    return at::binary_cross_entropy_with_logits(logits, at::full_like(logits, target));
  }
};

}  // namespace

const Objective& crossEntropy() {
  static const CrossEntropy kCrossEntropy;
  return kCrossEntropy;
}

}  // namespace gan
