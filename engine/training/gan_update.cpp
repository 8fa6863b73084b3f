#include "training/gan_update.h"

#include <ATen/core/grad_mode.h>
#include <ATen/ops/cat.h>
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

at::Tensor meanScore(const Objective& objective, const at::Tensor& logits) {
  return objective.score(logits.detach()).mean();
}

/// What one of `count` micro-batches adds to the loss: their mean is what an update descends.
at::Tensor shareOf(const at::Tensor& loss, std::int64_t count) {
  return count == 1 ? loss : loss / static_cast<double>(count);
}

/// The means of what each micro-batch measured, then the gradient's norm.
at::Tensor withNorm(const std::vector<at::Tensor>& measured, const at::Tensor& gradient_norm) {
  const at::NoGradGuard no_grad;
  const at::Tensor mean = measured.size() == 1 ? measured.front() : at::stack(measured).mean(0);
  return at::cat({mean, gradient_norm.view({1})});
}

void clearGradients(Adam& adam, PhaseClock& clock) {
  const PhaseClock::Scope clearing(clock, Phase::kOptimizer);
  adam.clearGradients();
}

}  // namespace

std::vector<std::string> ganSeries(const Objective& objective) {
  using namespace gan_series;
  std::vector<std::string> names;
  if (!objective.relative()) names = {std::string(kLossReal), std::string(kLossFake)};
  for (const std::string_view name : {kLossDiscriminator, kScoreReal, kScoreFakeBefore, kNormDiscriminator,
                                      kLossGenerator, kScoreFakeAfter, kNormGenerator}) {
    names.emplace_back(name);
  }
  return names;
}

GanUpdate::GanUpdate(const Networks& networks, const TrainerOptions& options, PhaseClock& clock, Collective* collective)
    : networks_(networks),
      clock_(clock),
      objective_(options.objective),
      penalty_(options.discriminator_penalty),
      total_weight_(options.discriminator_total == DiscriminatorTotal::kMean ? 0.5 : 1),
      discriminator_parameters_(networks.discriminator->parameters()),
      generator_adam_(networks.generator->parameters(), options.generator_adam),
      discriminator_adam_(networks.discriminator->parameters(), options.discriminator_adam) {
  if (collective != nullptr) {
    generator_reducer_ = std::make_unique<GradientReducer>(networks.generator->parameters(), *collective);
    discriminator_reducer_ = std::make_unique<GradientReducer>(networks.discriminator->parameters(), *collective);
  }
}

GeneratedBatch GanUpdate::generate(const Draw& draw) const {
  Generator& generator = *networks_.generator;
  const at::Tensor condition = draw.classes.defined() ? generator.condition(draw.classes) : at::Tensor();
  return {generator.forward(draw.latents, condition), draw.classes};
}

void GanUpdate::backward(const at::Tensor& loss, std::int64_t count, std::int64_t micro, GradientReducer* reducer) {
  const PhaseClock::Scope backward(clock_, Phase::kBackward);
  const at::Tensor share = shareOf(loss, count);
  const bool reduces = reducer != nullptr && micro + 1 == count;
  if (reduces) reducer->prepare();
  share.backward();
  if (reduces) reducer->countWait();
}

at::Tensor GanUpdate::stepWith(Adam& adam, double learning_rate) {
  const PhaseClock::Scope stepping(clock_, Phase::kOptimizer);
  at::Tensor gradient_norm = adam.gradientNorm();
  adam.step(learning_rate);
  return gradient_norm;
}

at::Tensor GanUpdate::discriminatorLoss(const std::function<MicroBatch(std::int64_t)>& next, std::int64_t micro,
                                        const Labels& labels, std::vector<at::Tensor>& measured) {
  const PhaseClock::Scope forward(clock_, Phase::kForward);
  const MicroBatch batch = next(micro);
  const at::Tensor generated = batch.generated.images.detach();
  const at::Tensor real_logits = networks_.discriminator->forward(batch.real.images, batch.real.classes);
  const at::Tensor generated_logits = networks_.discriminator->forward(generated, batch.generated.classes);
  const auto [real_loss, generated_loss] = objective_->discriminator(real_logits, generated_logits, labels);
  at::Tensor total = real_loss.defined() ? (real_loss + generated_loss) * total_weight_ : generated_loss;
  if (penalty_ != nullptr) {
    total = total + penalty_(*networks_.discriminator, batch.real.images, generated);
  }
  const at::NoGradGuard no_grad;
  if (objective_->relative()) keepReal(batch.real, micro);
  std::vector<at::Tensor> values;
  if (real_loss.defined()) values = {real_loss, generated_loss};
  values.insert(values.end(), {total, meanScore(*objective_, real_logits), meanScore(*objective_, generated_logits)});
  measured.push_back(at::stack(values));
  return total;
}

void GanUpdate::keepReal(const RealBatch& real, std::int64_t micro) {
  if (micro == 0) compared_with_.clear();
  // The source fills its memory anew while the generator is updated.
  compared_with_.push_back({real.images.clone(), real.classes.defined() ? real.classes.clone() : at::Tensor()});
}

at::Tensor GanUpdate::realLogits(std::int64_t micro) {
  if (!objective_->relative()) return {};
  const RealBatch& real = compared_with_.at(static_cast<std::size_t>(micro) % compared_with_.size());
  const at::NoGradGuard no_grad;
  return networks_.discriminator->forward(real.images, real.classes);
}

at::Tensor GanUpdate::generatorLoss(const std::function<GeneratedBatch(std::int64_t)>& next, std::int64_t micro,
                                    const Labels& labels, std::vector<at::Tensor>& measured) {
  const PhaseClock::Scope forward(clock_, Phase::kForward);
  const GeneratedBatch generated = next(micro);
  const at::Tensor logits = networks_.discriminator->forward(generated.images, generated.classes);
  at::Tensor loss = objective_->generator(logits, realLogits(micro), labels);
  const at::NoGradGuard no_grad;
  measured.push_back(at::stack({loss, meanScore(*objective_, logits)}));
  return loss;
}

at::Tensor GanUpdate::updateDiscriminator(std::int64_t count, const std::function<MicroBatch(std::int64_t)>& next,
                                          const Labels& labels, double learning_rate) {
  clearGradients(discriminator_adam_, clock_);
  std::vector<at::Tensor> measured;
  for (std::int64_t i = 0; i < count; ++i) {
    const at::Tensor loss = discriminatorLoss(next, i, labels, measured);
    backward(loss, count, i, discriminator_reducer_.get());
  }
  return withNorm(measured, stepWith(discriminator_adam_, learning_rate));
}

at::Tensor GanUpdate::updateGenerator(std::int64_t count, const std::function<GeneratedBatch(std::int64_t)>& next,
                                      const Labels& labels, double learning_rate) {
  clearGradients(generator_adam_, clock_);
  const FrozenWeights frozen(discriminator_parameters_);
  std::vector<at::Tensor> measured;
  for (std::int64_t i = 0; i < count; ++i) {
    backward(generatorLoss(next, i, labels, measured), count, i, generator_reducer_.get());
  }
  return withNorm(measured, stepWith(generator_adam_, learning_rate));
}

}  // namespace gan
