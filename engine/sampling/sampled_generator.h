#pragma once

#include <ATen/core/Tensor.h>
#include <c10/core/Device.h>

#include <cstddef>
#include <cstdint>
#include <list>
#include <map>
#include <memory>
#include <string>
#include <tuple>
#include <utility>

#include "config/sample_point.h"
#include "models/network.h"

namespace gan {

/// Which statistics batch normalisations use.
struct StatisticsChoice {
  StatisticsMode mode = StatisticsMode::kRunning;
  Truncation truncation = {};  ///< Standing statistics are those of latents drawn alike.
  std::int64_t batches = 16;   ///< Of which standing statistics are the means, of kStandingBatch pictures each.
};
inline constexpr std::int64_t kStandingBatch = 64;

/// A frozen generator, and which statistics it makes pictures with. Standing statistics are computed once for each
/// truncation; those of the last kKept are kept. One thread; nobody else uses the generator meanwhile.
class SampledGenerator {
 public:
  static constexpr std::size_t kKept = 8;
  static constexpr int kMostAtOnce = 4;  ///< Batches of standing statistics, whose maps all take memory.

  /// threads: on which batches of standing statistics are drawn at once, at most kMostAtOnce; more than 1 only for a
  /// generator whose passes change nothing in it. Each of them computes on itself alone. The statistics have the same
  /// bits on any number of them.
  explicit SampledGenerator(std::shared_ptr<Generator> generator, int threads = 1);
  /// The generator has its running statistics again.
  ~SampledGenerator();
  SampledGenerator(const SampledGenerator&) = delete;
  SampledGenerator& operator=(const SampledGenerator&) = delete;

  /// From now on. Begins with the running ones.
  void use(const StatisticsChoice& choice);

  /// latents: float32 [N, facts().latent_size] on any device; condition: as Generator::condition() gives it, undefined
  /// where there are no classes. float32 [N, C, H, W] in [-1, 1] on the host.
  at::Tensor draw(const at::Tensor& latents, const at::Tensor& condition);
  /// Of classes: int64 [N] on any device; undefined where there are none.
  at::Tensor condition(const at::Tensor& classes);

  GeneratorFacts facts() const { return generator_->facts(); }

 private:
  using Statistics = std::map<std::string, at::Tensor>;  ///< By the buffer's name.
  using Key = std::tuple<double, TruncationKind, std::int64_t>;

  Statistics standing(const StatisticsChoice& choice);
  Statistics copies() const;
  void set(const Statistics& statistics);

  std::shared_ptr<Generator> generator_;
  c10::Device device_;
  int threads_;
  Statistics running_;
  std::list<std::pair<Key, Statistics>> standing_;  ///< What was asked for last comes first.
};

}  // namespace gan
