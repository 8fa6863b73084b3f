#include "training/trainer.h"

#include <ATen/Context.h>
#include <ATen/core/grad_mode.h>
#include <ATen/ops/cat.h>
#include <ATen/ops/stack.h>
#include <c10/core/impl/VirtualGuardImpl.h>

#include <chrono>
#include <optional>
#include <utility>

#include "config/run_config.h"
#include "tensor/random_stream.h"
#include "training/device_transfer.h"
#include "training/ema.h"
#include "training/gan_update.h"

namespace gan {

namespace {

using Clock = std::chrono::steady_clock;

double millisecondsSince(Clock::time_point begin) {
  return std::chrono::duration<double, std::milli>(Clock::now() - begin).count();
}

double unixSeconds() {
  return std::chrono::duration<double>(std::chrono::system_clock::now().time_since_epoch()).count();
}

Networks makeOnDevice(const TrainerOptions& options, c10::Device device) {
  if (!device.is_cpu()) {
    c10::impl::VirtualGuardImpl(device.type()).setDevice(device);  // or the first GPU gives memory to every thread
  }
  // Left on, LibTorch would fill every tensor with NaN before it is written, for reads that our code does not make.
  at::globalContext().setDeterministicFillUninitializedMemory(false);
  at::globalContext().setDeterministicAlgorithms(options.deterministic, /*warn_only=*/false);
  Networks networks = options.architecture->make(options.shape, options.seed);
  networks.generator->to(device);
  networks.discriminator->to(device);
  if (device.is_cpu()) {
    useMemoryFormat(*networks.generator, at::MemoryFormat::ChannelsLast);
    useMemoryFormat(*networks.discriminator, at::MemoryFormat::ChannelsLast);
  }
  return networks;
}

/// What an iteration took and measured.
struct Iteration {
  at::Tensor discriminator;  // [6], see GanUpdate
  at::Tensor generator;      // [3]
  std::int64_t real_images = 0;
  double data_ms = 0;
  double discriminator_ms = 0;
  double generator_ms = 0;
};

}  // namespace

struct Trainer::Impl {
  Impl(const TrainerOptions& trainer_options, BatchSource& batches, c10::Device on)
      : options(trainer_options),
        data(batches),
        device(on),
        networks(makeOnDevice(options, device)),
        update(networks, options),
        ring(device, kRingDepth),
        transfer(device),
        latents_discriminator(options.seed, RandomPurpose::kLatentDiscriminator),
        latents_generator(options.seed, RandomPurpose::kLatentGenerator),
        image_noise(options.seed, RandomPurpose::kImageNoise) {
    if (options.ema) {
      ema.emplace(*networks.generator);
    }
  }

  Batch nextBatch(Iteration& iteration) {
    const auto begin = Clock::now();
    transfer.beforeNextBatch();
    Batch batch = data.next();
    iteration.real_images += batch.images.size(0);
    iteration.data_ms += millisecondsSince(begin);
    return batch;
  }

  at::Tensor toDevice(const Batch& batch, Iteration& iteration) {
    const auto begin = Clock::now();
    at::Tensor images = transfer.toDevice(batch.images);
    iteration.data_ms += millisecondsSince(begin);
    return images;
  }

  /// Latents of this iteration's draw number `draw`: rows are global samples, so that they do not depend on how many
  /// processes share a batch.
  at::Tensor latents(const RandomStream& stream, std::int64_t draw, std::int64_t count) const {
    const auto step = static_cast<std::uint64_t>(steps);
    at::Tensor z = stream.normal(step, static_cast<std::uint64_t>(draw * count), count, options.shape.latent_size);
    return device.is_cpu() ? z : z.pin_memory().to(device, /*non_blocking=*/true);
  }

