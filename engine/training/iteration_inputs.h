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

/// A process among those that train one run.
struct RankOf {
  int rank = 0;
  int ranks = 1;
};

/// What the iterations of one rank are computed from, on the device: real images and latents, in micro-batches. Fetched
/// as they are asked for; or, for an iteration whose kernels read the same memory each time, all beforehand.
/// One thread.
class IterationInputs {
 public:
  /// data and clock must outlive it.
  IterationInputs(const TrainerOptions& options, BatchSource& data, c10::Device device, PhaseClock& clock, RankOf rank);

  /// Before the iteration that follows `step` completed ones. noise: standard deviation of what is added to real
  /// images.
  void begin(std::int64_t step, double noise);

  /// The next batch of real images [N, C, H, W], as the discriminator shall see it: for micro-batch `micro` of the
  /// iteration's draw `draw`.
  at::Tensor realImages(std::int64_t draw, std::int64_t micro);
  /// Takes a batch of which only the size counts.
  void passBatch();
  /// Latents [N, nz], as many as the last batch has images. The same arguments bring the same latents.
  at::Tensor discriminatorLatents(std::int64_t draw, std::int64_t micro);
  at::Tensor generatorLatents(std::int64_t micro);

  /// Images of the batches taken since begin().
  std::int64_t imagesTaken() const { return images_taken_; }

  /// After begin(): remembers what this iteration asks for.
  void record();
  /// After begin(): fetches what the recorded iteration asked for. This one is given it in the same order, in memory
  /// that stays where it is until the next record().
  void refill();

 private:
  struct Request {
    enum class What { kRealImages, kPassedBatch, kDiscriminatorLatents, kGeneratorLatents };
    What what;
    std::int64_t draw = 0;
    std::int64_t micro = 0;
    at::Tensor memory = {};  // of refill()
  };
  enum class Mode { kFetch, kRecord, kRefilled };

  at::Tensor answer(const Request& request);
  at::Tensor fetch(const Request& request);
  Batch nextBatch();
  at::Tensor fetchRealImages(std::int64_t draw, std::int64_t micro);
  at::Tensor fetchLatents(const RandomStream& stream, std::uint64_t first_row) const;
  std::uint64_t firstRow(std::int64_t draw, std::int64_t micro) const;

  BatchSource& data_;
  c10::Device device_;
  PhaseClock& clock_;
  RankOf rank_;
  at::ScalarType type_;
  std::int64_t latent_size_;
  std::int64_t micro_batches_;  // of a draw
  DeviceTransfer transfer_;
  RandomStream latents_discriminator_;
  RandomStream latents_generator_;
  RandomStream image_noise_;

  std::int64_t step_ = 0;
  double noise_ = 0;
  std::int64_t images_taken_ = 0;
  std::int64_t batch_size_ = 0;  // of the last batch
  Mode mode_ = Mode::kFetch;
  std::vector<Request> requests_;  // of the recorded iteration
  std::size_t answered_ = 0;
};

}  // namespace gan
