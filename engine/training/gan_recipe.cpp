#include "training/gan_recipe.h"

#include <ATen/core/grad_mode.h>
#include <ATen/ops/cat.h>
#include <ATen/ops/stack.h>

#include <chrono>
#include <utility>

#include "core/log.h"
#include "distributed/collective.h"

namespace gan {

namespace {

using Clock = std::chrono::steady_clock;

double millisecondsSince(Clock::time_point begin) {
  return std::chrono::duration<double, std::milli>(Clock::now() - begin).count();
}

Networks makePlaced(const TrainerOptions& options, c10::Device device, Collective* collective) {
  Networks networks = options.architecture->make(options.shape, options.seed);
  placeNetworks({{"generator", networks.generator}, {"discriminator", networks.discriminator}}, options, device,
                collective);
  return networks;
}

RecipeCounter stepsOf(const std::string& name, Adam& adam) {
  return {.name = name,
          .get = [&adam] { return adam.steps(); },
          .set = [&adam](std::int64_t steps) { adam.setSteps(steps); }};
}

}  // namespace

GanRecipe::GanRecipe(const TrainerOptions& options, BatchSource& data, c10::Device device, PhaseClock& clock,
                     Collective* collective)
    : options_(options),
      clock_(clock),
      networks_(makePlaced(options_, device, collective)),
      update_(networks_, options_, clock, collective),
      inputs_(options_, data, device, clock, rankOf(collective)) {
  if (options_.ema) ema_.emplace(*networks_.generator);
  if (!options_.capture) return;
  if (collective == nullptr || collective->carriesGpuTensors()) {
    graph_.emplace(options_.capture, inputs_);
  } else {
    log::warning("training.cuda_graph: not used, for processes that share a GPU speak through their hosts");
  }
}

std::vector<std::string> GanRecipe::hostSeries() const {
  return {std::string(host_series::kDiscriminator), std::string(host_series::kGenerator)};
}

at::Tensor GanRecipe::discriminatorFirst(const LiveValues& live, const Labels& labels) {
  // One micro-batch each: G is updated with the images that D has just seen. More of them are made again for G,
  // from the same latents, so that no more than one is in memory.
  const bool shared = options_.accumulation_discriminator == 1 && options_.accumulation_generator == 1;
  std::vector<at::Tensor> measured;
  GeneratedBatch generated;
  auto begin = Clock::now();
  for (std::int64_t draw = 0; draw < live.discriminator_steps; ++draw) {
    const bool carries = shared && draw + 1 == live.discriminator_steps;
    const auto next = [&](std::int64_t micro) {
      const RealBatch real = inputs_.realBatch(draw, micro);
      const at::AutoGradMode record(carries);
      generated = update_.generate(inputs_.discriminatorDraw(draw, micro));
      return MicroBatch{real, generated};
    };
    measured.push_back(update_.updateDiscriminator(options_.accumulation_discriminator, next, labels,
                                                   live.discriminator_learning_rate));
  }
  discriminator_ms_ = millisecondsSince(begin) - clock_.counted(Phase::kData);

  begin = Clock::now();
  const auto next = [&](std::int64_t micro) {
    return shared ? std::exchange(generated, {})
                  : update_.generate(inputs_.discriminatorDraw(live.discriminator_steps - 1, micro));
  };
  const at::Tensor generator =
      update_.updateGenerator(options_.accumulation_generator, next, labels, live.generator_learning_rate);
  generator_ms_ = millisecondsSince(begin);
  return at::cat({measured.size() == 1 ? measured.front() : at::stack(measured).mean(0), generator});
}

at::Tensor GanRecipe::alternating(const LiveValues& live, const Labels& labels) {
  auto begin = Clock::now();
  const at::Tensor generator = update_.updateGenerator(
      options_.accumulation_generator,
      [&](std::int64_t micro) {
        inputs_.passBatch();
        return update_.generate(inputs_.generatorDraw(micro));
      },
      labels, live.generator_learning_rate);
  const double waited = clock_.counted(Phase::kData);
  generator_ms_ = millisecondsSince(begin) - waited;

  begin = Clock::now();
  const auto next = [&](std::int64_t micro) {
    const RealBatch real = inputs_.realBatch(0, micro);
    const at::NoGradGuard no_grad;
    return MicroBatch{real, update_.generate(inputs_.discriminatorDraw(0, micro))};
  };
  const at::Tensor discriminator =
      update_.updateDiscriminator(options_.accumulation_discriminator, next, labels, live.discriminator_learning_rate);
  discriminator_ms_ = millisecondsSince(begin) - (clock_.counted(Phase::kData) - waited);
  return at::cat({discriminator, generator});
}

at::Tensor GanRecipe::compute(const CapturedValues& values) {
  const LiveValues& live = values.live;
  const Labels labels{.real = live.real_label, .fake = live.fake_label};
  at::Tensor metrics =
      options_.schedule == Schedule::kAlternating ? alternating(live, labels) : discriminatorFirst(live, labels);
  if (ema_) {
    const PhaseClock::Scope averaging(clock_, Phase::kOptimizer);
    ema_->update(values.ema_decay);
  }
  return metrics;
}

at::Tensor GanRecipe::iterate(std::int64_t step, const LiveValues& live) {
  inputs_.begin(step, live.noise);
  const std::int64_t iteration = step + 1;
  CapturedValues values{.live = live, .ema_decay = iteration < options_.ema_start_step ? 0 : live.ema_decay};
  values.live.noise = 0;                  // is in the inputs
  discriminator_ms_ = generator_ms_ = 0;  // nobody tells them apart in a graph
  at::Tensor metrics = graph_ ? graph_->run(values, [this, values] { return compute(values); }) : compute(values);
  update_.generatorAdam().countSteps(1);
  update_.discriminatorAdam().countSteps(options_.schedule == Schedule::kAlternating ? 1 : live.discriminator_steps);
  return metrics;
}

void GanRecipe::tell(StepRecord& record) const {
  record.at(host_series::kDiscriminator) = discriminator_ms_;
  record.at(host_series::kGenerator) = generator_ms_;
}

std::vector<NamedNetwork> GanRecipe::networks() const {
  return {{"generator", networks_.generator}, {"discriminator", networks_.discriminator}};
}

std::vector<RecipePart> GanRecipe::parts() const {
  std::vector<RecipePart> parts = {
      {"generator", moduleTensors(*networks_.generator)},
      {"discriminator", moduleTensors(*networks_.discriminator)},
      {"optimizer_g", momentTensors(*networks_.generator, update_.generatorAdam())},
      {"optimizer_d", momentTensors(*networks_.discriminator, update_.discriminatorAdam())},
  };
  if (ema_) parts.push_back({"ema", moduleTensors(ema_->generator()), "generator"});
  return parts;
}

std::vector<RecipeCounter> GanRecipe::counters() {
  return {stepsOf("optimizer_steps_generator", update_.generatorAdam()),
          stepsOf("optimizer_steps_discriminator", update_.discriminatorAdam())};
}

const Generator* GanRecipe::generator() const {
  const bool averaged = ema_ && options_.sample_weights == SampleWeights::kAverage;
  return averaged ? &ema_->generator() : networks_.generator.get();
}

}  // namespace gan
