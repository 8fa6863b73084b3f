#include "training/least_squares.h"

namespace gan {
namespace {

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

}  // namespace

const Objective& leastSquares() {
  static const LeastSquares kLeastSquares;
  return kLeastSquares;
}

}  // namespace gan
