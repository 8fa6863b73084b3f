#include "training/gan_recipe.h"

#include <ATen/core/grad_mode.h>
#include <ATen/ops/cat.h>
#include <ATen/ops/stack.h>

#include <algorithm>
#include <chrono>
#include <utility>

#include "config/run_config.h"
#include "core/log.h"
#include "distributed/collective.h"
#include "distributed/stage_group.h"
#include "models/network_blocks.h"
#include "training/network_stages.h"
#include "training/stage_passage.h"

namespace gan {

namespace {

using Clock = std::chrono::steady_clock;

constexpr double kLargestDecay = 0.999999;  // as the schema has it, whatever a schedule says

double millisecondsSince(Clock::time_point begin) {
  return std::chrono::duration<double, std::milli>(Clock::now() - begin).count();
}

/// Leaves of both networks what this process's stage holds.
void holdStages(const Networks& networks, const TrainerOptions& options, c10::Device device,
                const TrainingProcesses& processes) {
  StageGroup& group = *processes.stages;
  // One process measures: unlike hosts may take unlike memory.
  const bool measures = processes.all->rank() == 0;
  const ProcessStages stages = processStagesFromText(processes.all->broadcastText(
      measures ? toText(processStages(options, measureBlocks(options), group.stages())) : std::string()));
  const auto hold = [&](int number, torch::nn::Module& network, const std::vector<std::size_t>& firsts,
                        std::size_t part, std::vector<std::int64_t> made) {
    const int step = number == 1 ? 1 : -1;
    const std::size_t count = dynamic_cast<const BlockNetwork&>(network).blocks().size();
    const std::size_t end = part + 1 < firsts.size() ? firsts[part + 1] : count;
    holdBlocks(network, {.first = firsts[part], .end = end, .made = std::move(made)}, device,
               std::make_shared<StagePassage>(group, number, group.stage() - step, group.stage() + step, device));
  };
  const NetworkShape& shape = options.shape;
  hold(1, *networks.generator, stages.generator, stages.ofGenerator(group.stage()),
       {shape.channels, shape.resolution, shape.resolution});
  hold(2, *networks.discriminator, stages.discriminator, stages.ofDiscriminator(group.stage()), {});
}

Networks makePlaced(const TrainerOptions& options, c10::Device device, const TrainingProcesses& processes) {
  Networks networks = options.architecture->make(options.shape, options.seed);
  const std::vector<NamedNetwork> both = {{"generator", networks.generator}, {"discriminator", networks.discriminator}};
  if (processes.stages != nullptr) {
    placeNetworks(both, options, at::kCPU);
    holdStages(networks, options, device, processes);
  } else {
    const NetworkStages stages = networkStages(options, device);
    if (!stages.generator.empty()) dynamic_cast<BlockNetwork&>(*networks.generator).placeStages(stages.generator);
    if (!stages.discriminator.empty()) {
      dynamic_cast<BlockNetwork&>(*networks.discriminator).placeStages(stages.discriminator);
    }
    placeNetworks(both, options, device);
  }
  joinRanks(both, options, processes);
  return networks;
}

DiscriminatorPasses discriminatorPasses(const std::string& choice) {
  if (choice == "concatenated") return DiscriminatorPasses::kConcatenated;
  return choice == "split" ? DiscriminatorPasses::kSplit : DiscriminatorPasses::kSeparate;
}

ValueSchedule schedule(const RunConfig& config, const std::string& path) {
  return ValueSchedule::parse(path, config.text(path));
}

RegulariserOptions regulariserOptions(const RunConfig& config, std::string_view name) {
  RegulariserOptions options{.interval_steps = config.integer(regulariserPath(name, "interval_steps")),
                             .schedule = schedule(config, regulariserPath(name, "schedule"))};
  const std::string decay = regulariserPath(name, "decay");
  if (config.schema().find(decay) != nullptr) options.decay = config.real(decay);
  return options;
}

}  // namespace

void GanRecipe::take(const RunConfig& config, TrainerOptions& options) {
  options.architecture = &findArchitecture(config.text("model.architecture"));
  options.schedule =
      config.text("training.schedule") == "alternating" ? Schedule::kAlternating : Schedule::kDiscriminatorFirst;
  options.objective = &findObjective(config.text("objective.loss"));
  options.discriminator_total =
      config.text("objective.discriminator_total") == "mean" ? DiscriminatorTotal::kMean : DiscriminatorTotal::kSum;
  options.accumulation_generator = config.integer("accumulation.generator");
  options.accumulation_discriminator = config.integer("accumulation.discriminator");
  options.generator_optimizer = optimizerOptions(config, "generator");
  options.discriminator_optimizer = optimizerOptions(config, "discriminator");
  options.generator_rate_schedule = schedule(config, "optimizer.generator.schedule");
  options.discriminator_rate_schedule = schedule(config, "optimizer.discriminator.schedule");
  options.discriminator_passes = discriminatorPasses(config.text("training.discriminator_pass"));
  options.generator_images =
      config.text("training.generator_images") == "anew" ? GeneratorImages::kAnew : GeneratorImages::kReused;
  for (const RegulariserKind& kind : regularisers()) {
    options.regularisers.emplace(kind.name, regulariserOptions(config, kind.name));
  }
  options.placement = networkPlacement(config);
  options.pipeline =
      config.text("distributed.pipeline") == "gpipe" ? Pipeline::kGpipe : Pipeline::kOneForwardOneBackward;
  options.placement_batch = config.integer("data.batch_size");
  options.ema = config.flag("ema.enabled");
  options.ema_start_step = config.integer("ema.start_step");
  options.ema_buffers = config.text("ema.buffers") == "averaged" ? EmaBuffers::kAveraged : EmaBuffers::kCopied;
  options.ema_decay_schedule = schedule(config, "ema.schedule");
  options.sample_weights =
      config.text("sampling.weights") == "generator" ? SampleWeights::kTrained : SampleWeights::kAverage;
}

GanRecipe::GanRecipe(const TrainerOptions& options, BatchSource& data, c10::Device device, PhaseClock& clock,
                     const TrainingProcesses& processes)
    : options_(options),
      clock_(clock),
      networks_(makePlaced(options_, device, processes)),
      update_(networks_, options_, clock, processes, device),
      inputs_(options_, data, device, clock, rankOf(processes.replicas)),
      layer_places_(update_.layerPlaces()) {
  if (options_.ema) ema_.emplace(*networks_.generator, options_.ema_buffers);
  if (!options_.capture) return;
  if (processes.replicas == nullptr || processes.replicas->carriesGpuTensors()) {
    graph_.emplace(options_.capture, inputs_);
  } else {
    log::warning("training.cuda_graph: not used, for processes that share a GPU speak through their hosts");
  }
}

std::vector<std::string> GanRecipe::hostSeries() const {
  using namespace schedule_series;
  std::vector<std::string> names = {std::string(host_series::kDiscriminator), std::string(host_series::kGenerator)};
  const auto append = [&names](const ValueSchedule& schedule, std::string name) {
    if (!schedule.isConstant()) names.push_back(std::move(name));
  };
  append(options_.generator_rate_schedule, std::string(kGeneratorRate));
  append(options_.discriminator_rate_schedule, std::string(kDiscriminatorRate));
  if (options_.ema) append(options_.ema_decay_schedule, std::string(kEmaDecay));
  for (const auto& [name, regulariser] : options_.regularisers) {
    append(regulariser.schedule, std::string(kWeightPrefix) + name);
  }
  return names;
}

std::vector<std::string> GanRecipe::occasionalSeries() const {
  const std::vector<std::string>& all = update_.series();
  std::vector<std::string> names;
  for (const RegulariserKind& kind : regularisers()) {
    if (optionsOf(kind).interval_steps > 1) names.push_back(all[update_.penaltyPlace(kind.name)]);
  }
  if (options_.layers_interval_steps > 1) {
    for (const std::size_t place : layer_places_) names.push_back(all[place]);
  }
  return names;
}

MicroBatch GanRecipe::microBatch(std::int64_t draw, std::int64_t micro,
                                 const std::function<GeneratedBatch()>& generate) {
  MicroBatch batch{.real = inputs_.realBatch(draw, micro), .generated = generate()};
  if (draws_shares_) batch.share = inputs_.share(draw, micro);
  return batch;
}

at::Tensor GanRecipe::discriminatorFirst(const LiveValues& live, const Labels& labels) {
  // One micro-batch each: G is updated with the images that D has just seen. More of them are made again for G,
  // from the same latents, so that no more than one is in memory.
  const bool anew = options_.generator_images == GeneratorImages::kAnew;
  const bool shared = !anew && options_.accumulation_discriminator == 1 && options_.accumulation_generator == 1;
  std::vector<at::Tensor> measured;
  GeneratedBatch generated;
  auto begin = Clock::now();
  for (std::int64_t draw = 0; draw < live.discriminator_steps; ++draw) {
    const bool carries = shared && draw + 1 == live.discriminator_steps;
    const auto next = [&](std::int64_t micro) {
      return microBatch(draw, micro, [&] {
        const at::AutoGradMode record(carries);
        return generated = update_.generate(inputs_.discriminatorDraw(draw, micro));
      });
    };
    measured.push_back(update_.updateDiscriminator(options_.accumulation_discriminator, next, labels));
  }
  discriminator_ms_ = millisecondsSince(begin) - clock_.counted(Phase::kData);

  begin = Clock::now();
  const auto next = [&](std::int64_t micro) {
    if (shared) return std::exchange(generated, {});
    return update_.generate(anew ? inputs_.generatorDraw(micro)
                                 : inputs_.discriminatorDraw(live.discriminator_steps - 1, micro));
  };
  const at::Tensor generator = update_.updateGenerator(options_.accumulation_generator, next, labels);
  generator_ms_ = millisecondsSince(begin);
  return at::cat({measured.size() == 1 ? measured.front() : at::stack(measured).mean(0), generator});
}

at::Tensor GanRecipe::alternating(const Labels& labels) {
  auto begin = Clock::now();
  const at::Tensor generator = update_.updateGenerator(
      options_.accumulation_generator,
      [&](std::int64_t micro) {
        inputs_.passBatch();
        return update_.generate(inputs_.generatorDraw(micro));
      },
      labels);
  const double waited = clock_.counted(Phase::kData);
  generator_ms_ = millisecondsSince(begin) - waited;

  begin = Clock::now();
  const auto next = [&](std::int64_t micro) {
    return microBatch(0, micro, [&] {
      const at::NoGradGuard no_grad;
      return update_.generate(inputs_.discriminatorDraw(0, micro));
    });
  };
  const at::Tensor discriminator = update_.updateDiscriminator(options_.accumulation_discriminator, next, labels);
  discriminator_ms_ = millisecondsSince(begin) - (clock_.counted(Phase::kData) - waited);
  return at::cat({discriminator, generator});
}

at::Tensor GanRecipe::compute(const LiveValues& live) {
  const Labels labels{.real = live.real_label, .fake = live.fake_label};
  at::Tensor metrics =
      options_.schedule == Schedule::kAlternating ? alternating(labels) : discriminatorFirst(live, labels);
  if (ema_) {
    const PhaseClock::Scope averaging(clock_, Phase::kOptimizer);
    ema_->update();
  }
  return metrics;
}

RegulariserOptions GanRecipe::optionsOf(const RegulariserKind& kind) const {
  const auto chosen = options_.regularisers.find(kind.name);
  return chosen != options_.regularisers.end() ? chosen->second : RegulariserOptions{};
}

std::uint64_t GanRecipe::prepare(std::int64_t step, const LiveValues& live) {
  generator_rate_ = live.generator_learning_rate * options_.generator_rate_schedule.share(step);
  discriminator_rate_ = live.discriminator_learning_rate * options_.discriminator_rate_schedule.share(step);
  update_.setLearningRates(generator_rate_, discriminator_rate_);
  ema_decay_ = step + 1 < options_.ema_start_step
                   ? 0
                   : std::min(live.ema_decay * options_.ema_decay_schedule.share(step), kLargestDecay);
  if (ema_) ema_->setDecay(ema_decay_);
  draws_shares_ =
      std::ranges::any_of(live.regulariser_weights, [this](const auto& one) { return update_.drawsShares(one.first); });
  std::uint64_t taking_part = 0;
  std::uint64_t bit = 1;
  for (const RegulariserKind& kind : regularisers()) {
    const RegulariserOptions how = optionsOf(kind);
    const auto set = live.regulariser_weights.find(kind.name);
    const double weight = set != live.regulariser_weights.end() ? set->second * how.schedule.share(step) : 0;
    const bool due = weight != 0 && isDue(step, how.interval_steps);
    weights_[kind.name] = weight;
    update_.setWeight(kind.name, due ? weight * static_cast<double>(how.interval_steps) : 0);
    if (due) taking_part |= bit;
    bit <<= 1U;
    if (weight != 0 && !due && update_.watches(kind.name)) {
      update_.letWatch(kind.name);
      taking_part |= bit;
    }
    bit <<= 1U;
  }
  return taking_part;
}

at::Tensor GanRecipe::iterate(std::int64_t step, const LiveValues& live) {
  inputs_.begin(step, live.noise);
  const std::uint64_t taking_part = prepare(step, live);
  discriminator_ms_ = generator_ms_ = 0;  // nobody tells them apart in a graph
  at::Tensor metrics;
  if (graph_) {
    LiveValues repeated = live;
    repeated.noise = 0;  // is in the inputs
    // Kernels read these from the device.
    repeated.generator_learning_rate = repeated.discriminator_learning_rate = repeated.ema_decay = 0;
    for (auto& [name, weight] : repeated.regulariser_weights) weight = 1;
    metrics = graph_->run(repeated, taking_part, [this, repeated] { return compute(repeated); });
  } else {
    metrics = compute(live);
  }
  update_.generatorOptimizer().countSteps(1);
  update_.discriminatorOptimizer().countSteps(options_.schedule == Schedule::kAlternating ? 1
                                                                                          : live.discriminator_steps);
  return metrics;
}

void GanRecipe::tell(StepRecord& record) const {
  using namespace schedule_series;
  record.at(host_series::kDiscriminator) = discriminator_ms_;
  record.at(host_series::kGenerator) = generator_ms_;
  const auto tell = [&record](const ValueSchedule& schedule, const std::string& name, double value) {
    if (!schedule.isConstant()) record.at(name) = value;
  };
  tell(options_.generator_rate_schedule, std::string(kGeneratorRate), generator_rate_);
  tell(options_.discriminator_rate_schedule, std::string(kDiscriminatorRate), discriminator_rate_);
  if (ema_) tell(options_.ema_decay_schedule, std::string(kEmaDecay), ema_decay_);
  for (const RegulariserKind& kind : regularisers()) {
    const RegulariserOptions how = optionsOf(kind);
    const double weight = weights_.at(kind.name);
    tell(how.schedule, std::string(kWeightPrefix) + std::string(kind.name), weight);
    if (weight == 0 || !isDue(record.step - 1, how.interval_steps)) leaveOut({update_.penaltyPlace(kind.name)}, record);
  }
  const std::int64_t interval = options_.layers_interval_steps;
  if (interval > 0 && !isDue(record.step - 1, interval)) leaveOut(layer_places_, record);
}

std::vector<NamedNetwork> GanRecipe::networks() const {
  return {{"generator", networks_.generator}, {"discriminator", networks_.discriminator}};
}

std::vector<RecipePart> GanRecipe::parts() const {
  std::vector<RecipePart> parts = {
      networkPart("generator", *networks_.generator),
      networkPart("discriminator", *networks_.discriminator),
      optimizerPart("optimizer_g", *networks_.generator, update_.generatorOptimizer()),
      optimizerPart("optimizer_d", *networks_.discriminator, update_.discriminatorOptimizer()),
  };
  // Whatever the weights are now: they may be raised from 0, and a checkpoint from before has none of it.
  parts.push_back({.name = "regularisers", .tensors = update_.regulariserState(), .lacking = Lacking::kZeros});
  if (TensorMap scales = update_.scaleState(); !scales.empty()) {
    parts.push_back({.name = "loss_scale", .tensors = std::move(scales), .lacking = Lacking::kKept});
  }
  if (ema_) {
    RecipePart average = networkPart("ema", ema_->generator());
    average.otherwise = "generator";
    parts.push_back(std::move(average));
  }
  return parts;
}

std::vector<RecipeCounter> GanRecipe::counters() {
  return {stepsOf("optimizer_steps_generator", update_.generatorOptimizer()),
          stepsOf("optimizer_steps_discriminator", update_.discriminatorOptimizer())};
}

const Generator* GanRecipe::generator() const {
  const bool averaged = ema_ && options_.sample_weights == SampleWeights::kAverage;
  return averaged ? &ema_->generator() : networks_.generator.get();
}

}  // namespace gan
