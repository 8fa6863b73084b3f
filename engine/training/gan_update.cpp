#include "training/gan_update.h"

#include <ATen/core/grad_mode.h>
#include <ATen/ops/cat.h>
#include <ATen/ops/full.h>
#include <ATen/ops/nan_to_num.h>
#include <ATen/ops/stack.h>
#include <ATen/ops/tensor.h>
#include <ATen/ops/where.h>
#include <ATen/ops/zeros.h>
#include <ATen/ops/zeros_like.h>

#include <algorithm>
#include <deque>
#include <set>
#include <utility>

#include "distributed/stage_group.h"
#include "models/network_blocks.h"
#include "training/network_stages.h"
#include "training/recipe.h"

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

/// That an update goes through; 0: both networks compute in one piece where the process does.
std::int64_t stageCount(const Generator& generator, const Discriminator& discriminator, bool of_generator,
                        const StageGroup* processes) {
  if (processes != nullptr) return processes->stages() * (of_generator ? 2 : 1);
  const auto own = [](const torch::nn::Module& network) {
    const auto* const blocks = dynamic_cast<const BlockNetwork*>(&network);
    return blocks != nullptr ? static_cast<std::int64_t>(blocks->stages().size()) : 0;
  };
  const std::int64_t g = own(generator);
  const std::int64_t d = own(discriminator);
  if (g + d == 0) return 0;
  return std::max<std::int64_t>(d, 1) + (of_generator ? std::max<std::int64_t>(g, 1) : 0);
}

/// The source fills its memory anew while others are on their way.
RealBatch copyOf(const RealBatch& real) {
  return {real.images.clone(), real.classes.defined() ? real.classes.clone() : at::Tensor()};
}

void clearGradients(Optimizer& optimizer, PhaseClock& clock) {
  const PhaseClock::Scope clearing(clock, Phase::kOptimizer);
  optimizer.clearGradients();
}

/// Of a weight with spectral norm, which lies beside it in its layer: "blocks.0.0.conv1.sv0".
bool isSingularValue(const std::string& buffer) {
  const std::string last = buffer.substr(buffer.rfind('.') + 1);
  return last.size() > 2 && last.starts_with("sv") &&
         std::ranges::all_of(last.substr(2), [](char c) { return c >= '0' && c <= '9'; });
}

}  // namespace

GanUpdate::Side GanUpdate::makeSide(const std::string& letter, RegularisedNetwork which,
                                    std::shared_ptr<torch::nn::Module> network, const OptimizerOptions& optimizer,
                                    const TrainerOptions& options) const {
  Side side{.letter = letter,
            .network = std::move(network),
            .optimizer = {},
            .reducer = {},
            .regularisers = {},
            .singular_values = {},
            .places = {},
            .scale = {}};
  const std::vector<at::Tensor> parameters = heldParameters(*side.network);
  const std::set<std::string>& elsewhere = heldElsewhere(*side.network);
  for (const auto& item : side.network->named_parameters()) {
    if (!elsewhere.contains(item.key())) side.places.push_back(side.parameters);
    ++side.parameters;
  }
  side.optimizer = makeOptimizer(parameters, optimizer);
  side.scale = std::make_unique<LossScale>(options.precision, home_);
  if (collective_ != nullptr) side.reducer = std::make_unique<GradientReducer>(parameters, *collective_);
  for (const RegulariserKind& kind : regularisers()) {
    if (kind.network != which) continue;
    const auto chosen = options.regularisers.find(kind.name);
    const RegulariserOptions how = chosen != options.regularisers.end() ? chosen->second : RegulariserOptions{};
    side.regularisers.push_back(
        {.kind = &kind,
         .regulariser = kind.make(parameters.front().options().requires_grad(false).device(home_), how),
         .weight = std::make_unique<DeviceScalar>(home_, 0)});
  }
  if (options.layers_interval_steps > 0) {
    for (const auto& buffer : side.network->named_buffers()) {
      if (!isSingularValue(buffer.key())) continue;
      side.singular_values.push_back(elsewhere.contains(buffer.key()) ? at::Tensor() : buffer.value());
    }
  }
  return side;
}

