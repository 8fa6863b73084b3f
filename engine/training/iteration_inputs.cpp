#include "training/iteration_inputs.h"

#include <ATen/core/grad_mode.h>
#include <ATen/ops/empty_like.h>

namespace gan {

IterationInputs::IterationInputs(const TrainerOptions& options, BatchSource& data, c10::Device device,
                                 PhaseClock& clock, RankOf rank)
    : data_(data),
      device_(device),
      clock_(clock),
      rank_(rank),
      type_(options.type),
      latent_size_(options.shape.latent_size),
      micro_batches_(options.accumulation_discriminator),
      transfer_(device),
      latents_discriminator_(options.seed, RandomPurpose::kLatentDiscriminator),
      latents_generator_(options.seed, RandomPurpose::kLatentGenerator),
      image_noise_(options.seed, RandomPurpose::kImageNoise) {}

void IterationInputs::begin(std::int64_t step, double noise) {
  step_ = step;
  noise_ = noise;
  images_taken_ = 0;
  mode_ = Mode::kFetch;
}

at::Tensor IterationInputs::realImages(std::int64_t draw, std::int64_t micro) {
  return answer({Request::What::kRealImages, draw, micro});
}

void IterationInputs::passBatch() { answer({Request::What::kPassedBatch}); }

at::Tensor IterationInputs::discriminatorLatents(std::int64_t draw, std::int64_t micro) {
  return answer({Request::What::kDiscriminatorLatents, draw, micro});
}

at::Tensor IterationInputs::generatorLatents(std::int64_t micro) {
  return answer({Request::What::kGeneratorLatents, 0, micro});
}

void IterationInputs::record() {
  mode_ = Mode::kRecord;
  requests_.clear();
}

void IterationInputs::refill() {
  const PhaseClock::Scope filling(clock_, Phase::kData);
  const at::NoGradGuard no_grad;
  for (Request& request : requests_) {
    const at::Tensor fetched = fetch(request);
    if (!fetched.defined()) continue;
    if (!request.memory.defined()) request.memory = at::empty_like(fetched);
    request.memory.copy_(fetched);
  }
  mode_ = Mode::kRefilled;
  answered_ = 0;
}

at::Tensor IterationInputs::answer(const Request& request) {
  if (mode_ == Mode::kRefilled) return requests_.at(answered_++).memory;
  if (mode_ == Mode::kRecord) requests_.push_back(request);
  return fetch(request);
}

at::Tensor IterationInputs::fetch(const Request& request) {
  switch (request.what) {
    case Request::What::kRealImages:
      return fetchRealImages(request.draw, request.micro);
    case Request::What::kPassedBatch:
      nextBatch();
      return {};
    case Request::What::kDiscriminatorLatents:
      return fetchLatents(latents_discriminator_, firstRow(request.draw, request.micro));
    case Request::What::kGeneratorLatents:
      return fetchLatents(latents_generator_, firstRow(request.draw, request.micro));
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

at::Tensor IterationInputs::fetchRealImages(std::int64_t draw, std::int64_t micro) {
  const Batch batch = nextBatch();
  const at::Tensor real = [&] {
    const PhaseClock::Scope moving(clock_, Phase::kData);
    return transfer_.toDevice(batch.images).to(type_);
  }();
  if (noise_ == 0) return real;
  const at::Tensor noise = image_noise_.normalOn(device_, static_cast<std::uint64_t>(step_), firstRow(draw, micro),
                                                 batch_size_, real.numel() / batch_size_);
  return real.add(noise.view(real.sizes()), noise_);
}

at::Tensor IterationInputs::fetchLatents(const RandomStream& stream, std::uint64_t first_row) const {
  const auto step = static_cast<std::uint64_t>(step_);
  const at::Tensor z = stream.normal(step, first_row, batch_size_, latent_size_).to(type_);
  return device_.is_cpu() ? z : z.pin_memory().to(device_, /*non_blocking=*/true);
}

/// Number of the first row that this rank's micro-batch takes in the iteration. Rows are global samples, so that random
/// numbers do not depend on how a batch is divided, be it among micro-batches or among ranks.
std::uint64_t IterationInputs::firstRow(std::int64_t draw, std::int64_t micro) const {
  const std::int64_t batch = draw * micro_batches_ + micro;
  return static_cast<std::uint64_t>((batch * rank_.ranks + rank_.rank) * batch_size_);
}

}  // namespace gan
