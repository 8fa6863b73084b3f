#include "sampling/sampled_generator.h"

#include <c10/core/InferenceMode.h>

#include <utility>

#include "layers/batch_statistics.h"
#include "sampling/latent_sampler.h"
#include "tensor/random_stream.h"

namespace gan {
namespace {

// Other latents than those of pictures, which begin at sample 0 of small seeds.
constexpr std::uint64_t kStandingSeed = 0x7374616e64696e67;
constexpr std::uint64_t kClassesStep = 1;  // latents are at step 0 of the same stream

c10::Device deviceOf(const Generator& generator) {
  const auto parameters = generator.parameters();
  return parameters.empty() ? c10::Device(c10::kCPU) : parameters.front().device();
}

bool isStatistic(const std::string& name) { return name.ends_with("_mean") || name.ends_with("_var"); }

}  // namespace

SampledGenerator::SampledGenerator(std::shared_ptr<Generator> generator)
    : generator_(std::move(generator)), device_(deviceOf(*generator_)), running_(copies()) {}

SampledGenerator::~SampledGenerator() {
  useBatchStatistics(*generator_, nullptr);
  set(running_);
}

void SampledGenerator::use(const StatisticsChoice& choice) {
  useBatchStatistics(*generator_,
                     choice.mode == StatisticsMode::kBatch ? std::make_shared<StatisticsOfBatch>() : nullptr);
  if (choice.mode != StatisticsMode::kStanding) return set(running_);
  const std::tuple key(choice.truncation.threshold, choice.truncation.kind, choice.batches);
  auto found = standing_.find(key);
  if (found == standing_.end()) found = standing_.emplace(key, standing(choice)).first;
  set(found->second);
}

at::Tensor SampledGenerator::condition(const at::Tensor& classes) {
  if (!classes.defined()) return {};
  const c10::InferenceMode inference;
  return generator_->condition(classes.to(device_));
}

at::Tensor SampledGenerator::draw(const at::Tensor& latents, const at::Tensor& condition) {
  const c10::InferenceMode inference;
  return generator_->forward(latents.to(device_), condition).to(at::kCPU);
}

SampledGenerator::Statistics SampledGenerator::standing(const StatisticsChoice& choice) {
  const auto statistics = std::make_shared<StandingStatistics>();
  useBatchStatistics(*generator_, statistics);
  const GeneratorFacts facts = generator_->facts();
  const LatentSampler latents(kStandingSeed, facts.latent_size);
  const RandomStream classes(kStandingSeed, RandomPurpose::kLatentSamples);
  for (std::int64_t batch = 0; batch < choice.batches; ++batch) {
    const std::int64_t first = batch * kStandingBatch;
    at::Tensor labels;
    if (facts.classes > 0) {
      labels = classes.integers(kClassesStep, static_cast<std::uint64_t>(first), kStandingBatch, facts.classes);
    }
    draw(latents.draw(first, kStandingBatch, choice.truncation), condition(labels));
  }
  statistics->publish(*generator_);
  useBatchStatistics(*generator_, nullptr);
  return copies();
}

SampledGenerator::Statistics SampledGenerator::copies() const {
  Statistics copies;
  for (const auto& buffer : generator_->named_buffers()) {
    if (isStatistic(buffer.key())) copies.emplace(buffer.key(), buffer.value().detach().clone());
  }
  return copies;
}

void SampledGenerator::set(const Statistics& statistics) {
  const at::NoGradGuard no_grad;
  auto buffers = generator_->named_buffers();
  for (const auto& [name, value] : statistics) buffers[name].copy_(value);
}

}  // namespace gan
