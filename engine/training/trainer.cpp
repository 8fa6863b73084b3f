#include "training/trainer.h"

#include <ATen/ops/isfinite.h>
#include <ATen/ops/stack.h>
#include <ATen/ops/tensor.h>
#include <c10/core/StreamGuard.h>
#include <c10/core/impl/VirtualGuardImpl.h>

#include <algorithm>
#include <chrono>
#include <optional>
#include <utility>

#include "config/run_config.h"
#include "core/error.h"
#include "core/units.h"
#include "distributed/stage_group.h"
#include "models/network_blocks.h"
#include "tensor/compute_threads.h"
#include "training/device_groups.h"
#include "training/iteration_inputs.h"
#include "training/phase_clock.h"
#include "training/recipe.h"
#include "training/stage_tensors.h"

namespace gan {

namespace {

[[noreturn]] void throwPartMissing(const std::string& part) {
  throw Error(ErrorCode::kFailedPrecondition, "checkpoint_other_model",
              "The checkpoint has no {part}: it was made by another kind of training. Continue it with the "
              "configuration it was saved with, or start a new run.",
              {{"part", part}});
}

bool isZero(const TensorMap& tensors) {
  return std::ranges::none_of(tensors, [](const auto& tensor) { return tensor.second.any().template item<bool>(); });
}

PhaseClock::Reading waitedFor(const TrainingProcesses& processes) {
  if (processes.all == nullptr) return nullptr;
  std::vector<const Collective*> groups = {processes.all};
  if (processes.replicas != nullptr && processes.replicas != processes.all) groups.push_back(processes.replicas);
  if (processes.stages != nullptr) groups.push_back(&processes.stages->processes());
  return [groups] {
    std::chrono::steady_clock::duration waited{};
    for (const Collective* const group : groups) waited += group->waited();
    return waited;
  };
}

/// Where a run that stood at `position` of epochs of `from` images goes on in epochs of `to`: the same part of the same
/// epoch, rounded down to a whole batch by the source.
std::int64_t samePlace(std::int64_t position, std::int64_t from, std::int64_t to) {
  if (from <= 0 || from == to) return position;
  const std::int64_t offset = position % from;
  return position / from * to + (offset >= to ? to : offset);
}

/// A graph cannot be captured on the device's default stream, nor can what began on another one.
std::optional<c10::StreamGuard> ownStream(const CaptureGraph& capture, c10::Device device) {
  if (!capture || device.is_cpu()) return {};
  return std::make_optional<c10::StreamGuard>(
      c10::impl::VirtualGuardImpl(device.type()).getStreamFromGlobalPool(device));
}

TrainerOptions judgedBy(const std::optional<JudgedImages>& validation, TrainerOptions options) {
  if (options.classifier && validation) options.classifier->validation.emplace(*validation);
  return options;
}

std::shared_ptr<const SeriesList> seriesOf(const Recipe& recipe) {
  return std::make_shared<const SeriesList>(recipe.series(), recipe.hostSeries(), recipe.occasionalSeries());
}

}  // namespace

struct Trainer::Impl {
  Impl(const TrainerOptions& options, BatchSource& batches, c10::Device on, const TrainingProcesses& together)
      : data(batches),
        device(on),
        processes(together),
        stream(ownStream(options.capture, device)),
        clock(waitedFor(processes)),
        recipe(makeRecipe(options, data, device, clock, processes)),
        series(seriesOf(*recipe)),
        ring(series, device, kRingDepth, processes.all) {
    settleVectorMath();
    if (processes.stages != nullptr && processes.stages->stage() > 0) answerStageZero();
  }

