#pragma once

#include <ATen/core/Tensor.h>

#include "models/network.h"
#include "training/adam.h"
#include "training/trainer_options.h"

namespace gan {

/// The two weight updates of a GAN on one batch each. Waits for nothing on the device.
class GanUpdate {
 public:
  GanUpdate(const Networks& networks, const TrainerOptions& options);

  /// Latents [N, nz] to images that carry gradients back to the generator.
  at::Tensor generate(const at::Tensor& latents) const { return networks_.generator->forward(latents); }

  /// One step of D. Real and generated images pass through it separately, so that each batch is normalised by its own
  /// statistics; one backward pass for both. No gradient reaches the generator.
  /// Returns float32 [6] on the device: the first six of Measured.
  at::Tensor updateDiscriminator(const at::Tensor& real, const at::Tensor& generated, const Labels& labels,
                                 double learning_rate);

  /// One step of G through D, whose weights get no gradients. generated comes from generate().
  /// Returns float32 [3]: the next three of Measured.
  at::Tensor updateGenerator(const at::Tensor& generated, const Labels& labels, double learning_rate);

  Adam& generatorAdam() { return generator_adam_; }
  Adam& discriminatorAdam() { return discriminator_adam_; }
  const Adam& generatorAdam() const { return generator_adam_; }
  const Adam& discriminatorAdam() const { return discriminator_adam_; }

 private:
  Networks networks_;
  const Objective* objective_;
  double total_weight_;  // of each of the discriminator's two losses in their total
  std::vector<at::Tensor> discriminator_parameters_;
  Adam generator_adam_;
  Adam discriminator_adam_;
};

}  // namespace gan