  /// Real images as this iteration's draw number `draw` shows them to the discriminator; rows as for latents.
  at::Tensor withNoise(const at::Tensor& real, std::int64_t draw, double deviation) const {
    if (deviation == 0) return real;
    const std::int64_t count = real.size(0);
    const at::Tensor noise =
        image_noise.normalOn(device, static_cast<std::uint64_t>(steps), static_cast<std::uint64_t>(draw * count), count,
                             real.numel() / count);
    return real.add(noise.view(real.sizes()), deviation);
  }

  Iteration discriminatorFirst(const LiveValues& live, const Labels& labels) {
    Iteration iteration;
    std::vector<at::Tensor> measured;
    at::Tensor generated;
    auto begin = Clock::now();
    for (std::int64_t draw = 0; draw < live.discriminator_steps; ++draw) {
      const at::Tensor real = withNoise(toDevice(nextBatch(iteration), iteration), draw, live.noise);
      // Only the last images are used for the generator's update; the others need no graph.
      const at::AutoGradMode graph(draw + 1 == live.discriminator_steps);
      generated = update.generate(latents(latents_discriminator, draw, real.size(0)));
      const at::AutoGradMode grad(true);
      measured.push_back(update.updateDiscriminator(real, generated, labels, live.discriminator_learning_rate));
    }
    iteration.discriminator = measured.size() == 1 ? measured.front() : at::stack(measured).mean(0);
    iteration.discriminator_ms = millisecondsSince(begin) - iteration.data_ms;

    begin = Clock::now();
    iteration.generator = update.updateGenerator(generated, labels, live.generator_learning_rate);
    iteration.generator_ms = millisecondsSince(begin);
    return iteration;
  }

  Iteration alternating(const LiveValues& live, const Labels& labels) {
    Iteration iteration;
    const std::int64_t count = nextBatch(iteration).images.size(0);
    auto begin = Clock::now();
    iteration.generator = update.updateGenerator(update.generate(latents(latents_generator, 0, count)), labels,
                                                 live.generator_learning_rate);
    iteration.generator_ms = millisecondsSince(begin);

    const at::Tensor stored = toDevice(nextBatch(iteration), iteration);
    begin = Clock::now();
    const at::Tensor real = withNoise(stored, 0, live.noise);
    at::Tensor generated;
    {
      const at::NoGradGuard no_grad;
      generated = update.generate(latents(latents_discriminator, 0, real.size(0)));
    }
    iteration.discriminator = update.updateDiscriminator(real, generated, labels, live.discriminator_learning_rate);
    iteration.discriminator_ms = millisecondsSince(begin);
    return iteration;
  }

  double epoch() const { return static_cast<double>(data.position()) / static_cast<double>(data.imagesPerEpoch()); }

  void step(const LiveValues& live, std::int64_t pending) {
    const auto begin = Clock::now();
    const Labels labels{.real = live.real_label, .fake = live.fake_label};
    const Iteration iteration =
        options.schedule == Schedule::kAlternating ? alternating(live, labels) : discriminatorFirst(live, labels);
    ++steps;
    if (ema) {
      ema->update(steps <= options.ema_start_step ? 0 : live.ema_decay);
    }

    StepRecord record{.step = steps, .epoch = epoch(), .unix_seconds = unixSeconds(), .values = {}};
    record.values.resize(kMeasuredCount);
    const double step_ms = millisecondsSince(begin);
    record.at(Measured::kImagesPerSecond) =
        static_cast<float>(static_cast<double>(iteration.real_images) * 1e3 / step_ms);
    record.at(Measured::kDataMilliseconds) = static_cast<float>(iteration.data_ms);
    record.at(Measured::kDiscriminatorMilliseconds) = static_cast<float>(iteration.discriminator_ms);
    record.at(Measured::kGeneratorMilliseconds) = static_cast<float>(iteration.generator_ms);
    record.at(Measured::kStepMilliseconds) = static_cast<float>(step_ms);
    ring.push(std::move(record), at::cat({iteration.discriminator, iteration.generator}), pending);
  }