void GanUpdate::appendSeries(const Side& side) {
  using namespace gan_series;
  const auto append = [this](std::string_view prefix, const std::string& name) {
    series_.push_back(std::string(prefix) + name);
  };
  for (const ActiveRegulariser& one : side.regularisers) append(kPenaltyPrefix, std::string(one.kind->name));
  append(kNormPrefix, side.letter);
  if (side.scale->isUsed()) append(kScalePrefix, side.letter);
  if (!measures_layers_) return;
  for (const auto& parameter : side.network->named_parameters()) {
    append(kNormPrefix, side.letter + "/" + parameter.key());
  }
  for (const auto& buffer : side.network->named_buffers()) {
    const std::string& name = buffer.key();
    if (!isSingularValue(name)) continue;
    const std::size_t number = name.rfind(".sv");
    append(kSingularPrefix, side.letter + "/" + name.substr(0, number) + ".weight/" + name.substr(number + 3));
  }
}

GanUpdate::GanUpdate(const Networks& networks, const TrainerOptions& options, PhaseClock& clock,
                     const TrainingProcesses& processes, const std::optional<c10::Device>& home)
    : networks_(networks),
      clock_(clock),
      collective_(processes.replicas),
      stages_(processes.stages),
      objective_(options.objective),
      passes_(options.discriminator_passes),
      precision_(options.precision),
      home_(home.value_or(networks.generator->parameters().front().device())),
      generator_type_(networks.generator->parameters().front().device().type()),
      discriminator_type_(networks.discriminator->parameters().front().device().type()),
      pipeline_(options.pipeline),
      generator_stages_(stageCount(*networks.generator, *networks.discriminator, true, stages_)),
      discriminator_stages_(stageCount(*networks.generator, *networks.discriminator, false, stages_)),
      measures_layers_(options.layers_interval_steps > 0),
      total_weight_(options.discriminator_total == DiscriminatorTotal::kMean ? 0.5 : 1),
      discriminator_parameters_(heldParameters(*networks.discriminator)),
      generator_(
          makeSide("g", RegularisedNetwork::kGenerator, networks.generator, options.generator_optimizer, options)),
      discriminator_(makeSide("d", RegularisedNetwork::kDiscriminator, networks.discriminator,
                              options.discriminator_optimizer, options)) {
  using namespace gan_series;
  if (!objective_->relative()) series_ = {std::string(kLossReal), std::string(kLossFake)};
  for (const std::string_view name : {kLossDiscriminator, kScoreReal, kScoreFakeBefore}) series_.emplace_back(name);
  appendSeries(discriminator_);
  for (const std::string_view name : {kLossGenerator, kScoreFakeAfter}) series_.emplace_back(name);
  appendSeries(generator_);
}

std::size_t GanUpdate::penaltyPlace(std::string_view regulariser) const {
  const auto place = std::ranges::find(series_, std::string(gan_series::kPenaltyPrefix) + std::string(regulariser));
  TORCH_CHECK(place != series_.end(), "no regulariser is named ", regulariser);
  return static_cast<std::size_t>(place - series_.begin());
}

std::vector<std::size_t> GanUpdate::layerPlaces() const {
  std::vector<std::size_t> places;
  for (std::size_t i = 0; i < series_.size(); ++i) {
    if (std::ranges::count(series_[i], '/') > 1) places.push_back(i);
  }
  return places;
}

void GanUpdate::setLearningRates(double generator, double discriminator) {
  generator_.optimizer->setLearningRate(generator);
  discriminator_.optimizer->setLearningRate(discriminator);
}

const GanUpdate::ActiveRegulariser& GanUpdate::find(std::string_view regulariser) const {
  for (const Side* side : {&discriminator_, &generator_}) {
    const auto found =
        std::ranges::find(side->regularisers, regulariser, [](const ActiveRegulariser& one) { return one.kind->name; });
    if (found != side->regularisers.end()) return *found;
  }
  TORCH_CHECK(false, "no regulariser is named ", regulariser);
}

GanUpdate::ActiveRegulariser& GanUpdate::find(std::string_view regulariser) {
  return const_cast<ActiveRegulariser&>(std::as_const(*this).find(regulariser));  // NOLINT: this object's own
}

void GanUpdate::setWeight(std::string_view regulariser, double weight) {
  ActiveRegulariser& one = find(regulariser);
  one.weight->set(weight);
  one.watches = weight != 0 && one.regulariser->watches();
}

void GanUpdate::letWatch(std::string_view regulariser) {
  setWeight(regulariser, 0);
  find(regulariser).watches = true;
}

bool GanUpdate::watches(std::string_view regulariser) const { return find(regulariser).regulariser->watches(); }