  /// What other stages of the same networks hold is asked of them by their names.
  void answerStageZero() {
    using Word = StageGroup::Word;
    StageGroup& stages = *processes.stages;
    stages.answer(Word::kState, [this, &stages] {
      for (const RecipePart& part : recipe->parts()) {
        if (!part.elsewhere.empty()) sendTensors(copyToHost(part.tensors), stages, 0);
      }
    });
    stages.answer(Word::kSnapshot,
                  [this, &stages] { sendTensors(networkPart({}, *recipe->generator()).tensors, stages, 0); });
    stages.answer(Word::kDiscriminator, [this, &stages] { sendTensors(discriminator().tensors, stages, 0); });
    stages.answer(Word::kStatistics, [this, &stages] {
      const std::string found = ownInfiniteStatistic();
      sendTensors(found.empty() ? TensorMap() : TensorMap{{found, at::zeros({1})}}, stages, 0);
    });
  }

  /// Adds what the other stages hold.
  void gather(TensorMap& tensors) const {
    for (int other = 1; other < processes.stages->stages(); ++other) {
      tensors.merge(receiveTensors(*processes.stages, other));
    }
  }
  /// What stage 0 has restored of a part for others.
  void takeFromStageZero(const RecipePart& part) {
    StageGroup& stages = *processes.stages;
    if (stages.stage() > 0) {
      const TensorMap restored = receiveTensors(stages, 0);
      if (!restored.empty()) copyInto(restored, part.tensors);
      return;
    }
    for (int other = 1; other < stages.stages(); ++other) sendTensors(of_others[part.name], stages, other);
  }
  /// Whether this is the stage that asks the others.
  bool asks() const { return processes.stages != nullptr && processes.stages->stage() == 0; }

  RecipePart discriminator() const {
    const std::vector<NamedNetwork> networks = recipe->networks();
    const auto found = std::ranges::find(networks, "discriminator", &NamedNetwork::name);
    TORCH_CHECK(found != networks.end(), "no network of this training is a discriminator");
    return networkPart("discriminator", *found->module);
  }

  std::string ownInfiniteStatistic() const;

  double epoch() const { return static_cast<double>(data.position()) / static_cast<double>(data.imagesPerEpoch()); }

  void step(const LiveValues& live, std::int64_t pending, Wish wish, const std::optional<DeviceLoad>& load) {
    const PhaseClock::Scope stepping(clock, Phase::kOther);
    if (processes.stages != nullptr) processes.stages->goOn();
    const std::int64_t epoch_before = data.position() / data.imagesPerEpoch();
    score.reset();
    const at::Tensor metrics = recipe->iterate(steps, live);
    ++steps;

    StepRecord record = blankRecord(series, steps);
    record.epoch = epoch();
    record.unix_seconds = unixSeconds();
    const RankIteration own{.times = clock.lap(), .device = load};
    record.at(host_series::kImagesPerSecond) =
        static_cast<double>(recipe->imagesTaken() * rankOf(processes.replicas).ranks) * 1e3 / total(own.times);
    recipe->tell(record);
    if (data.position() / data.imagesPerEpoch() > epoch_before && recipe->endEpoch(record)) {
      clock.lap();  // is part of no iteration
      score = recipe->score(record);
    }
    ring.push(std::move(record), metrics, own, pending, wish);
  }

  std::vector<CollectedStep> collect(Drain drain) {
    const PhaseClock::Scope collecting(clock, Phase::kOther);
    std::vector<CollectedStep> collected = ring.collect(drain);
    for (CollectedStep& one : collected) leaveOutUnmeasured(one.record);
    return collected;
  }

