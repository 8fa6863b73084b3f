#pragma once

#include <ATen/core/Tensor.h>

#include <span>
#include <string_view>

namespace gan {

/// Targets of the discriminator's output; 0.9 or 0.5 instead of 1 is label smoothing.
struct Labels {
  double real = 1;
  double fake = 0;
};

/// The losses of a GAN as functions of the discriminator's logits [N]; each returns a float32 scalar that can be
/// differentiated. An objective computes; it does not step.
struct Objective {
  std::string_view name;
  std::string_view source;  ///< Paper and equation.
  at::Tensor (*discriminator_real)(const at::Tensor& logits, const Labels& labels);
  at::Tensor (*discriminator_fake)(const at::Tensor& logits, const Labels& labels);
  at::Tensor (*generator)(const at::Tensor& logits, const Labels& labels);
};

std::span<const Objective> objectives();
/// Throws Error(kNotFound, "objective_not_found").
const Objective& findObjective(std::string_view name);

}  // namespace gan
