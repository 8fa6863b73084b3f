#pragma once

#include <ATen/core/Tensor.h>
#include <c10/core/Device.h>

#include <cstdint>
#include <vector>

#include "data/batch_source.h"
#include "tensor/random_stream.h"
#include "training/device_transfer.h"
#include "training/phase_clock.h"
#include "training/trainer_options.h"

namespace gan {

class Collective;

/// A process among those that train one run.
struct RankOf {
  int rank = 0;
  int ranks = 1;
};
/// collective: null for a process on its own.
RankOf rankOf(const Collective* collective);

/// Real images as the discriminator shall see them.
struct RealBatch {
  at::Tensor images;   ///< [N, C, H, W]
  at::Tensor classes;  ///< int64 [N]; undefined for networks without classes.
};

/// What generated images are made of.
struct Draw {
  at::Tensor latents;  ///< [N, nz]
  at::Tensor classes;  ///< int64 [N], each class equally likely; undefined for networks without classes.
};

/// Throws Error(kFailedPrecondition, "image_without_class") where a label is none of `classes`, which a network would
/// look up in a table of so many rows.
void checkClasses(const at::Tensor& labels, std::int64_t classes);

/// What the iterations of one rank are computed from, on the device: real images and draws, in micro-batches. Fetched
/// as they are asked for; or, for an iteration whose kernels read the same memory each time, all beforehand.
/// One thread.
class IterationInputs {
 public:
  /// data and clock must outlive it.
  IterationInputs(const TrainerOptions& options, BatchSource& data, c10::Device device, PhaseClock& clock, RankOf rank);

  /// Before the iteration that follows `step` completed ones. noise: standard deviation of what is added to real
  /// images.
  void begin(std::int64_t step, double noise);

  /// The next batch of real images: for micro-batch `micro` of the iteration's draw `draw`. Throws
  /// Error(kFailedPrecondition, "image_without_class") where classes are asked for and an image has none.
  RealBatch realBatch(std::int64_t draw, std::int64_t micro);
  /// Takes a batch of which only the size counts.
  void passBatch();
  /// As many as the last batch has images. The same arguments bring the same draw.
  Draw discriminatorDraw(std::int64_t draw, std::int64_t micro);
  Draw generatorDraw(std::int64_t micro);
  /// [N], uniform in [0, 1): where between real and generated images micro-batch `micro` of draw `draw` is looked at.
  at::Tensor share(std::int64_t draw, std::int64_t micro);

  /// Images of the batches taken since begin().
  std::int64_t imagesTaken() const { return images_taken_; }

  /// After begin(): remembers what this iteration asks for.
  void record();
  /// After begin(): fetches what the recorded iteration asked for. This one is given it in the same order, in memory
  /// that stays where it is until the next record().
  void refill();

 private:
  /// Images and their classes, or latents and theirs.
  struct Pair {
    at::Tensor values;
    at::Tensor classes;
  };
  struct Request {
    enum class What { kRealBatch, kPassedBatch, kDiscriminatorDraw, kGeneratorDraw, kShare };
    What what;
    std::int64_t draw = 0;
    std::int64_t micro = 0;
    Pair memory = {};  // of refill()
  };
  /// Where latents and classes of one network's images come from.
  struct DrawStreams {
    RandomStream latents;
    RandomStream classes;
  };
  enum class Mode { kFetch, kRecord, kRefilled };

  Pair answer(const Request& request);
  Pair fetch(const Request& request);
  Batch nextBatch();
  Pair fetchRealBatch(std::int64_t draw, std::int64_t micro);
  Pair fetchDraw(const DrawStreams& streams, std::uint64_t first_row) const;
  at::Tensor toDevice(const at::Tensor& host) const;
  std::uint64_t firstRow(std::int64_t draw, std::int64_t micro) const;

  BatchSource& data_;
  c10::Device device_;
  PhaseClock& clock_;
  RankOf rank_;
  at::ScalarType type_;
  std::int64_t latent_size_;
  std::int64_t classes_;        // 0: none
  std::int64_t micro_batches_;  // of a draw
  DeviceTransfer transfer_;
  DrawStreams discriminator_draws_;
  DrawStreams generator_draws_;
  RandomStream image_noise_;
  RandomStream shares_;

  std::int64_t step_ = 0;
  double noise_ = 0;
  std::int64_t images_taken_ = 0;
  std::int64_t batch_size_ = 0;  // of the last batch
  Mode mode_ = Mode::kFetch;
  std::vector<Request> requests_;  // of the recorded iteration
  std::size_t answered_ = 0;
};

}  // namespace gan
