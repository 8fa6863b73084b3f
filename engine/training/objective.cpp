#include "training/objective.h"

#include <ATen/ops/sigmoid.h>

#include <array>
#include <string>

#include "core/error.h"
#include "training/cross_entropy.h"
#include "training/hinge.h"
#include "training/least_squares.h"
#include "training/relativistic.h"
#include "training/wasserstein.h"

namespace gan {

at::Tensor Objective::score(const at::Tensor& logits) const {
  return facts_.reads_probabilities ? at::sigmoid(logits) : logits;
}

std::span<const Objective* const> objectives() {
  static const std::array<const Objective*, 5> kAll = {&crossEntropy(), &hinge(), &leastSquares(), &wasserstein(),
                                                       &relativistic()};
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
