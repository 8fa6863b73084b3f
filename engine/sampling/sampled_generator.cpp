#include "sampling/sampled_generator.h"

#include <c10/core/InferenceMode.h>

#include <algorithm>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

#include "core/parallel_for.h"
#include "layers/batch_statistics.h"
#include "sampling/latent_sampler.h"
#include "tensor/compute_threads.h"
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

/// Several threads take statistics at once, each its own.
class StatisticsOfThreads final : public BatchStatistics {
 public:
  /// By the calling thread from now on. statistics must outlive its passes.
  void use(BatchStatistics& statistics) {
    const std::lock_guard lock(mutex_);
    of_threads_[std::this_thread::get_id()] = &statistics;
  }
  at::Tensor evaluate(const at::Tensor& x, const BatchNormTensors& tensors, double epsilon) override {
    return ofThisThread().evaluate(x, tensors, epsilon);
  }

 private:
  BatchStatistics& ofThisThread() {
    const std::lock_guard lock(mutex_);
    return *of_threads_.at(std::this_thread::get_id());
  }

  std::mutex mutex_;
  std::map<std::thread::id, BatchStatistics*> of_threads_;
};

bool isStatistic(const std::string& name) { return name.ends_with("_mean") || name.ends_with("_var"); }

}  // namespace

SampledGenerator::SampledGenerator(std::shared_ptr<Generator> generator, int threads)
    : generator_(std::move(generator)),
      device_(deviceOf(*generator_)),
      threads_(std::min(threads, kMostAtOnce)),
      running_(copies()) {}

SampledGenerator::~SampledGenerator() {
  useBatchStatistics(*generator_, nullptr);
  set(running_);
}

void SampledGenerator::use(const StatisticsChoice& choice) {
  useBatchStatistics(*generator_,
                     choice.mode == StatisticsMode::kBatch ? std::make_shared<StatisticsOfBatch>() : nullptr);
  if (choice.mode != StatisticsMode::kStanding) return set(running_);
  const Key key(choice.truncation.threshold, choice.truncation.kind, choice.batches);
  const auto found = std::ranges::find(standing_, key, &std::pair<Key, Statistics>::first);
  if (found != standing_.end()) {
    standing_.splice(standing_.begin(), standing_, found);
  } else {
    standing_.emplace_front(key, standing(choice));
    if (standing_.size() > kKept) standing_.pop_back();
  }
  set(standing_.front().second);
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
  const auto batches = static_cast<std::size_t>(choice.batches);
  std::vector<StandingStatistics> of_batches(batches);
  const auto of_threads = std::make_shared<StatisticsOfThreads>();
  useBatchStatistics(*generator_, of_threads);
  const GeneratorFacts facts = generator_->facts();
  const LatentSampler latents(kStandingSeed, facts.latent_size);
  const RandomStream classes(kStandingSeed, RandomPurpose::kLatentSamples);
  parallelFor(choice.batches, threads_, [&](std::int64_t batch) {
    if (threads_ > 1) setOwnComputeThreads(1);
    of_threads->use(of_batches[static_cast<std::size_t>(batch)]);
    const std::int64_t first = batch * kStandingBatch;
    at::Tensor labels;
    if (facts.classes > 0) {
      labels = classes.integers(kClassesStep, static_cast<std::uint64_t>(first), kStandingBatch, facts.classes);
    }
    draw(latents.draw(first, kStandingBatch, choice.truncation), condition(labels));
  });
  useBatchStatistics(*generator_, nullptr);
  Statistics means;  // float64, added in the order of the batches
  for (const StandingStatistics& of_one : of_batches) {
    of_one.publish(*generator_);
    for (const auto& [name, value] : copies()) {
      at::Tensor& sum = means[name];
      sum = sum.defined() ? sum + value : value.to(at::kDouble);
    }
  }
  for (auto& [name, mean] : means) mean = (mean / static_cast<double>(batches)).to(at::kFloat);
  return means;
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
