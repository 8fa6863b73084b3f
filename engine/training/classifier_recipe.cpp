#include "training/classifier_recipe.h"

#include <ATen/core/grad_mode.h>
#include <ATen/ops/cat.h>
#include <ATen/ops/cross_entropy_loss.h>
#include <ATen/ops/stack.h>

#include <cmath>

namespace gan {

namespace {

std::shared_ptr<Classifier> makePlaced(const TrainerOptions& options, c10::Device device, Collective* collective) {
  std::shared_ptr<Classifier> network = options.classifier->architecture->make(options.classifier->shape, options.seed);
  placeNetworks({{"classifier", network}}, options, device, collective);
  return network;
}

/// What realBatch() goes by.
TrainerOptions inputOptions(TrainerOptions options) {
  options.shape.classes = options.classifier->shape.classes;
  options.accumulation_discriminator = options.classifier->accumulation;
  return options;
}

}  // namespace

ClassifierRecipe::ClassifierRecipe(const TrainerOptions& options, BatchSource& data, c10::Device device,
                                   PhaseClock& clock, Collective* collective)
    : options_(*options.classifier),
      data_(data),
      device_(device),
      clock_(clock),
      collective_(collective),
      network_(makePlaced(options, device, collective)),
      sgd_(network_->parameters(), options_.sgd),
      inputs_(inputOptions(options), data, device, clock, rankOf(collective)) {
  if (collective != nullptr) reducer_ = std::make_unique<GradientReducer>(network_->parameters(), *collective);
}

std::vector<std::string> ClassifierRecipe::series() const {
  using namespace classifier_series;
  return {std::string(kTrainLoss), std::string(kTrainTop1), std::string(kTrainTop5), std::string(kGradientNorm)};
}

std::vector<std::string> ClassifierRecipe::hostSeries() const {
  using namespace classifier_series;
  if (!options_.validation) return {};
  return {std::string(kValidationLoss), std::string(kValidationTop1), std::string(kValidationTop5)};
}

double ClassifierRecipe::learningRate(const LiveValues& live) const {
  if (options_.decay_epochs == 0) return live.classifier_learning_rate;
  const std::int64_t epoch = data_.position() / data_.imagesPerEpoch();
  return live.classifier_learning_rate *
         std::pow(options_.decay_factor, static_cast<double>(epoch / options_.decay_epochs));
}

at::Tensor ClassifierRecipe::iterate(std::int64_t step, const LiveValues& live) {
  const double learning_rate = learningRate(live);
  inputs_.begin(step, live.noise);
  sgd_.clearGradients();
  std::vector<at::Tensor> measured;
  for (std::int64_t micro = 0; micro < options_.accumulation; ++micro) {
    const RealBatch batch = inputs_.realBatch(0, micro);
    const at::Tensor loss = [&] {
      const PhaseClock::Scope forward(clock_, Phase::kForward);
      const at::Tensor logits = network_->forward(options_.normalisation.apply(batch.images));
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
    loss.backward();
    if (reduces) reducer_->countWait();
  }
  const PhaseClock::Scope stepping(clock_, Phase::kOptimizer);
  const at::NoGradGuard no_grad;
  const at::Tensor norm = sgd_.gradientNorm();
  sgd_.step(learning_rate);
  return at::cat({at::stack(measured).mean(0), norm.view({1})});
}

bool ClassifierRecipe::endEpoch(StepRecord& record) {
  if (!options_.validation) return false;
  const Judgement found =
      judge(*network_, options_.shape.classes, options_.normalisation, *options_.validation, device_, collective_);
  record.at(classifier_series::kValidationLoss) = found.loss;
  record.at(classifier_series::kValidationTop1) = found.top1;
  record.at(classifier_series::kValidationTop5) = found.top5;
  return true;
}

std::vector<RecipePart> ClassifierRecipe::parts() const {
  TensorMap momenta;
  std::size_t index = 0;
  for (const auto& item : network_->named_parameters()) {
    if (sgd_.momenta().empty()) break;
    momenta.emplace(item.key() + ".momentum_buffer", sgd_.momenta()[index++]);
  }
  return {{"classifier", moduleTensors(*network_)}, {"optimizer", std::move(momenta)}};
}

}  // namespace gan