bool GanUpdate::drawsShares(std::string_view regulariser) const { return find(regulariser).regulariser->drawsShares(); }

GeneratedBatch GanUpdate::generate(const Draw& draw) const {
  Generator& generator = *networks_.generator;
  const at::Tensor condition = draw.classes.defined() ? generator.condition(draw.classes) : at::Tensor();
  const Autocast autocast(precision_, generator_type_);
  return {widened(generator.forward(draw.latents, condition)), draw.classes};
}

at::Tensor GanUpdate::look(const at::Tensor& images, const at::Tensor& classes) const {
  const Autocast autocast(precision_, discriminator_type_);
  return widened(networks_.discriminator->forward(images, classes));
}

void GanUpdate::backward(const at::Tensor& loss, std::int64_t count, std::int64_t micro, Side& side) {
  const PhaseClock::Scope backward(clock_, Phase::kBackward);
  const at::Tensor share = side.scale->scaled(shareOf(loss, count));
  const bool reduces = side.reducer != nullptr && micro + 1 == count;
  if (reduces) side.reducer->prepare();
  share.backward();
  if (reduces) side.reducer->countWait();
}

void GanUpdate::accumulate(std::int64_t count, std::int64_t under_way, const std::function<Loss(std::int64_t)>& send,
                           Side& side) {
  std::deque<Loss> passed;
  std::int64_t next = 0;
  at::Tensor loss;
  const auto judge = [&] {
    const PhaseClock::Scope judging(clock_, Phase::kForward);
    const Loss first = std::move(passed.front());
    passed.pop_front();
    loss = first();
  };
  for (std::int64_t back = 0; back < count; ++back) {
    if (!passed.empty()) judge();
    while (next < std::min(count, back + under_way)) passed.push_back(send(next++));
    if (!loss.defined()) judge();
    backward(std::exchange(loss, {}), count, back, side);
  }
}

at::Tensor GanUpdate::finish(Side& side, const std::vector<at::Tensor>& measured) {
  const PhaseClock::Scope stepping(clock_, Phase::kOptimizer);
  const at::NoGradGuard no_grad;
  std::vector<at::Tensor> values = {measured.size() == 1 ? measured.front() : at::stack(measured).mean(0)};
  const at::Tensor none = at::zeros({1}, values.front().options());
  at::Tensor overflow = side.scale->unscale(side.optimizer->gradients());
  for (ActiveRegulariser& one : side.regularisers) {
    if (!one.regulariser->addsGradients()) continue;
    const bool counts = one.weight->value() != 0;
    const at::Tensor penalty = counts ? one.regulariser->addGradients(*side.network, *one.weight) : at::Tensor();
    values.push_back(counts ? penalty.view({1}).to(home_) : none);
  }
  at::Tensor norms = side.optimizer->gradientNorms().to(home_);
  std::vector<at::Tensor> singular_values;
  if (measures_layers_) {
    for (const at::Tensor& one : side.singular_values) {
      singular_values.push_back(one.defined() ? one.view({1}).to(none.options()) : none);
    }
  }
  if (stages_ != nullptr) shareAmongStages(side, values, norms, singular_values, overflow);
  const at::Tensor norm = norms.norm();
  values.push_back(unlessLeftOut(norm, overflow).view({1}));
  if (side.scale->isUsed()) values.push_back(side.scale->scale().view({1}).clone());  // update() changes it
  if (measures_layers_) {
    values.push_back(unlessLeftOut(norms, overflow));
    values.insert(values.end(), singular_values.begin(), singular_values.end());
  }
  side.optimizer->clip(norm);
  side.optimizer->step(overflow);
  side.scale->update(overflow);
  for (ActiveRegulariser& one : side.regularisers) {
    if (one.watches) one.regulariser->endUpdate();
  }
  return at::cat(values);
}

