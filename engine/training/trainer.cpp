#include "training/trainer.h"

#include <ATen/Context.h>
#include <ATen/core/grad_mode.h>
#include <ATen/ops/cat.h>
#include <ATen/ops/isfinite.h>
#include <ATen/ops/stack.h>
#include <ATen/ops/tensor.h>
#include <c10/core/StreamGuard.h>
#include <c10/core/impl/VirtualGuardImpl.h>

#include <chrono>
#include <optional>
#include <utility>

#include "config/run_config.h"
#include "core/error.h"
#include "core/log.h"
#include "core/shape_text.h"
#include "distributed/same_start.h"
#include "distributed/synchronised_statistics.h"
#include "training/ema.h"
#include "training/gan_update.h"
#include "training/iteration_graph.h"
#include "training/iteration_inputs.h"
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

[[noreturn]] void throwPartMissing(const std::string& part) {
  throw Error(ErrorCode::kFailedPrecondition, "checkpoint_other_model",
              "The checkpoint has no {part}: it was made by another kind of training. Continue it with the "
              "configuration it was saved with, or start a new run.",
              {{"part", part}});
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
      facts.push_back({"the shape of " + network + "." + name, shapeText(tensor.sizes())});
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
  useFloat32Precision(options.float32_precision);
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

RankOf rankOf(const Collective* collective) {
  if (collective == nullptr) return {};
  return {.rank = collective->rank(), .ranks = collective->size()};
}

/// A graph cannot be captured on the device's default stream, nor can what began on another one.
std::optional<c10::StreamGuard> ownStream(const CaptureGraph& capture, c10::Device device) {
  if (!capture || device.is_cpu()) return {};
  return std::make_optional<c10::StreamGuard>(
      c10::impl::VirtualGuardImpl(device.type()).getStreamFromGlobalPool(device));
}

}  // namespace

struct Trainer::Impl {
  Impl(const TrainerOptions& trainer_options, BatchSource& batches, c10::Device on, Collective* ranks)
      : options(trainer_options),
        data(batches),
        device(on),
        collective(ranks),
        stream(ownStream(options.capture, device)),
        networks(makeOnDevice(options, device, collective)),
        clock(waitedFor(collective)),
        update(networks, options, clock, collective),
        series(std::make_shared<const SeriesList>(ganSeries(*options.objective))),
        ring(series, device, kRingDepth, collective),
        inputs(options, data, device, clock, rankOf(collective)) {
    if (options.ema) ema.emplace(*networks.generator);
    if (!options.capture) return;
    if (collective == nullptr || collective->carriesGpuTensors()) {
      graph.emplace(options.capture, inputs);
    } else {
      log::warning("training.cuda_graph: not used, for processes that share a GPU speak through their hosts");
    }
  }

  at::Tensor discriminatorFirst(const LiveValues& live, const Labels& labels) {
    // One micro-batch each: G is updated with the images that D has just seen. More of them are made again for G,
    // from the same latents, so that no more than one is in memory.
    const bool shared = options.accumulation_discriminator == 1 && options.accumulation_generator == 1;
    std::vector<at::Tensor> measured;
    GeneratedBatch generated;
    auto begin = Clock::now();
    for (std::int64_t draw = 0; draw < live.discriminator_steps; ++draw) {
      const bool carries = shared && draw + 1 == live.discriminator_steps;
      const auto next = [&](std::int64_t micro) {
        const RealBatch real = inputs.realBatch(draw, micro);
        const at::AutoGradMode record(carries);
        generated = update.generate(inputs.discriminatorDraw(draw, micro));
        return MicroBatch{real, generated};
      };
      measured.push_back(update.updateDiscriminator(options.accumulation_discriminator, next, labels,
                                                    live.discriminator_learning_rate));
    }
    discriminator_ms = millisecondsSince(begin) - clock.counted(Phase::kData);

    begin = Clock::now();
    const auto next = [&](std::int64_t micro) {
      return shared ? std::exchange(generated, {})
                    : update.generate(inputs.discriminatorDraw(live.discriminator_steps - 1, micro));
    };
    const at::Tensor generator =
        update.updateGenerator(options.accumulation_generator, next, labels, live.generator_learning_rate);
    generator_ms = millisecondsSince(begin);
    return at::cat({measured.size() == 1 ? measured.front() : at::stack(measured).mean(0), generator});
  }

