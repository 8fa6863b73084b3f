#include "training/iteration_inputs.h"

#include <ATen/core/grad_mode.h>
#include <ATen/ops/empty_like.h>

#include <string>

#include "core/error.h"
#include "distributed/collective.h"

namespace gan {

void checkClasses(const at::Tensor& labels, std::int64_t classes) {
  const auto least = labels.min().item<std::int64_t>();
  const auto largest = labels.max().item<std::int64_t>();
  if (least >= 0 && largest < classes) return;
  throw Error(
      ErrorCode::kFailedPrecondition, "image_without_class",
      "The networks know classes 0 to {last} (model.classes), but an image of the data has {found}. Train on "
      "data in which every image has one of these classes, or set model.classes to 0.",
      {{"last", std::to_string(classes - 1)}, {"found", least < 0 ? "none" : "class " + std::to_string(largest)}});
}

RankOf rankOf(const Collective* collective) {
  if (collective == nullptr) return {};
  return {.rank = collective->rank(), .ranks = collective->size()};
}

IterationInputs::IterationInputs(const TrainerOptions& options, BatchSource& data, c10::Device device,
                                 PhaseClock& clock, RankOf rank)
    : data_(data),
      device_(device),
      clock_(clock),
      rank_(rank),
      type_(weightType(options.precision)),
      latent_size_(options.shape.latent_size),
      classes_(options.shape.classes),
      micro_batches_(options.accumulation_discriminator),
      transfer_(device),
      discriminator_draws_{{options.seed, RandomPurpose::kLatentDiscriminator},
                           {options.seed, RandomPurpose::kClassDiscriminator}},
      generator_draws_{{options.seed, RandomPurpose::kLatentGenerator}, {options.seed, RandomPurpose::kClassGenerator}},
      image_noise_(options.seed, RandomPurpose::kImageNoise),
      shares_(options.seed, RandomPurpose::kShares) {}

void IterationInputs::begin(std::int64_t step, double noise) {
  step_ = step;
  noise_ = noise;
  images_taken_ = 0;
  mode_ = Mode::kFetch;
}

RealBatch IterationInputs::realBatch(std::int64_t draw, std::int64_t micro) {
  const Pair batch = answer({Request::What::kRealBatch, draw, micro});
  return {batch.values, batch.classes};
}

void IterationInputs::passBatch() { answer({Request::What::kPassedBatch}); }

Draw IterationInputs::discriminatorDraw(std::int64_t draw, std::int64_t micro) {
  const Pair drawn = answer({Request::What::kDiscriminatorDraw, draw, micro});
  return {drawn.values, drawn.classes};
}

Draw IterationInputs::generatorDraw(std::int64_t micro) {
  const Pair drawn = answer({Request::What::kGeneratorDraw, 0, micro});
  return {drawn.values, drawn.classes};
}

at::Tensor IterationInputs::share(std::int64_t draw, std::int64_t micro) {
  return answer({Request::What::kShare, draw, micro}).values;
}

void IterationInputs::record() {
  mode_ = Mode::kRecord;
  requests_.clear();
}

void IterationInputs::refill() {
  const PhaseClock::Scope filling(clock_, Phase::kData);
  const at::NoGradGuard no_grad;
  const auto keep = [](const at::Tensor& fetched, at::Tensor& memory) {
    if (!fetched.defined()) return;
    if (!memory.defined()) memory = at::empty_like(fetched);
    memory.copy_(fetched);
  };
  for (Request& request : requests_) {
    const Pair fetched = fetch(request);
    keep(fetched.values, request.memory.values);
    keep(fetched.classes, request.memory.classes);
  }
  mode_ = Mode::kRefilled;
  answered_ = 0;
}

IterationInputs::Pair IterationInputs::answer(const Request& request) {
  if (mode_ == Mode::kRefilled) return requests_.at(answered_++).memory;
  if (mode_ == Mode::kRecord) requests_.push_back(request);
  return fetch(request);
}

IterationInputs::Pair IterationInputs::fetch(const Request& request) {
  switch (request.what) {
    case Request::What::kRealBatch:
      return fetchRealBatch(request.draw, request.micro);
    case Request::What::kPassedBatch:
      nextBatch();
      return {};
    case Request::What::kDiscriminatorDraw:
      return fetchDraw(discriminator_draws_, firstRow(request.draw, request.micro));
    case Request::What::kGeneratorDraw:
      return fetchDraw(generator_draws_, firstRow(request.draw, request.micro));
    case Request::What::kShare:
      return {
          toDevice(
              shares_.uniform(static_cast<std::uint64_t>(step_), firstRow(request.draw, request.micro), batch_size_, 1)
                  .view({-1})
                  .to(type_)),
          {}};
  }
  return {};
}

Batch IterationInputs::nextBatch() {
  const PhaseClock::Scope waiting(clock_, Phase::kData);
  transfer_.beforeNextBatch();
  Batch batch = data_.next();
  batch_size_ = batch.images.size(0);
  images_taken_ += batch_size_;
  return batch;
}

IterationInputs::Pair IterationInputs::fetchRealBatch(std::int64_t draw, std::int64_t micro) {
  const Batch batch = nextBatch();
  Pair real;
  {
    const PhaseClock::Scope moving(clock_, Phase::kData);
    real.values = transfer_.toDevice(batch.images).to(type_);
    if (classes_ > 0) {
      checkClasses(batch.labels, classes_);
      real.classes = toDevice(batch.labels);
    }
  }
  if (noise_ == 0) return real;
  const at::Tensor noise = image_noise_.normalOn(device_, static_cast<std::uint64_t>(step_), firstRow(draw, micro),
                                                 batch_size_, real.values.numel() / batch_size_);
  real.values = real.values.add(noise.view(real.values.sizes()), noise_);
  return real;
}

IterationInputs::Pair IterationInputs::fetchDraw(const DrawStreams& streams, std::uint64_t first_row) const {
  const auto step = static_cast<std::uint64_t>(step_);
  Pair drawn{toDevice(streams.latents.normal(step, first_row, batch_size_, latent_size_).to(type_)), {}};
  if (classes_ > 0) drawn.classes = toDevice(streams.classes.integers(step, first_row, batch_size_, classes_));
  return drawn;
}

/// For small tensors, whose copy is not worth waiting for.
at::Tensor IterationInputs::toDevice(const at::Tensor& host) const {
  return device_.is_cpu() ? host : host.pin_memory().to(device_, /*non_blocking=*/true);
}

/// Number of the first row that this rank's micro-batch takes in the iteration. Rows are global samples, so that random
/// numbers do not depend on how a batch is divided, be it among micro-batches or among ranks.
std::uint64_t IterationInputs::firstRow(std::int64_t draw, std::int64_t micro) const {
  const std::int64_t batch = draw * micro_batches_ + micro;
  return static_cast<std::uint64_t>((batch * rank_.ranks + rank_.rank) * batch_size_);
}

}  // namespace gan