void GanUpdate::shareAmongStages(const Side& side, std::vector<at::Tensor>& values, at::Tensor& norms,
                                 std::vector<at::Tensor>& singular_values, at::Tensor& overflow) {
  // Everything that one process knows, and zeros in place of what the others do.
  at::Tensor& means = values.front();
  means = at::where(knownHere(side, means.numel()), means, at::zeros_like(means));
  at::Tensor all_norms = at::zeros({side.parameters}, norms.options());
  all_norms.index_copy_(0, at::tensor(side.places, at::kLong).to(norms.device()), norms);
  std::vector<at::Tensor> parts = values;
  parts.push_back(all_norms);
  parts.insert(parts.end(), singular_values.begin(), singular_values.end());
  if (overflow.defined()) parts.push_back(overflow.view({1}));
  std::vector<std::int64_t> sizes;
  for (at::Tensor& part : parts) {
    sizes.push_back(part.numel());
    part = part.to(at::kDouble);
  }
  at::Tensor packed = at::cat(parts);
  stages_->processes().sum(packed);
  std::vector<at::Tensor> shared = packed.split_with_sizes(sizes);
  auto next = shared.begin();
  for (at::Tensor& value : values) value = (next++)->to(value.scalar_type());
  norms = (next++)->to(norms.scalar_type());
  for (at::Tensor& value : singular_values) value = (next++)->to(value.scalar_type());
  if (overflow.defined()) overflow = ((next++)->view({}) > 0).to(overflow.scalar_type());
}

at::Tensor GanUpdate::knownHere(const Side& side, std::int64_t count) const {
  const auto& chain = dynamic_cast<const BlockNetwork&>(*networks_.discriminator);
  const bool sees = chain.held()->first == 0;                    // images, and slopes at them
  const bool says = chain.held()->end == chain.blocks().size();  // logits
  at::Tensor known = at::full({count}, says, at::kBool);
  if (&side != &discriminator_) return known.to(home_);
  std::int64_t place = objective_->relative() ? 3 : 5;  // losses and scores
  for (const ActiveRegulariser& one : side.regularisers) {
    if (one.regulariser->addsGradients()) continue;
    if (one.regulariser->readsSlopes() || one.regulariser->drawsShares()) known[place] = sees;
    ++place;
  }
  return known.to(home_);
}

DiscriminatorPass GanUpdate::pass(const MicroBatch& batch) const {
  const bool slopes = std::ranges::any_of(discriminator_.regularisers, [](const ActiveRegulariser& one) {
    return one.weight->value() != 0 && one.regulariser->readsSlopes();
  });
  DiscriminatorPass pass{
      .look = [this](const at::Tensor& images, const at::Tensor& classes) { return look(images, classes); },
      .real = batch.real.images.detach().requires_grad_(slopes),
      .real_classes = batch.real.classes,
      .fake = batch.generated.images.detach().requires_grad_(slopes),
      .fake_classes = batch.generated.classes,
      .real_logits = {},
      .fake_logits = {},
      .share = batch.share,
      .scale = discriminator_.scale->scale(),
      .collective = collective_};
  if (passes_ != DiscriminatorPasses::kConcatenated) {
    // Each pass moves the vectors of spectral norm, so the order counts.
    const bool generated_first = passes_ == DiscriminatorPasses::kSplit;
    if (generated_first) pass.fake_logits = look(pass.fake, pass.fake_classes);
    pass.real_logits = look(pass.real, pass.real_classes);
    if (!generated_first) pass.fake_logits = look(pass.fake, pass.fake_classes);
    return pass;
  }
  const at::Tensor classes =
      pass.real_classes.defined() ? at::cat({pass.fake_classes, pass.real_classes}) : at::Tensor();
  const at::Tensor logits = look(at::cat({pass.fake, pass.real}), classes);
  const std::int64_t generated = pass.fake.size(0);
  pass.fake_logits = logits.narrow(0, 0, generated);
  pass.real_logits = logits.narrow(0, generated, pass.real.size(0));
  return pass;
}

MicroBatch GanUpdate::take(const std::function<MicroBatch(std::int64_t)>& next, std::int64_t micro) const {
  MicroBatch batch = next(micro);
  if (keeps_batches_) batch.real = copyOf(batch.real);
  return batch;
}

bool GanUpdate::looksAgain() const {
  return std::ranges::any_of(discriminator_.regularisers, [](const ActiveRegulariser& one) {
    return one.weight->value() != 0 && one.regulariser->drawsShares();
  });
}

GanUpdate::Loss GanUpdate::passDiscriminator(const MicroBatch& batch, std::int64_t micro, const Labels& labels,
                                             std::vector<at::Tensor>& measured) {
  const PhaseClock::Scope passing(clock_, Phase::kForward);
  Loss loss = [this, seen = pass(batch), real = batch.real, micro, &labels, &measured] {
    return discriminatorLoss(seen, real, micro, labels, measured);
  };
  if (!looksAgain()) return loss;
  // Each pass moves the vectors of spectral norm, so that of a penalty comes before the next micro-batch's.
  return [made = loss()] { return made; };
}