  at::Tensor alternating(const LiveValues& live, const Labels& labels) {
    auto begin = Clock::now();
    const at::Tensor generator = update.updateGenerator(
        options.accumulation_generator,
        [&](std::int64_t micro) {
          inputs.passBatch();
          return update.generate(inputs.generatorDraw(micro));
        },
        labels, live.generator_learning_rate);
    const double waited = clock.counted(Phase::kData);
    generator_ms = millisecondsSince(begin) - waited;

    begin = Clock::now();
    const auto next = [&](std::int64_t micro) {
      const RealBatch real = inputs.realBatch(0, micro);
      const at::NoGradGuard no_grad;
      return MicroBatch{real, update.generate(inputs.discriminatorDraw(0, micro))};
    };
    const at::Tensor discriminator =
        update.updateDiscriminator(options.accumulation_discriminator, next, labels, live.discriminator_learning_rate);
    discriminator_ms = millisecondsSince(begin) - (clock.counted(Phase::kData) - waited);
    return at::cat({discriminator, generator});
  }

  /// Updates both networks and the average. Returns float [9] on the device: ganSeries().
  at::Tensor compute(const CapturedValues& values) {
    const LiveValues& live = values.live;
    const Labels labels{.real = live.real_label, .fake = live.fake_label};
    at::Tensor metrics =
        options.schedule == Schedule::kAlternating ? alternating(live, labels) : discriminatorFirst(live, labels);
    if (ema) {
      const PhaseClock::Scope averaging(clock, Phase::kOptimizer);
      ema->update(values.ema_decay);
    }
    return metrics;
  }

  at::Tensor iterate(const LiveValues& live) {
    inputs.begin(steps, live.noise);
    const std::int64_t iteration = steps + 1;
    CapturedValues values{.live = live, .ema_decay = iteration < options.ema_start_step ? 0 : live.ema_decay};
    values.live.noise = 0;                // is in the inputs
    discriminator_ms = generator_ms = 0;  // nobody tells them apart in a graph
    if (graph) return graph->run(values, [this, values] { return compute(values); });
    return compute(values);
  }

  double epoch() const { return static_cast<double>(data.position()) / static_cast<double>(data.imagesPerEpoch()); }

  void step(const LiveValues& live, std::int64_t pending, Wish wish, const std::optional<DeviceLoad>& load) {
    const PhaseClock::Scope stepping(clock, Phase::kOther);
    const at::Tensor metrics = iterate(live);
    ++steps;
    update.generatorAdam().countSteps(1);
    update.discriminatorAdam().countSteps(options.schedule == Schedule::kAlternating ? 1 : live.discriminator_steps);

    StepRecord record = blankRecord(series, steps);
    record.epoch = epoch();
    record.unix_seconds = unixSeconds();
    const RankIteration own{.times = clock.lap(), .device = load};
    record.at(host_series::kImagesPerSecond) =
        static_cast<double>(inputs.imagesTaken() * rankOf(collective).ranks) * 1e3 / total(own.times);
    record.at(host_series::kDiscriminator) = discriminator_ms;
    record.at(host_series::kGenerator) = generator_ms;
    ring.push(std::move(record), metrics, own, pending, wish);
  }

  std::vector<CollectedStep> collect(Drain drain) {
    const PhaseClock::Scope collecting(clock, Phase::kOther);
    return ring.collect(drain);
  }

  /// What a checkpoint holds, in the training's own memory.
  struct Part {
    std::string name;
    TensorMap tensors;
    std::string otherwise;  // the part it starts from where a checkpoint has none of this name
  };
  std::vector<Part> parts() const {
    std::vector<Part> parts = {
        {"generator", moduleTensors(*networks.generator), {}},
        {"discriminator", moduleTensors(*networks.discriminator), {}},
        {"optimizer_g", momentTensors(*networks.generator, update.generatorAdam()), {}},
        {"optimizer_d", momentTensors(*networks.discriminator, update.discriminatorAdam()), {}},
    };
    if (ema) parts.push_back({"ema", moduleTensors(ema->generator()), "generator"});
    return parts;
  }

