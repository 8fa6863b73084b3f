#include "training/cross_entropy.h"

#include <ATen/ops/binary_cross_entropy_with_logits.h>
#include <ATen/ops/full_like.h>

#include "training/label_objective.h"

namespace gan {
namespace {

class CrossEntropy : public LabelObjective {
 public:
  CrossEntropy()
      : LabelObjective("bce",
                       "Goodfellow et al., 2014, equation 1, with the non-saturating generator loss of section 3") {}

 private:
  at::Tensor loss(const at::Tensor& logits, double target) const override {
    return at::binary_cross_entropy_with_logits(logits, at::full_like(logits, target));
  }
};

}  // namespace

const Objective& crossEntropy() {
  static const CrossEntropy kCrossEntropy;
  return kCrossEntropy;
}

}  // namespace gan
