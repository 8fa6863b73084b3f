#include "training/trainer.h"

#include <ATen/Context.h>
#include <ATen/core/grad_mode.h>
#include <ATen/ops/cat.h>
#include <ATen/ops/stack.h>
#include <ATen/ops/tensor.h>
#include <c10/core/impl/VirtualGuardImpl.h>

#include <chrono>
#include <optional>
#include <utility>

#include "config/run_config.h"
#include "core/error.h"
#include "distributed/same_start.h"
#include "distributed/synchronised_statistics.h"
#include "tensor/random_stream.h"
#include "training/device_transfer.h"
#include "training/ema.h"
#include "training/gan_update.h"
#include "training/phase_clock.h"

namespace gan {

namespace {

using Clock = std::chrono::steady_clock;

double millisecondsSince(Clock::time_point begin) {
  return std::chrono::duration<double, std::milli>(Clock::now() - begin).count();
}

double unixSeconds() {
  return std::chrono::duration<double>(std::chrono::system_clock::now().time_since_epoch()).count();
}

std::string shapeText(const at::Tensor& tensor) {
  std::string text = "[";
  for (const std::int64_t size : tensor.sizes()) text += (text.size() == 1 ? "" : ", ") + std::to_string(size);
  return text + "]";
}

std::vector<at::Tensor> tensorsOf(const torch::nn::Module& module) {
  std::vector<at::Tensor> tensors = module.parameters();
  for (at::Tensor& buffer : module.buffers()) tensors.push_back(buffer);
  return tensors;
}

/// Before the first step: the same networks on all ranks, with rank 0's weights.
void joinRanks(const Networks& networks, const TrainerOptions& options, Collective& collective) {
  std::vector<StartFact> facts;
  const auto describe = [&facts](const std::string& network, const torch::nn::Module& module) {
    for (const auto& [name, tensor] : moduleTensors(module)) {
      facts.push_back({"the shape of " + network + "." + name, shapeText(tensor)});
    }
  };
  describe("generator", *networks.generator);
  describe("discriminator", *networks.discriminator);
  checkSameStart(collective, facts);
  // Drawn from one seed they are equal but for the rounding of unlike processors.
  collective.broadcast(tensorsOf(*networks.generator));
  collective.broadcast(tensorsOf(*networks.discriminator));
  if (options.batch_norm == BatchNormScope::kAllRanks) {
    const auto statistics = std::make_shared<SynchronisedStatistics>(collective);
    useBatchStatistics(*networks.generator, statistics);
    useBatchStatistics(*networks.discriminator, statistics);
  }
}

Networks makeOnDevice(const TrainerOptions& options, c10::Device device, Collective* collective) {
  if (!device.is_cpu()) {
    c10::impl::VirtualGuardImpl(device.type()).setDevice(device);  // or the first GPU gives memory to every thread
  }
  // Left on, LibTorch would fill every tensor with NaN before it is written, for reads that our code does not make.
  at::globalContext().setDeterministicFillUninitializedMemory(false);
  at::globalContext().setDeterministicAlgorithms(options.deterministic, /*warn_only=*/false);
  Networks networks = options.architecture->make(options.shape, options.seed);
  if (options.type != at::kFloat) {
    networks.generator->to(options.type);
    networks.discriminator->to(options.type);
  }
  networks.generator->to(device);
  networks.discriminator->to(device);
  if (device.is_cpu()) {
    useMemoryFormat(*networks.generator, at::MemoryFormat::ChannelsLast);
    useMemoryFormat(*networks.discriminator, at::MemoryFormat::ChannelsLast);
  }
  if (collective != nullptr) joinRanks(networks, options, *collective);
  return networks;
}

PhaseClock::Reading waitedFor(const Collective* collective) {
  if (collective == nullptr) return nullptr;
  return [collective] { return collective->waited(); };
}

/// Where a run that stood at `position` of epochs of `from` images goes on in epochs of `to`: the same part of the same
/// epoch, rounded down to a whole batch by the source.
std::int64_t samePlace(std::int64_t position, std::int64_t from, std::int64_t to) {
  if (from <= 0 || from == to) return position;
  const std::int64_t offset = position % from;
  return position / from * to + (offset >= to ? to : offset);
}

/// What an iteration took and measured.
struct Iteration {
  at::Tensor discriminator;  // [6], see GanUpdate
  at::Tensor generator;      // [3]
  std::int64_t real_images = 0;
  double discriminator_ms = 0;
  double generator_ms = 0;
};

}  // namespace

struct Trainer::Impl {
  Impl(const TrainerOptions& trainer_options, BatchSource& batches, c10::Device on, Collective* ranks)
      : options(trainer_options),
        data(batches),
        device(on),
        collective(ranks),
        networks(makeOnDevice(options, device, collective)),
        clock(waitedFor(collective)),
        update(networks, options, clock, collective),
        ring(device, kRingDepth, collective),
        transfer(device),
        latents_discriminator(options.seed, RandomPurpose::kLatentDiscriminator),
        latents_generator(options.seed, RandomPurpose::kLatentGenerator),
        image_noise(options.seed, RandomPurpose::kImageNoise) {
    if (options.ema) {
      ema.emplace(*networks.generator);
    }
  }