at::Tensor GanUpdate::discriminatorLoss(const DiscriminatorPass& seen, const RealBatch& real, std::int64_t micro,
                                        const Labels& labels, std::vector<at::Tensor>& measured) {
  const auto [real_loss, generated_loss] = objective_->discriminator(seen.real_logits, seen.fake_logits, labels);
  const at::Tensor total = real_loss.defined() ? (real_loss + generated_loss) * total_weight_ : generated_loss;
  std::vector<at::Tensor> values;
  if (real_loss.defined()) values = {real_loss.detach(), generated_loss.detach()};
  values.insert(values.end(),
                {total.detach(), meanScore(*objective_, seen.real_logits), meanScore(*objective_, seen.fake_logits)});
  at::Tensor descended = total;
  const at::Tensor none = at::zeros({}, total.options().requires_grad(false));
  for (const ActiveRegulariser& one : discriminator_.regularisers) {
    if (one.regulariser->addsGradients()) continue;
    if (one.watches) one.regulariser->watch(seen);
    const bool counts = one.weight->value() != 0;
    const at::Tensor penalty = counts ? one.regulariser->penalty(seen) : at::Tensor();
    if (counts) descended = descended + one.weight->times(penalty);
    values.push_back(counts ? measuredPenalty(penalty) : none);
  }
  const at::NoGradGuard no_grad;
  if (objective_->relative()) keepReal(real, micro);
  measured.push_back(at::stack(values));
  return descended;
}

at::Tensor GanUpdate::measuredPenalty(const at::Tensor& penalty) const {
  // Infinite slopes are an overflow that leaves this update out.
  return discriminator_.scale->isUsed() ? at::nan_to_num(penalty.detach(), kNotMeasured, kNotMeasured, kNotMeasured)
                                        : penalty.detach();
}

void GanUpdate::keepReal(const RealBatch& real, std::int64_t micro) {
  if (micro == 0) compared_with_.clear();
  compared_with_.push_back(copyOf(real));
}

at::Tensor GanUpdate::realLogits(std::int64_t micro) {
  if (!objective_->relative()) return {};
  const RealBatch& real = compared_with_.at(static_cast<std::size_t>(micro) % compared_with_.size());
  const at::NoGradGuard no_grad;
  return look(real.images, real.classes);
}

at::Tensor GanUpdate::generatorLoss(const GeneratedBatch& generated, std::int64_t micro, const Labels& labels,
                                    std::vector<at::Tensor>& measured) {
  const at::Tensor logits = look(generated.images, generated.classes);
  at::Tensor loss = objective_->generator(logits, realLogits(micro), labels);
  const at::NoGradGuard no_grad;
  measured.push_back(at::stack({loss, meanScore(*objective_, logits)}));
  return loss;
}

at::Tensor GanUpdate::updateDiscriminator(std::int64_t count, const std::function<MicroBatch(std::int64_t)>& next,
                                          const Labels& labels) {
  clearGradients(*discriminator_.optimizer, clock_);
  std::vector<at::Tensor> measured;
  const std::int64_t under_way = underWay(pipeline_, discriminator_stages_, count);
  keeps_batches_ = (under_way > 1 || (stages_ != nullptr && count > 1)) && home_.is_cpu();
  if (stages_ != nullptr) {
    accumulateStaged(count, next, labels, measured);
    return finish(discriminator_, measured);
  }
  const auto send = [&](std::int64_t i) {
    const PhaseClock::Scope passing(clock_, Phase::kForward);
    return passDiscriminator(take(next, i), i, labels, measured);
  };
  accumulate(count, under_way, send, discriminator_);
  return finish(discriminator_, measured);
}

at::Tensor GanUpdate::updateGenerator(std::int64_t count, const std::function<GeneratedBatch(std::int64_t)>& next,
                                      const Labels& labels) {
  clearGradients(*generator_.optimizer, clock_);
  const FrozenWeights frozen(discriminator_parameters_);
  std::vector<at::Tensor> measured;
  if (stages_ != nullptr) {
    accumulateStaged(count, next, labels, measured);
    return finish(generator_, measured);
  }
  const auto send = [&](std::int64_t i) -> Loss {
    const PhaseClock::Scope passing(clock_, Phase::kForward);
    return [loss = generatorLoss(next(i), i, labels, measured)] { return loss; };
  };
  accumulate(count, underWay(pipeline_, generator_stages_, count), send, generator_);
  return finish(generator_, measured);
}

