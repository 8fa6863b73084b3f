#include "training/gan_update.h"

#include <ATen/core/grad_mode.h>
#include <ATen/ops/sigmoid.h>
#include <ATen/ops/stack.h>

namespace gan {

namespace {

/// Switches off the gradients of weights for as long as it lives.
class FrozenWeights {
 public:
  explicit FrozenWeights(std::vector<at::Tensor>& parameters) : parameters_(parameters) { set(false); }
  ~FrozenWeights() { set(true); }
  FrozenWeights(const FrozenWeights&) = delete;
  FrozenWeights& operator=(const FrozenWeights&) = delete;

 private:
  void set(bool requires_grad) {
    for (at::Tensor& parameter : parameters_) {
      parameter.set_requires_grad(requires_grad);
    }
  }
  std::vector<at::Tensor>& parameters_;
};

at::Tensor meanScore(const at::Tensor& logits) { return at::sigmoid(logits.detach()).mean(); }

}  // namespace

GanUpdate::GanUpdate(const Networks& networks, const TrainerOptions& options)
    : networks_(networks),
      objective_(options.objective),
      total_weight_(options.discriminator_total == DiscriminatorTotal::kMean ? 0.5 : 1),
      discriminator_parameters_(networks.discriminator->parameters()),
      generator_adam_(networks.generator->parameters(), options.generator_adam),
      discriminator_adam_(networks.discriminator->parameters(), options.discriminator_adam) {}

at::Tensor GanUpdate::updateDiscriminator(const at::Tensor& real, const at::Tensor& generated, const Labels& labels,
                                          double learning_rate) {
  discriminator_adam_.clearGradients();
  const at::Tensor real_logits = networks_.discriminator->forward(real);
  const at::Tensor generated_logits = networks_.discriminator->forward(generated.detach());
  const at::Tensor real_loss = objective_->discriminator_real(real_logits, labels);
  const at::Tensor generated_loss = objective_->discriminator_fake(generated_logits, labels);
  const at::Tensor total = (real_loss + generated_loss) * total_weight_;
  total.backward();
  const at::Tensor gradient_norm = discriminator_adam_.gradientNorm();
  discriminator_adam_.step(learning_rate);

  const at::NoGradGuard no_grad;
  return at::stack(
      {real_loss, generated_loss, total, meanScore(real_logits), meanScore(generated_logits), gradient_norm});
}

at::Tensor GanUpdate::updateGenerator(const at::Tensor& generated, const Labels& labels, double learning_rate) {
  generator_adam_.clearGradients();
  const FrozenWeights frozen(discriminator_parameters_);
  const at::Tensor logits = networks_.discriminator->forward(generated);
  const at::Tensor loss = objective_->generator(logits, labels);
  loss.backward();
  const at::Tensor gradient_norm = generator_adam_.gradientNorm();
  generator_adam_.step(learning_rate);

  const at::NoGradGuard no_grad;
  return at::stack({loss, meanScore(logits), gradient_norm});
}

}  // namespace gan