  Batch nextBatch(Iteration& iteration) {
    const PhaseClock::Scope waiting(clock, Phase::kData);
    transfer.beforeNextBatch();
    Batch batch = data.next();
    iteration.real_images += batch.images.size(0);
    return batch;
  }

  at::Tensor toDevice(const Batch& batch) {
    const PhaseClock::Scope moving(clock, Phase::kData);
    return transfer.toDevice(batch.images).to(options.type);
  }

  int rank() const { return collective == nullptr ? 0 : collective->rank(); }
  int ranks() const { return collective == nullptr ? 1 : collective->size(); }

  /// Number of the first row that this rank's micro-batch `micro` of `count` images takes in this iteration's draw
  /// number `draw`. Rows are global samples, so that random numbers do not depend on how a batch is divided, be it
  /// among micro-batches or among ranks.
  std::uint64_t firstRow(std::int64_t draw, std::int64_t micro, std::int64_t count) const {
    const std::int64_t batch = draw * options.accumulation_discriminator + micro;
    return static_cast<std::uint64_t>((batch * ranks() + rank()) * count);
  }

  at::Tensor latents(const RandomStream& stream, std::uint64_t first_row, std::int64_t count) const {
    const auto step = static_cast<std::uint64_t>(steps);
    const at::Tensor z = stream.normal(step, first_row, count, options.shape.latent_size).to(options.type);
    return device.is_cpu() ? z : z.pin_memory().to(device, /*non_blocking=*/true);
  }

  /// Real images as they are shown to the discriminator.
  at::Tensor withNoise(const at::Tensor& real, std::uint64_t first_row, double deviation) const {
    if (deviation == 0) return real;
    const std::int64_t count = real.size(0);
    const at::Tensor noise =
        image_noise.normalOn(device, static_cast<std::uint64_t>(steps), first_row, count, real.numel() / count);
    return real.add(noise.view(real.sizes()), deviation);
  }

  Iteration discriminatorFirst(const LiveValues& live, const Labels& labels) {
    // One micro-batch each: G is updated with the images that D has just seen. More of them are made again for G,
    // from the same latents, so that no more than one is in memory.
    const bool shared = options.accumulation_discriminator == 1 && options.accumulation_generator == 1;
    Iteration iteration;
    std::vector<at::Tensor> measured;
    at::Tensor generated;
    std::int64_t count = 0;
    auto begin = Clock::now();
    for (std::int64_t draw = 0; draw < live.discriminator_steps; ++draw) {
      const bool graph = shared && draw + 1 == live.discriminator_steps;
      const auto next = [&](std::int64_t micro) {
        const at::Tensor stored = toDevice(nextBatch(iteration));
        count = stored.size(0);
        const std::uint64_t row = firstRow(draw, micro, count);
        const at::Tensor real = withNoise(stored, row, live.noise);
        const at::AutoGradMode record(graph);
        generated = update.generate(latents(latents_discriminator, row, count));
        return MicroBatch{real, generated};
      };
      measured.push_back(update.updateDiscriminator(options.accumulation_discriminator, next, labels,
                                                    live.discriminator_learning_rate));
    }
    iteration.discriminator = measured.size() == 1 ? measured.front() : at::stack(measured).mean(0);
    iteration.discriminator_ms = millisecondsSince(begin) - clock.counted(Phase::kData);

    begin = Clock::now();
    const auto next = [&](std::int64_t micro) {
      const std::uint64_t row = firstRow(live.discriminator_steps - 1, micro, count);
      return shared ? std::exchange(generated, {}) : update.generate(latents(latents_discriminator, row, count));
    };
    iteration.generator =
        update.updateGenerator(options.accumulation_generator, next, labels, live.generator_learning_rate);
    iteration.generator_ms = millisecondsSince(begin);
    return iteration;
  }

  Iteration alternating(const LiveValues& live, const Labels& labels) {
    Iteration iteration;
    auto begin = Clock::now();
    iteration.generator = update.updateGenerator(
        options.accumulation_generator,
        [&](std::int64_t micro) {
          const std::int64_t count = nextBatch(iteration).images.size(0);
          return update.generate(latents(latents_generator, firstRow(0, micro, count), count));
        },
        labels, live.generator_learning_rate);
    const double waited = clock.counted(Phase::kData);
    iteration.generator_ms = millisecondsSince(begin) - waited;

    begin = Clock::now();
    const auto next = [&](std::int64_t micro) {
      const at::Tensor stored = toDevice(nextBatch(iteration));
      const std::uint64_t row = firstRow(0, micro, stored.size(0));
      const at::Tensor real = withNoise(stored, row, live.noise);
      const at::NoGradGuard no_grad;
      return MicroBatch{real, update.generate(latents(latents_discriminator, row, stored.size(0)))};
    };
    iteration.discriminator =
        update.updateDiscriminator(options.accumulation_discriminator, next, labels, live.discriminator_learning_rate);
    iteration.discriminator_ms = millisecondsSince(begin) - (clock.counted(Phase::kData) - waited);
    return iteration;
  }

