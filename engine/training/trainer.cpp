#include "training/trainer.h"

#include <ATen/ops/isfinite.h>
#include <ATen/ops/stack.h>
#include <ATen/ops/tensor.h>
#include <c10/core/StreamGuard.h>
#include <c10/core/impl/VirtualGuardImpl.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "config/run_config.h"
#include "core/error.h"
#include "core/units.h"
#include "training/device_groups.h"
#include "training/iteration_inputs.h"
#include "training/phase_clock.h"
#include "training/recipe.h"

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
  Impl(const TrainerOptions& options, BatchSource& batches, c10::Device on, Collective* ranks)
      : data(batches),
        device(on),
        collective(ranks),
        stream(ownStream(options.capture, device)),
        clock(waitedFor(collective)),
        recipe(makeRecipe(options, data, device, clock, collective)),
        series(seriesOf(*recipe)),
        ring(series, device, kRingDepth, collective) {}

  double epoch() const { return static_cast<double>(data.position()) / static_cast<double>(data.imagesPerEpoch()); }

  void step(const LiveValues& live, std::int64_t pending, Wish wish, const std::optional<DeviceLoad>& load) {
    const PhaseClock::Scope stepping(clock, Phase::kOther);
    const std::int64_t epoch_before = data.position() / data.imagesPerEpoch();
    score.reset();
    const at::Tensor metrics = recipe->iterate(steps, live);
    ++steps;

    StepRecord record = blankRecord(series, steps);
    record.epoch = epoch();
    record.unix_seconds = unixSeconds();
    const RankIteration own{.times = clock.lap(), .device = load};
    record.at(host_series::kImagesPerSecond) =
        static_cast<double>(recipe->imagesTaken() * rankOf(collective).ranks) * 1e3 / total(own.times);
    recipe->tell(record);
    if (data.position() / data.imagesPerEpoch() > epoch_before && recipe->endEpoch(record)) {
      clock.lap();  // is part of no iteration
      score = recipe->score(record);
    }
    ring.push(std::move(record), metrics, own, pending, wish);
  }

  std::vector<CollectedStep> collect(Drain drain) {
    const PhaseClock::Scope collecting(clock, Phase::kOther);
    return ring.collect(drain);
  }

  BatchSource& data;
  c10::Device device;
  Collective* collective;  // null: one process
  std::optional<c10::StreamGuard> stream;
  PhaseClock clock;
  std::unique_ptr<Recipe> recipe;
  std::shared_ptr<const SeriesList> series;
  TelemetryRing ring;
  SnapshotDesk desk;
  std::int64_t steps = 0;
  std::optional<double> score;  // of the present weights, where they were judged
};

Trainer::Trainer(const RunConfig& config, BatchSource& data, c10::Device device, Collective* collective,
                 const std::optional<JudgedImages>& validation, const CudaModule* cuda)
    : Trainer(judgedBy(validation, trainerOptions(config, device, cuda)), data, device, collective) {}

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

std::optional<double> Trainer::score() const { return impl_->score; }

bool Trainer::makesPictures() const { return impl_->recipe->generator() != nullptr; }

GeneratorSnapshot Trainer::snapshot() {
  TORCH_CHECK(makesPictures(), "no network of this training makes pictures");
  GeneratorSnapshot snapshot = impl_->desk.take(*impl_->recipe->generator(), impl_->steps);
  // Whoever takes it works on another stream.
  if (impl_->stream) {
    c10::impl::VirtualGuardImpl(impl_->device.type()).synchronizeStream(impl_->stream->current_stream());
  }
  return snapshot;
}

TensorMap Trainer::discriminator() const {
  const std::vector<NamedNetwork> networks = impl_->recipe->networks();
  const auto found = std::ranges::find(networks, "discriminator", &NamedNetwork::name);
  TORCH_CHECK(found != networks.end(), "no network of this training is a discriminator");
  return copyToHost(moduleTensors(*found->module));
}

std::string Trainer::infiniteStatistic() const {
  for (const NamedNetwork& network : impl_->recipe->networks()) {
    const auto buffers = network.module->named_buffers();
    if (buffers.is_empty()) continue;
    std::vector<at::Tensor> finite;
    for (const auto& buffer : buffers) finite.push_back(at::isfinite(buffer.value()).all());
    bringTogether(finite);
    const at::Tensor all = at::stack(finite).to(at::kCPU);  // at once: each copy waits for the device
    for (std::size_t i = 0; i < finite.size(); ++i) {
      if (!all[static_cast<std::int64_t>(i)].item<bool>()) return network.name + "." + buffers[i].key();
    }
  }
  return {};
}

Trainer::State Trainer::state() const {
  Impl& impl = *impl_;
  State state;
  state.info.step = impl.steps;
  state.info.data_position = impl.data.position();
  state.info.images_per_epoch = impl.data.imagesPerEpoch();
  state.info.score = impl.score;
  for (const RecipeCounter& counter : impl.recipe->counters()) state.info.counters[counter.name] = counter.get();
  for (const RecipePart& part : impl.recipe->parts()) {
    TensorMap tensors = copyToHost(part.tensors);
    if (part.lacking != Lacking::kZeros || !isZero(tensors)) state.parts[part.name] = std::move(tensors);
  }
  return state;
}

void Trainer::restore(const State& state) {
  Impl& impl = *impl_;
  std::vector<std::pair<const TensorMap*, TensorMap>> copies;
  std::vector<TensorMap> missing;
  for (RecipePart& part : impl.recipe->parts()) {
    const auto own = state.parts.find(part.name);
    const auto found = own != state.parts.end() ? own : state.parts.find(part.otherwise);
    if (found == state.parts.end()) {
      if (part.lacking == Lacking::kRefused) throwPartMissing(part.name + ".safetensors");
      if (part.lacking == Lacking::kZeros) missing.push_back(std::move(part.tensors));
      continue;
    }
    checkFits(found->second, part.tensors, part.name);
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
}

void Trainer::takeFromRankZero() {
  Impl& impl = *impl_;
  if (impl.collective == nullptr) return;
  std::vector<at::Tensor> tensors;
  for (const RecipePart& part : impl.recipe->parts()) {
    for (const auto& [name, tensor] : part.tensors) tensors.push_back(tensor);
  }
  const std::vector<RecipeCounter> counters = impl.recipe->counters();
  std::vector<std::int64_t> own = {impl.steps, impl.data.position()};
  for (const RecipeCounter& counter : counters) own.push_back(counter.get());
  const at::Tensor numbers = at::tensor(own, at::TensorOptions(at::kLong).device(impl.device));
  tensors.push_back(numbers);
  impl.collective->broadcast(tensors);
  const at::Tensor host = numbers.to(at::kCPU);
  const auto* number = host.const_data_ptr<std::int64_t>();
  impl.ring.clear();
  impl.score.reset();
  impl.steps = *number++;
  impl.data.seek(*number++);
  for (const RecipeCounter& counter : counters) counter.set(*number++);
}

}  // namespace gan
