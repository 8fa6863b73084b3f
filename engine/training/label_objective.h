#pragma once

#include "training/objective.h"

namespace gan {

/// An objective that holds each logit against a label by itself: real images' against Labels::real, generated ones'
/// against Labels::fake; the generator wants its images taken for real ones.
class LabelObjective : public Objective {
 public:
  using Objective::Objective;
  DiscriminatorLosses discriminator(const at::Tensor& real, const at::Tensor& fake, const Labels& labels) const final {
    return {loss(real, labels.real), loss(fake, labels.fake)};
  }
  at::Tensor generator(const at::Tensor& fake, const at::Tensor& /*real*/, const Labels& labels) const final {
    return loss(fake, labels.real);
  }

 private:
  /// Of logits [N] that should all say `target`: their mean loss, a scalar.
  virtual at::Tensor loss(const at::Tensor& logits, double target) const = 0;
};

}  // namespace gan
