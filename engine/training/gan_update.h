#pragma once

#include <ATen/core/Tensor.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "distributed/gradient_reducer.h"
#include "models/network.h"
#include "training/adam.h"
#include "training/iteration_inputs.h"
#include "training/phase_clock.h"
#include "training/trainer_options.h"

namespace gan {

/// Images that the generator made, and of which classes.
struct GeneratedBatch {
  at::Tensor images;   ///< [N, C, H, W]
  at::Tensor classes;  ///< int64 [N]; undefined for networks without classes.
};

/// Images of one micro-batch for the discriminator.
struct MicroBatch {
  RealBatch real;
  GeneratedBatch generated;  ///< As many; no gradient is carried back through them.
};

/// What the two updates measure on the device; over several discriminator updates of an iteration, and micro-batches,
/// the means. D(x) is what the objective reads out of a logit: see Objective::score().
namespace gan_series {
inline constexpr std::string_view kLossReal = "loss/d_real";
inline constexpr std::string_view kLossFake = "loss/d_fake";
inline constexpr std::string_view kLossDiscriminator = "loss/d";             ///< As objective.discriminator_total says.
inline constexpr std::string_view kScoreReal = "score/d_real";               ///< Mean D(x).
inline constexpr std::string_view kScoreFakeBefore = "score/d_fake_before";  ///< Mean D(G(z)) in the update of D.
inline constexpr std::string_view kNormDiscriminator = "gradient_norm/d";    ///< 2-norm over all weights.
inline constexpr std::string_view kLossGenerator = "loss/g";
inline constexpr std::string_view kScoreFakeAfter = "score/d_fake_after";  ///< Mean D(G(z)) in the update of G.
inline constexpr std::string_view kNormGenerator = "gradient_norm/g";
}  // namespace gan_series
/// In the order in which the updates return them: up to kNormDiscriminator the discriminator's. An objective that is
/// relative() has neither kLossReal nor kLossFake.
std::vector<std::string> ganSeries(const Objective& objective);

/// The two weight updates of a GAN. Each takes its images in micro-batches whose gradients are averaged, so that one
/// update sees the images of all in the memory of one. Waits for nothing on the device.
class GanUpdate {
 public:
  /// clock: told what is being done; next() of the updates below counts as forward unless it says otherwise. Must
  /// outlive it.
  /// collective: the processes whose gradients are averaged, with those of micro-batches, on the last of them. Null:
  /// this one only. Must outlive it.
  GanUpdate(const Networks& networks, const TrainerOptions& options, PhaseClock& clock,
            Collective* collective = nullptr);

  /// Images that carry gradients back to the generator.
  GeneratedBatch generate(const Draw& draw) const;

  /// One step of D on `count` micro-batches; next(i) makes the i-th one. Real and generated images pass through D
  /// separately, so that each batch is normalised by its own statistics; one backward pass for both. No gradient
  /// reaches the generator.
  /// Returns float [...] on the device: the discriminator's of ganSeries(), means over the micro-batches.
  at::Tensor updateDiscriminator(std::int64_t count, const std::function<MicroBatch(std::int64_t)>& next,
                                 const Labels& labels, double learning_rate);

  /// One step of G through D, whose weights get no gradients, on `count` micro-batches; next(i) makes the i-th one
  /// with generate(). A relative objective compares it with the real images of the last updateDiscriminator().
  /// Returns float [3]: the rest of ganSeries(), means over the micro-batches.
  at::Tensor updateGenerator(std::int64_t count, const std::function<GeneratedBatch(std::int64_t)>& next,
                             const Labels& labels, double learning_rate);

  Adam& generatorAdam() { return generator_adam_; }
  Adam& discriminatorAdam() { return discriminator_adam_; }
  const Adam& generatorAdam() const { return generator_adam_; }
  const Adam& discriminatorAdam() const { return discriminator_adam_; }

 private:
  /// The gradients of one of `count` micro-batches; the last one's pass brings their mean over all ranks.
  void backward(const at::Tensor& loss, std::int64_t count, std::int64_t micro, GradientReducer* reducer);
  /// Returns the gradients' norm.
  at::Tensor stepWith(Adam& adam, double learning_rate);
  /// Returns the total loss; appends losses, their total, two scores.
  at::Tensor discriminatorLoss(const std::function<MicroBatch(std::int64_t)>& next, std::int64_t micro,
                               const Labels& labels, std::vector<at::Tensor>& measured);
  /// Returns the loss; appends [2]: itself and the score.
  at::Tensor generatorLoss(const std::function<GeneratedBatch(std::int64_t)>& next, std::int64_t micro,
                           const Labels& labels, std::vector<at::Tensor>& measured);

  /// For the generator's update.
  void keepReal(const RealBatch& real, std::int64_t micro);
  /// Of the images kept; undefined where the objective needs none.
  at::Tensor realLogits(std::int64_t micro);

  Networks networks_;
  PhaseClock& clock_;
  const Objective* objective_;
  decltype(TrainerOptions::discriminator_penalty) penalty_;
  double total_weight_;                   // of each of the discriminator's two losses in their total
  std::vector<RealBatch> compared_with_;  // of the last update of D, where the objective is relative
  std::vector<at::Tensor> discriminator_parameters_;
  Adam generator_adam_;
  Adam discriminator_adam_;
  std::unique_ptr<GradientReducer> generator_reducer_;  // null: one process
  std::unique_ptr<GradientReducer> discriminator_reducer_;
};

}  // namespace gan