  struct Counter {
    std::string name;
    Adam& adam;
  };
  std::vector<Counter> counters() {
    return {{"optimizer_steps_generator", update.generatorAdam()},
            {"optimizer_steps_discriminator", update.discriminatorAdam()}};
  }

  TrainerOptions options;
  BatchSource& data;
  c10::Device device;
  Collective* collective;  // null: one process
  std::optional<c10::StreamGuard> stream;
  Networks networks;
  PhaseClock clock;
  GanUpdate update;
  std::optional<Ema> ema;
  std::shared_ptr<const SeriesList> series;
  TelemetryRing ring;
  IterationInputs inputs;
  std::optional<IterationGraph> graph;
  double discriminator_ms = 0;  // of the last iteration
  double generator_ms = 0;
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

const SeriesList& Trainer::series() const { return *impl_->series; }

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
  // Whoever takes it works on another stream.
  if (impl_->stream) {
    c10::impl::VirtualGuardImpl(impl_->device.type()).synchronizeStream(impl_->stream->current_stream());
  }
  return snapshot;
}

std::string Trainer::infiniteStatistic() const {
  const auto find = [](const std::string& network, const torch::nn::Module& module) {
    for (const auto& buffer : module.named_buffers()) {
      if (!at::isfinite(buffer.value()).all().item<bool>()) return network + "." + buffer.key();
    }
    return std::string();
  };
  const std::string found = find("generator", *impl_->networks.generator);
  return found.empty() ? find("discriminator", *impl_->networks.discriminator) : found;
}

Trainer::State Trainer::state() const {
  Impl& impl = *impl_;
  State state;
  state.info.step = impl.steps;
  state.info.data_position = impl.data.position();
  state.info.images_per_epoch = impl.data.imagesPerEpoch();
  for (const Impl::Counter& counter : impl.counters()) state.info.counters[counter.name] = counter.adam.steps();
  for (const Impl::Part& part : impl.parts()) state.parts[part.name] = copyToHost(part.tensors);
  return state;
}

void Trainer::restore(const State& state) {
  Impl& impl = *impl_;
  std::vector<std::pair<const TensorMap*, TensorMap>> copies;
  for (Impl::Part& part : impl.parts()) {
    const auto own = state.parts.find(part.name);
    const auto found = own != state.parts.end() ? own : state.parts.find(part.otherwise);
    if (found == state.parts.end()) throwPartMissing(part.name + ".safetensors");
    checkFits(found->second, part.tensors, part.name);
    copies.emplace_back(&found->second, std::move(part.tensors));
  }
  const std::vector<Impl::Counter> counters = impl.counters();
  for (const Impl::Counter& counter : counters) {
    if (!state.info.counters.contains(counter.name)) throwPartMissing(counter.name);
  }
  for (const auto& [values, targets] : copies) copyInto(*values, targets);
  for (const Impl::Counter& counter : counters) counter.adam.setSteps(state.info.counters.at(counter.name));
  impl.ring.clear();
  impl.data.seek(samePlace(state.info.data_position, state.info.images_per_epoch, impl.data.imagesPerEpoch()));
  impl.steps = state.info.step;
}

void Trainer::takeFromRankZero() {
  Impl& impl = *impl_;
  if (impl.collective == nullptr) return;
  std::vector<at::Tensor> tensors;
  for (const Impl::Part& part : impl.parts()) {
    for (const auto& [name, tensor] : part.tensors) tensors.push_back(tensor);
  }
  const std::vector<Impl::Counter> counters = impl.counters();
  std::vector<std::int64_t> own = {impl.steps, impl.data.position()};
  for (const Impl::Counter& counter : counters) own.push_back(counter.adam.steps());
  const at::Tensor numbers = at::tensor(own, at::TensorOptions(at::kLong).device(impl.device));
  tensors.push_back(numbers);
  impl.collective->broadcast(tensors);
  const at::Tensor host = numbers.to(at::kCPU);
  const auto* number = host.const_data_ptr<std::int64_t>();
  impl.ring.clear();
  impl.steps = *number++;
  impl.data.seek(*number++);
  for (const Impl::Counter& counter : counters) counter.adam.setSteps(*number++);
}

}  // namespace gan
