#include "training/classifier_recipe.h"

#include <ATen/core/grad_mode.h>
#include <ATen/ops/cat.h>
#include <ATen/ops/cross_entropy_loss.h>
#include <ATen/ops/stack.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>

#include "config/run_config.h"

namespace gan {

namespace {

constexpr std::array<std::string_view, 3> kOfValidation = {
    classifier_series::kValidationLoss, classifier_series::kValidationTop1, classifier_series::kValidationTop5};

std::shared_ptr<Classifier> makePlaced(const TrainerOptions& options, c10::Device device, Collective* collective) {
  std::shared_ptr<Classifier> network = options.classifier->architecture->make(options.classifier->shape, options.seed);
  placeNetworks({{"classifier", network}}, options, device);
  joinRanks({{"classifier", network}}, options, collective);
  return network;
}

/// What realBatch() goes by.
TrainerOptions inputOptions(TrainerOptions options) {
  options.shape.classes = options.classifier->shape.classes;
  options.accumulation_discriminator = options.classifier->accumulation;
  return options;
}

}  // namespace

void ClassifierRecipe::take(const RunConfig& config, TrainerOptions& options) {
  options.classifier =
      ClassifierOptions{.architecture = findClassifier(config.text("model.architecture")),
                        .shape = classifierShape(config),
                        .normalisation = normalisation(config),
                        .optimizer = optimizerOptions(config, "classifier"),
                        .rate_schedule = ValueSchedule::parse("optimizer.classifier.schedule",
                                                              config.text("optimizer.classifier.schedule")),
                        .accumulation = config.integer("accumulation.classifier"),
                        .decay_epochs = config.integer("optimizer.classifier.decay_epochs"),
                        .decay_factor = config.real("optimizer.classifier.decay_factor")};
}

ClassifierRecipe::ClassifierRecipe(const TrainerOptions& options, BatchSource& data, c10::Device device,
                                   PhaseClock& clock, const TrainingProcesses& processes)
    : options_(*options.classifier),
      data_(data),
      device_(device),
      clock_(clock),
      collective_(processes.replicas),
      network_(makePlaced(options, device, collective_)),
      normalised_(options_.normalisation, network_->parameters().front().options().requires_grad(false)),
      optimizer_(makeOptimizer(network_->parameters(), options_.optimizer)),
      inputs_(inputOptions(options), data, device, clock, rankOf(collective_)),
      layers_interval_steps_(options.layers_interval_steps),
      precision_(options.precision),
      scale_(options.precision, device) {
  if (collective_ != nullptr) reducer_ = std::make_unique<GradientReducer>(network_->parameters(), *collective_);
}

std::vector<std::string> ClassifierRecipe::series() const {
  using namespace classifier_series;
  std::vector<std::string> names = {std::string(kTrainLoss), std::string(kTrainTop1), std::string(kTrainTop5),
                                    std::string(kGradientNorm)};
  if (scale_.isUsed()) names.emplace_back(kScale);
  if (layers_interval_steps_ > 0) std::ranges::move(layerSeries(), std::back_inserter(names));
  return names;
}

std::vector<std::string> ClassifierRecipe::layerSeries() const {
  std::vector<std::string> names;
  for (const auto& parameter : network_->named_parameters()) {
    names.push_back(std::string(classifier_series::kNormPrefix) + parameter.key());
  }
  return names;
}

std::vector<std::string> ClassifierRecipe::occasionalSeries() const {
  std::vector<std::string> names;
  if (layers_interval_steps_ > 1) names = layerSeries();
  if (options_.validation) {
    for (const std::string_view name : kOfValidation) names.emplace_back(name);
  }
  return names;
}

std::vector<std::string> ClassifierRecipe::hostSeries() const {
  using namespace classifier_series;
  std::vector<std::string> names = {std::string(kLearningRate)};
  if (options_.validation) {
    for (const std::string_view name : kOfValidation) names.emplace_back(name);
  }
  return names;
}

double ClassifierRecipe::learningRate(std::int64_t step, const LiveValues& live) const {
  const double rate = live.classifier_learning_rate * options_.rate_schedule.share(step);
  if (options_.decay_epochs == 0) return rate;
  const std::int64_t epoch = data_.position() / data_.imagesPerEpoch();
  return rate * std::pow(options_.decay_factor, static_cast<double>(epoch / options_.decay_epochs));
}

at::Tensor ClassifierRecipe::iterate(std::int64_t step, const LiveValues& live) {
  learning_rate_ = learningRate(step, live);
  inputs_.begin(step, live.noise);
  optimizer_->clearGradients();
  std::vector<at::Tensor> measured;
  for (std::int64_t micro = 0; micro < options_.accumulation; ++micro) {
    const RealBatch batch = inputs_.realBatch(0, micro);
    const at::Tensor loss = [&] {
      const PhaseClock::Scope forward(clock_, Phase::kForward);
      const at::Tensor logits = [&] {
        const Autocast autocast(precision_, device_.type());
        return widened(network_->forward(normalised_(batch.images)));
      }();
      const at::Tensor mean = at::cross_entropy_loss(logits, batch.classes);
      at::Tensor share = options_.accumulation == 1 ? mean : mean / static_cast<double>(options_.accumulation);
      const at::NoGradGuard no_grad;
      measured.push_back(at::stack(
          {mean.detach(), shareAmongLargest(logits, batch.classes, 1), shareAmongLargest(logits, batch.classes, 5)}));
      return share;
    }();
    const PhaseClock::Scope backward(clock_, Phase::kBackward);
    const bool reduces = reducer_ && micro + 1 == options_.accumulation;
    if (reduces) reducer_->prepare();
    scale_.scaled(loss).backward();
    if (reduces) reducer_->countWait();
  }
  const PhaseClock::Scope stepping(clock_, Phase::kOptimizer);
  const at::NoGradGuard no_grad;
  const at::Tensor overflow = scale_.unscale(optimizer_->gradients());
  const at::Tensor norms = optimizer_->gradientNorms();
  const at::Tensor norm = norms.norm();
  optimizer_->clip(norm);
  optimizer_->setLearningRate(learning_rate_);
  optimizer_->step(overflow);
  const at::Tensor scale_used = scale_.isUsed() ? scale_.scale().view({1}).clone() : at::Tensor();
  scale_.update(overflow);
  optimizer_->countSteps(1);
  std::vector<at::Tensor> values = {at::stack(measured).mean(0), unlessLeftOut(norm, overflow).view({1})};
  if (scale_.isUsed()) values.push_back(scale_used);
  if (layers_interval_steps_ > 0) values.push_back(unlessLeftOut(norms, overflow));
  return at::cat(values);
}

void ClassifierRecipe::tell(StepRecord& record) const {
  record.at(classifier_series::kLearningRate) = learning_rate_;
  if (layers_interval_steps_ == 0 || isDue(record.step - 1, layers_interval_steps_)) return;
  std::vector<std::size_t> layers;
  for (std::size_t i = 0; i < record.series->onDevice(); ++i) {
    if (record.series->names()[i].starts_with(classifier_series::kNormPrefix)) layers.push_back(i);
  }
  leaveOut(layers, record);
}

bool ClassifierRecipe::endEpoch(StepRecord& record) {
  if (!options_.validation) return false;
  // With statistics of their own the ranks have drifted apart: the network that a checkpoint holds is judged, by all.
  if (collective_ != nullptr) collective_->broadcast(network_->buffers());
  const Judgement found =
      judge(*network_, options_.shape.classes, options_.normalisation, *options_.validation, device_, collective_);
  record.at(classifier_series::kValidationLoss) = found.loss;
  record.at(classifier_series::kValidationTop1) = found.top1;
  record.at(classifier_series::kValidationTop5) = found.top5;
  return true;
}

std::optional<double> ClassifierRecipe::score(const StepRecord& record) const {
  return 1 - record.at(classifier_series::kValidationTop1);
}

std::vector<RecipeCounter> ClassifierRecipe::counters() {
  RecipeCounter steps = stepsOf("optimizer_steps", *optimizer_);
  steps.may_lack = true;
  return {steps};
}

std::vector<RecipePart> ClassifierRecipe::parts() const {
  std::vector<RecipePart> parts = {networkPart("classifier", *network_),
                                   optimizerPart("optimizer", *network_, *optimizer_)};
  if (scale_.isUsed()) {
    parts.push_back({.name = "loss_scale", .tensors = scale_.state(), .lacking = Lacking::kKept});
  }
  return parts;
}

}  // namespace gan