  TrainerOptions options;
  BatchSource& data;
  c10::Device device;
  Networks networks;
  GanUpdate update;
  std::optional<Ema> ema;
  TelemetryRing ring;
  DeviceTransfer transfer;
  RandomStream latents_discriminator;
  RandomStream latents_generator;
  RandomStream image_noise;
  std::int64_t steps = 0;
};

Trainer::Trainer(const RunConfig& config, BatchSource& data, c10::Device device)
    : Trainer(trainerOptions(config, device), data, device) {}

Trainer::Trainer(const TrainerOptions& options, BatchSource& data, c10::Device device)
    : impl_(std::make_unique<Impl>(options, data, device)) {}

Trainer::~Trainer() = default;

void Trainer::step(const LiveValues& live, std::int64_t pending) { impl_->step(live, pending); }

std::vector<Trainer::Collected> Trainer::collect(Drain drain) { return impl_->ring.collect(drain); }

std::int64_t Trainer::stepCount() const { return impl_->steps; }

double Trainer::epoch() const { return impl_->epoch(); }

GeneratorSnapshot Trainer::snapshot() const {
  const bool averaged = impl_->ema && impl_->options.sample_weights == SampleWeights::kAverage;
  const Generator& source = averaged ? impl_->ema->generator() : *impl_->networks.generator;
  GeneratorSnapshot snapshot{.step = impl_->steps, .generator = source.blank()};
  snapshot.generator->to(impl_->device);
  copyTensors(source, *snapshot.generator);
  for (at::Tensor& parameter : snapshot.generator->parameters()) {
    parameter.set_requires_grad(false);
  }
  snapshot.generator->eval();
  return snapshot;
}

Trainer::State Trainer::state() const {
  const Impl& impl = *impl_;
  State state;
  state.info.step = impl.steps;
  state.info.data_position = impl.data.position();
  state.info.optimizer_steps_generator = impl.update.generatorAdam().steps();
  state.info.optimizer_steps_discriminator = impl.update.discriminatorAdam().steps();
  state.generator = copyToHost(moduleTensors(*impl.networks.generator));
  state.discriminator = copyToHost(moduleTensors(*impl.networks.discriminator));
  if (impl.ema) {
    state.ema = copyToHost(moduleTensors(impl.ema->generator()));
  }
  state.optimizer_generator = copyToHost(momentTensors(*impl.networks.generator, impl.update.generatorAdam()));
  state.optimizer_discriminator =
      copyToHost(momentTensors(*impl.networks.discriminator, impl.update.discriminatorAdam()));
  return state;
}

void Trainer::restore(const State& state) {
  Impl& impl = *impl_;
  struct Part {
    const char* name;
    const TensorMap& values;
    TensorMap targets;
  };
  std::vector<Part> parts = {
      {"generator", state.generator, moduleTensors(*impl.networks.generator)},
      {"discriminator", state.discriminator, moduleTensors(*impl.networks.discriminator)},
      {"generator's optimizer", state.optimizer_generator,
       momentTensors(*impl.networks.generator, impl.update.generatorAdam())},
      {"discriminator's optimizer", state.optimizer_discriminator,
       momentTensors(*impl.networks.discriminator, impl.update.discriminatorAdam())},
  };
  if (impl.ema) {
    parts.push_back(
        {"averaged generator", state.ema.empty() ? state.generator : state.ema, moduleTensors(impl.ema->generator())});
  }
  for (const Part& part : parts) {
    checkFits(part.values, part.targets, part.name);
  }
  for (const Part& part : parts) {
    copyInto(part.values, part.targets);
  }
  impl.update.generatorAdam().setSteps(state.info.optimizer_steps_generator);
  impl.update.discriminatorAdam().setSteps(state.info.optimizer_steps_discriminator);
  impl.ring.clear();
  impl.data.seek(state.info.data_position);
  impl.steps = state.info.step;
}

}  // namespace gan