  double epoch() const { return static_cast<double>(data.position()) / static_cast<double>(data.imagesPerEpoch()); }

  void step(const LiveValues& live, std::int64_t pending, Wish wish, const std::optional<DeviceLoad>& load) {
    const PhaseClock::Scope stepping(clock, Phase::kOther);
    const Labels labels{.real = live.real_label, .fake = live.fake_label};
    const Iteration iteration =
        options.schedule == Schedule::kAlternating ? alternating(live, labels) : discriminatorFirst(live, labels);
    ++steps;
    if (ema) {
      const PhaseClock::Scope averaging(clock, Phase::kOptimizer);
      ema->update(steps <= options.ema_start_step ? 0 : live.ema_decay);
    }

    StepRecord record{.step = steps, .epoch = epoch(), .unix_seconds = unixSeconds(), .values = {}};
    record.values.resize(kMeasuredCount);
    const RankIteration own{.times = clock.lap(), .device = load};
    record.at(Measured::kImagesPerSecond) =
        static_cast<double>(iteration.real_images * ranks()) * 1e3 / total(own.times);
    record.at(Measured::kDiscriminatorMilliseconds) = iteration.discriminator_ms;
    record.at(Measured::kGeneratorMilliseconds) = iteration.generator_ms;
    ring.push(std::move(record), at::cat({iteration.discriminator, iteration.generator}), own, pending, wish);
  }

  std::vector<CollectedStep> collect(Drain drain) {
    const PhaseClock::Scope collecting(clock, Phase::kOther);
    return ring.collect(drain);
  }

  TrainerOptions options;
  BatchSource& data;
  c10::Device device;
  Collective* collective;  // null: one process
  Networks networks;
  PhaseClock clock;
  GanUpdate update;
  std::optional<Ema> ema;
  TelemetryRing ring;
  DeviceTransfer transfer;
  RandomStream latents_discriminator;
  RandomStream latents_generator;
  RandomStream image_noise;
  std::int64_t steps = 0;
};

Trainer::Trainer(const RunConfig& config, BatchSource& data, c10::Device device, Collective* collective)
    : Trainer(trainerOptions(config, device), data, device, collective) {}

Trainer::Trainer(const TrainerOptions& options, BatchSource& data, c10::Device device, Collective* collective)
    : impl_(std::make_unique<Impl>(options, data, device, collective)) {}

Trainer::~Trainer() = default;

void Trainer::step(const LiveValues& live, std::int64_t pending, Wish wish, const std::optional<DeviceLoad>& load) {
  try {
    impl_->step(live, pending, wish, load);
  } catch (const Error&) {
    throw;
  } catch (const std::exception& error) {
    if (impl_->collective == nullptr || !Collective::isLoss(error)) throw;
    throw impl_->collective->lost(error);
  }
}

std::vector<Trainer::Collected> Trainer::collect(Drain drain) { return impl_->collect(drain); }

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
  state.info.images_per_epoch = impl.data.imagesPerEpoch();
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
  impl.data.seek(samePlace(state.info.data_position, state.info.images_per_epoch, impl.data.imagesPerEpoch()));
  impl.steps = state.info.step;
}

void Trainer::takeFromRankZero() {
  Impl& impl = *impl_;
  if (impl.collective == nullptr) return;
  std::vector<at::Tensor> tensors = tensorsOf(*impl.networks.generator);
  const auto add = [&tensors](const std::vector<at::Tensor>& more) {
    tensors.insert(tensors.end(), more.begin(), more.end());
  };
  add(tensorsOf(*impl.networks.discriminator));
  if (impl.ema) add(tensorsOf(impl.ema->generator()));
  for (const Adam* adam : {&impl.update.generatorAdam(), &impl.update.discriminatorAdam()}) {
    add(adam->firstMoments());
    add(adam->secondMoments());
  }
  const at::Tensor numbers = at::tensor(
      {impl.steps, impl.data.position(), impl.update.generatorAdam().steps(), impl.update.discriminatorAdam().steps()},
      at::TensorOptions(at::kLong).device(impl.device));
  tensors.push_back(numbers);
  impl.collective->broadcast(tensors);
  const at::Tensor host = numbers.to(at::kCPU);
  const auto* number = host.const_data_ptr<std::int64_t>();
  impl.ring.clear();
  impl.steps = number[0];
  impl.data.seek(number[1]);
  impl.update.generatorAdam().setSteps(number[2]);
  impl.update.discriminatorAdam().setSteps(number[3]);
}

}  // namespace gan
