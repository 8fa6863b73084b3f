#include "training/objective.h"

#include <ATen/ops/binary_cross_entropy_with_logits.h>
#include <ATen/ops/full_like.h>

#include <algorithm>
#include <array>
#include <string>

#include "core/error.h"

namespace gan {

namespace {

/// -t log D - (1 - t) log(1 - D) with D = sigmoid(logit), mean over the batch.
at::Tensor crossEntropy(const at::Tensor& logits, double target) {
  return at::binary_cross_entropy_with_logits(logits, at::full_like(logits, target));
}

at::Tensor crossEntropyReal(const at::Tensor& logits, const Labels& labels) {
  return crossEntropy(logits, labels.real);
}
at::Tensor crossEntropyFake(const at::Tensor& logits, const Labels& labels) {
  return crossEntropy(logits, labels.fake);
}

// Non-saturating: the generator wants its images taken for real ones (Goodfellow et al., 2014, section 3).
constexpr std::array<Objective, 1> kObjectives = {{{
    "bce",
    "Goodfellow et al., 2014, equation 1, with the non-saturating generator loss of section 3",
    crossEntropyReal,
    crossEntropyFake,
    crossEntropyReal,
}}};

}  // namespace

std::span<const Objective> objectives() { return kObjectives; }

const Objective& findObjective(std::string_view name) {
  const auto* const found = std::ranges::find(kObjectives, name, &Objective::name);
  if (found != kObjectives.end()) {
    return *found;
  }
  std::string known;
  for (const Objective& objective : kObjectives) {
    known += (known.empty() ? "" : ", ") + std::string(objective.name);
  }
  throw Error(ErrorCode::kNotFound, "objective_not_found",
              "There is no objective named '{name}'. Set objective.loss to one of: {known}.",
              {{"name", std::string(name)}, {"known", known}});
}

}  // namespace gan