  BatchSource& data;
  c10::Device device;
  TrainingProcesses processes;
  std::optional<c10::StreamGuard> stream;
  PhaseClock clock;
  std::unique_ptr<Recipe> recipe;
  std::shared_ptr<const SeriesList> series;
  TelemetryRing ring;
  SnapshotDesk desk;
  std::int64_t steps = 0;
  std::optional<double> score;                 // of the present weights, where they were judged
  std::map<std::string, TensorMap> of_others;  // restored here, and for other stages; until they have taken it
};

Trainer::Trainer(const RunConfig& config, BatchSource& data, c10::Device device, const TrainingProcesses& processes,
                 const std::optional<JudgedImages>& validation, const CudaModule* cuda)
    : Trainer(judgedBy(validation, trainerOptions(config, device, cuda)), data, device, processes) {}

Trainer::Trainer(const TrainerOptions& options, BatchSource& data, c10::Device device,
                 const TrainingProcesses& processes)
    : impl_(std::make_unique<Impl>(options, data, device, processes)) {}

Trainer::~Trainer() = default;

void Trainer::step(const LiveValues& live, std::int64_t pending, Wish wish, const std::optional<DeviceLoad>& load) {
  try {
    impl_->step(live, pending, wish, load);
  } catch (const Error&) {
    throw;
  } catch (const std::exception& error) {
    Collective* const all = impl_->processes.all;
    if (all == nullptr || !Collective::isLoss(error)) throw;
    throw all->lost(error);
  }
}

std::vector<Trainer::Collected> Trainer::collect(Drain drain) { return impl_->collect(drain); }

const SeriesList& Trainer::series() const { return *impl_->series; }

std::int64_t Trainer::stepCount() const { return impl_->steps; }

double Trainer::epoch() const { return impl_->epoch(); }

std::optional<double> Trainer::score() const { return impl_->score; }

bool Trainer::makesPictures() const { return impl_->recipe->generator() != nullptr; }

GeneratorSnapshot Trainer::snapshot() {
  TORCH_CHECK(makesPictures(), "no network of this training makes pictures");
  Impl& impl = *impl_;
  GeneratorSnapshot snapshot = impl.desk.take(*impl.recipe->generator(), impl.steps);
  if (impl.asks()) {
    impl.processes.stages->ask(StageGroup::Word::kSnapshot);
    TensorMap others;
    impl.gather(others);
    TensorMap targets = moduleTensors(*snapshot.generator);
    std::erase_if(targets, [&others](const auto& target) { return !others.contains(target.first); });
    copyInto(others, targets);
  }
  // Whoever takes it works on another stream.
  if (impl.stream) {
    c10::impl::VirtualGuardImpl(impl.device.type()).synchronizeStream(impl.stream->current_stream());
  }
  return snapshot;
}

TensorMap Trainer::discriminator() const {
  TensorMap tensors = copyToHost(impl_->discriminator().tensors);
  if (impl_->asks()) {
    impl_->processes.stages->ask(StageGroup::Word::kDiscriminator);
    impl_->gather(tensors);
  }
  return tensors;
}

std::string Trainer::Impl::ownInfiniteStatistic() const {
  for (const NamedNetwork& network : recipe->networks()) {
    std::vector<std::string> names;
    std::vector<at::Tensor> finite;
    for (const auto& buffer : network.module->named_buffers()) {
      if (heldElsewhere(*network.module).contains(buffer.key())) continue;
      names.push_back(buffer.key());
      finite.push_back(at::isfinite(buffer.value()).all());
    }
    if (finite.empty()) continue;
    bringTogether(finite);
    const at::Tensor all = at::stack(finite).to(at::kCPU);  // at once: each copy waits for the device
    for (std::size_t i = 0; i < finite.size(); ++i) {
      if (!all[static_cast<std::int64_t>(i)].item<bool>()) return network.name + "." + names[i];
    }
  }
  return {};
}

std::string Trainer::infiniteStatistic() const {
  const std::string own = impl_->ownInfiniteStatistic();
  if (!impl_->asks()) return own;
  impl_->processes.stages->ask(StageGroup::Word::kStatistics);
  TensorMap others;
  impl_->gather(others);
  return own.empty() && !others.empty() ? others.begin()->first : own;
}

Trainer::State Trainer::state() const {
  Impl& impl = *impl_;
  State state;
  state.info.step = impl.steps;
  state.info.data_position = impl.data.position();
  state.info.images_per_epoch = impl.data.imagesPerEpoch();
  state.info.score = impl.score;
  for (const RecipeCounter& counter : impl.recipe->counters()) state.info.counters[counter.name] = counter.get();
  if (impl.asks()) impl.processes.stages->ask(StageGroup::Word::kState);
  for (const RecipePart& part : impl.recipe->parts()) {
    TensorMap tensors = copyToHost(part.tensors);
    if (impl.asks() && !part.elsewhere.empty()) impl.gather(tensors);
    if (part.lacking != Lacking::kZeros || !isZero(tensors)) state.parts[part.name] = std::move(tensors);
  }
  return state;
}

void Trainer::restore(const State& state) {
  Impl& impl = *impl_;
  std::vector<std::pair<const TensorMap*, TensorMap>> copies;
  std::vector<TensorMap> missing;
  std::map<std::string, TensorMap> of_others;
  for (RecipePart& part : impl.recipe->parts()) {
    const auto own = state.parts.find(part.name);
    const auto found = own != state.parts.end() ? own : state.parts.find(part.otherwise);
    if (found == state.parts.end()) {
      if (part.lacking == Lacking::kRefused) throwPartMissing(part.name + ".safetensors");
      if (part.lacking == Lacking::kZeros) missing.push_back(std::move(part.tensors));
      continue;
    }
    TensorMap whole = part.tensors;
    whole.insert(part.elsewhere.begin(), part.elsewhere.end());
    checkFits(found->second, whole, part.name);
    for (const auto& [name, shape] : part.elsewhere) of_others[part.name].emplace(name, found->second.at(name));
    copies.emplace_back(&found->second, std::move(part.tensors));
  }
  const std::vector<RecipeCounter> counters = impl.recipe->counters();
  for (const RecipeCounter& counter : counters) {
    if (!counter.may_lack && !state.info.counters.contains(counter.name)) throwPartMissing(counter.name);
  }
  for (const auto& [values, targets] : copies) copyInto(*values, targets);
  for (const TensorMap& targets : missing) {
    for (const auto& [name, tensor] : targets) tensor.zero_();
  }
  for (const RecipeCounter& counter : counters) {
    const auto found = state.info.counters.find(counter.name);
    counter.set(found != state.info.counters.end() ? found->second : 0);
  }
  impl.ring.clear();
  impl.score.reset();
  impl.data.seek(samePlace(state.info.data_position, state.info.images_per_epoch, impl.data.imagesPerEpoch()));
  impl.steps = state.info.step;
  if (impl.asks()) impl.of_others = std::move(of_others);
}

void Trainer::takeFromRankZero() {
  Impl& impl = *impl_;
  if (impl.processes.all == nullptr) return;
  if (impl.processes.stages != nullptr) impl.processes.stages->goOn();
  std::vector<at::Tensor> tensors;  // that all have
  std::vector<at::Tensor> staged;
  for (RecipePart& part : impl.recipe->parts()) {
    for (const auto& [name, tensor] : part.tensors) (part.elsewhere.empty() ? tensors : staged).push_back(tensor);
    if (!part.elsewhere.empty()) impl.takeFromStageZero(part);
  }
  impl.of_others.clear();
  if (impl.processes.replicas != nullptr) impl.processes.replicas->broadcast(staged);
  const std::vector<RecipeCounter> counters = impl.recipe->counters();
  std::vector<std::int64_t> own = {impl.steps, impl.data.position()};
  for (const RecipeCounter& counter : counters) own.push_back(counter.get());
  const at::Tensor numbers = at::tensor(own, at::TensorOptions(at::kLong).device(impl.device));
  tensors.push_back(numbers);
  impl.processes.all->broadcast(tensors);
  const at::Tensor host = numbers.to(at::kCPU);
  const auto* number = host.const_data_ptr<std::int64_t>();
  impl.ring.clear();
  impl.score.reset();
  impl.steps = *number++;
  impl.data.seek(*number++);
  for (const RecipeCounter& counter : counters) counter.set(*number++);
}

}  // namespace gan