bool GanUpdate::looksBack() const {
  return std::ranges::any_of(discriminator_.regularisers, [](const ActiveRegulariser& one) {
    return one.weight->value() != 0 && (one.regulariser->readsSlopes() || one.regulariser->drawsShares());
  });
}

void GanUpdate::accumulateStaged(std::int64_t count, const std::function<MicroBatch(std::int64_t)>& next,
                                 const Labels& labels, std::vector<at::Tensor>& measured) {
  const StageOrder order = stageOrder(pipeline_, stages_->stage(), stages_->stages(), count);
  // Slopes go through all stages: each has passed as many on when it waits for those of the first.
  const std::int64_t under_way = looksBack() ? std::min<std::int64_t>(stages_->stages(), count) : order.under_way;
  std::deque<MicroBatch> made;
  std::int64_t taken = 0;
  const auto send = [&](std::int64_t i) {
    const PhaseClock::Scope passing(clock_, Phase::kForward);
    while (taken < std::min(count, i + 1 + order.ahead)) made.push_back(take(next, taken++));
    const MicroBatch batch = std::move(made.front());
    made.pop_front();
    return passDiscriminator(batch, i, labels, measured);
  };
  accumulate(count, under_way, send, discriminator_);
}

void GanUpdate::accumulateStaged(std::int64_t count, const std::function<GeneratedBatch(std::int64_t)>& next,
                                 const Labels& labels, std::vector<at::Tensor>& measured) {
  const StageOrder order = stageOrder(pipeline_, stages_->stage(), stages_->stages(), count);
  struct Way {
    GeneratedBatch made;
    at::Tensor images;  // the same, where the discriminator's pass begins
    at::Tensor loss;
  };
  std::deque<Way> made;    // by the generator
  std::deque<Way> judged;  // by the discriminator
  std::deque<Way> back;    // whose gradients have come back through the discriminator
  std::int64_t taken = 0;
  std::int64_t finished = 0;
  const auto judge = [&](std::int64_t i) {
    const PhaseClock::Scope passing(clock_, Phase::kForward);
    while (taken < std::min(count, i + 1 + order.ahead))
      made.push_back({.made = next(taken++), .images = {}, .loss = {}});
    Way way = std::move(made.front());
    made.pop_front();
    way.images = way.made.images.detach().requires_grad_();
    way.loss = generatorLoss({way.images, way.made.classes}, i, labels, measured);
    judged.push_back(std::move(way));
  };
  const auto bringBack = [&] {
    const PhaseClock::Scope passing(clock_, Phase::kBackward);
    Way way = std::move(judged.front());
    judged.pop_front();
    generator_.scale->scaled(shareOf(std::exchange(way.loss, {}), count)).backward();
    back.push_back(std::move(way));
  };
  const auto finishOne = [&] {
    const PhaseClock::Scope passing(clock_, Phase::kBackward);
    const Way way = std::move(back.front());
    back.pop_front();
    const bool last = ++finished == count;
    const bool reduces = generator_.reducer != nullptr && last;
    if (reduces) generator_.reducer->prepare();
    way.made.images.backward(way.images.grad());
    if (reduces) generator_.reducer->countWait();
  };
  for (std::int64_t i = 0; i < count; ++i) {
    judge(i);
    if (static_cast<std::int64_t>(judged.size()) == order.under_way) bringBack();
    if (static_cast<std::int64_t>(back.size()) > order.behind) finishOne();
  }
  while (!judged.empty()) {
    bringBack();
    if (static_cast<std::int64_t>(back.size()) > order.behind) finishOne();
  }
  while (!back.empty()) finishOne();
}

TensorMap GanUpdate::scaleState() const {
  TensorMap state;
  for (const Side* side : {&discriminator_, &generator_}) {
    for (const auto& [name, tensor] : side->scale->state()) state.emplace(side->letter + "." + name, tensor);
  }
  return state;
}

TensorMap GanUpdate::regulariserState() const {
  TensorMap state;
  for (const Side* side : {&discriminator_, &generator_}) {
    for (const ActiveRegulariser& one : side->regularisers) {
      for (const auto& [name, tensor] : one.regulariser->state()) {
        state.emplace(std::string(one.kind->name) + "." + name, tensor);
      }
    }
  }
  return state;
}

}  // namespace gan
