#include "training/least_squares.h"

#include "training/label_objective.h"

namespace gan {
namespace {

class LeastSquares : public LabelObjective {
 public:
  LeastSquares()
      : LabelObjective("least_squares", "Mao et al., 2017, equation 2, with a and b the labels, and c = b") {}

 private:
  at::Tensor loss(const at::Tensor& logits, double target) const override {
    return (logits - target).square().mean() / 2;
  }
};

}  // namespace

const Objective& leastSquares() {
  static const LeastSquares kLeastSquares;
  return kLeastSquares;
}

}  // namespace gan
