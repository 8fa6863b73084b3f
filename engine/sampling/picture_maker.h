#pragma once

#include <ATen/core/Tensor.h>
#include <c10/core/Device.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "config/sample_point.h"
#include "models/network.h"
#include "models/network_blocks.h"
#include "sampling/point_latents.h"
#include "sampling/sampled_generator.h"

namespace gan {

/// Latents float32 [N, nz], and conditions [N, E] where the generator knows classes (else undefined), on the host: what
/// N pictures are made from.
struct PictureInputs {
  at::Tensor latents;
  at::Tensor condition;
};

/// Makes a network one that is trained no more: in evaluation mode, its spectral norms folded into its weights, on the
/// device and laid out for it; or, where there are stages, a BlockNetwork in these. LibTorch computes on one thread for
/// the caller from then on.
void settle(torch::nn::Module& network, c10::Device device, const std::vector<BlockStage>& stages = {});

/// A frozen generator that makes pictures. On the CPU each picture is computed by itself on one thread, so that its
/// pixels depend on nothing but its own inputs: not on its neighbours, on the number of threads, or on how many
/// processes share the work. (It is as fast as in batches: nothing waits for others' threads.) A GPU computes blocks of
/// kGpuBlock that begin at multiples of it, so that a picture of the same number has the same place in one.
///
/// One thread at a time; LibTorch computes on one thread for whoever made it from then on.
class PictureMaker {
 public:
  static constexpr std::int64_t kGpuBlock = 32;

  /// generator: is taken over: its spectral norms are folded into its weights, it goes to the device and stays in
  /// evaluation mode. threads: at least 1, for pictures on the CPU. standing_batches: of kStanding, as
  /// StatisticsChoice has it. stages: where its blocks compute, of a generator that the device alone is not to hold;
  /// latents go in and pictures come out on the device all the same, and on the CPU no bit of them changes.
  PictureMaker(const std::shared_ptr<Generator>& generator, c10::Device device, int threads,
               std::int64_t standing_batches = StatisticsChoice().batches, const std::vector<BlockStage>& stages = {});

  /// Which statistics batch normalisations use from now on; running ones at first. So that no picture depends on
  /// others, kBatch stands for those of one batch of kStandingBatch latents, which are the same throughout.
  void use(StatisticsMode mode, const Truncation& truncation);

  const GeneratorFacts& facts() const { return facts_; }
  int threads() const { return threads_; }
  std::int64_t standingBatches() const { return standing_batches_; }
  c10::Device device() const { return device_; }
  /// For who needs more of it than pictures; its weights stay as they are.
  Generator& generator() { return *generator_; }

  /// What points ask for. Throws what PointLatents does, and Error(kInvalidArgument, "point_class_missing") where a
  /// generator of classes is told of none, "point_no_classes" where another one is, "point_class_unknown" for a class
  /// that there is not.
  PictureInputs inputs(std::span<const SamplePoint> points);
  /// Of one point, [1, E] on the device, or undefined. Throws likewise.
  at::Tensor condition(const SamplePoint& point) const;
  /// The latents that points stand for, and their directions.
  PointLatents& latents() { return latents_; }

  /// Calls take(i, picture) with each picture, uint8 [C, H, W] on the host: round((x + 1) * 127.5). On the CPU from up
  /// to threads() threads at once and in no particular order. number: of the first among all that belong together.
  void make(const PictureInputs& inputs, std::int64_t number,
            const std::function<void(std::int64_t, const at::Tensor&)>& take) const;
  /// All of them, uint8 [N, C, H, W] on the host.
  at::Tensor make(const PictureInputs& inputs, std::int64_t number = 0) const;

 private:
  std::shared_ptr<Generator> generator_;
  c10::Device device_;
  int threads_;
  std::int64_t standing_batches_;
  GeneratorFacts facts_;
  PointLatents latents_;
  SampledGenerator sampled_;
};

}  // namespace gan
