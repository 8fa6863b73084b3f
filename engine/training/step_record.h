#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace gan {

/// What a trainer measures at each iteration: first what the discriminator's update measures on the device (the mean
/// over the discriminator updates of the iteration), then what the generator's does, then times by the host's clock.
///
/// Data, forward, backward, communication and optimizer are Phases, means over the ranks, and with the rest, which has
/// no series of its own, they add up to the step. What the discriminator and the generator take is this rank's.
///
/// On the CPU the times are what the work took. A CUDA device works behind the host: there they are what the host took
/// to hand the work over, not what the device took for it, and speed/images_per_second is too high by as much. How fast
/// a run really is follows from the times of its rows, as RunSummary::iterations_per_second has it.
enum class Measured : std::size_t {
  kLossDiscriminatorReal,      ///< loss/d_real
  kLossDiscriminatorFake,      ///< loss/d_fake
  kLossDiscriminator,          ///< loss/d: mean or sum of the two, as objective.discriminator_total says.
  kScoreReal,                  ///< score/d_real: mean D(x)
  kScoreFakeBefore,            ///< score/d_fake_before: mean D(G(z)) in the discriminator's update
  kGradientNormDiscriminator,  ///< gradient_norm/d: 2-norm over all weights
  kLossGenerator,              ///< loss/g
  kScoreFakeAfter,             ///< score/d_fake_after: mean D(G(z)) in the generator's update
  kGradientNormGenerator,      ///< gradient_norm/g
  kImagesPerSecond,            ///< speed/images_per_second: real images taken
  kDataMilliseconds,           ///< time/data_ms: waiting for batches and moving them to the device
  kForwardMilliseconds,        ///< time/forward_ms
  kBackwardMilliseconds,       ///< time/backward_ms
  kCommunicationMilliseconds,  ///< time/communication_ms: waiting for other ranks
  kOptimizerMilliseconds,      ///< time/optimizer_ms
  kDiscriminatorMilliseconds,  ///< time/discriminator_ms
  kGeneratorMilliseconds,      ///< time/generator_ms
  kStepMilliseconds,           ///< time/step_ms: the whole iteration
  kCount
};

inline constexpr std::size_t kMeasuredCount = static_cast<std::size_t>(Measured::kCount);
inline constexpr std::size_t kMeasuredOnDevice = static_cast<std::size_t>(Measured::kImagesPerSecond);

/// Series that a trainer measures at each iteration, in the order of StepRecord::values and of Measured.
std::span<const std::string_view> seriesNames();

/// What one iteration measured.
struct StepRecord {
  std::int64_t step = 0;  ///< Iterations completed: the first is 1.
  double epoch = 0;
  double unix_seconds = 0;     ///< When the iteration ended on the host.
  std::vector<double> values;  ///< In the order of seriesNames().

  double at(Measured series) const { return values.at(static_cast<std::size_t>(series)); }
  double& at(Measured series) { return values.at(static_cast<std::size_t>(series)); }
};

}  // namespace gan
