#pragma once

#include <ATen/core/Tensor.h>

#include <span>
#include <string_view>

#include "config/objective_facts.h"

namespace gan {

/// Targets of the discriminator's output; 0.9 or 0.5 instead of 1 is label smoothing. An objective without targets
/// passes them over.
struct Labels {
  double real = 1;
  double fake = 0;
};

/// The discriminator's losses: each a scalar of the logits' type that can be differentiated.
struct DiscriminatorLosses {
  at::Tensor real;  ///< Undefined where an objective compares real with generated images: then `fake` is all of it.
  at::Tensor fake;
};

/// The losses of a GAN as functions of the discriminator's logits [N]. An objective computes; it does not step.
/// Immutable; lives until the program ends.
class Objective {
 public:
  /// name: that of its ObjectiveFacts. Throws as objectiveFacts().
  Objective(std::string_view name, std::string_view source) : facts_(objectiveFacts(name)), source_(source) {}
  virtual ~Objective() = default;
  Objective(const Objective&) = delete;
  Objective& operator=(const Objective&) = delete;

  std::string_view name() const { return facts_.name; }
  /// Paper and equation.
  std::string_view source() const { return source_; }

  /// Of logits of as many real as generated images.
  virtual DiscriminatorLosses discriminator(const at::Tensor& real, const at::Tensor& fake,
                                            const Labels& labels) const = 0;
  /// real: logits of as many real images; read only by an objective that is relative().
  virtual at::Tensor generator(const at::Tensor& fake, const at::Tensor& real, const Labels& labels) const = 0;
  /// See ObjectiveFacts::compares.
  bool relative() const { return facts_.compares; }
  /// What a logit says, as the series score/... have it: the logit itself, unless the objective reads a probability out
  /// of it.
  at::Tensor score(const at::Tensor& logits) const;

 private:
  const ObjectiveFacts& facts_;
  std::string_view source_;
};

std::span<const Objective* const> objectives();
/// Throws Error(kNotFound, "objective_not_found").
const Objective& findObjective(std::string_view name);

}  // namespace gan
