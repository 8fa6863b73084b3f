#pragma once

#include <array>
#include <cstddef>
#include <numeric>
#include <string_view>

namespace gan {

/// What a process of a training does with the time of an iteration. Every moment belongs to one of them.
enum class Phase : std::size_t {
  kData,           ///< Waiting for batches and handing them to the device.
  kForward,        ///< Images, logits and losses, with the random numbers and the penalties that they take.
  kBackward,       ///< Gradients.
  kCommunication,  ///< Waiting for other ranks, in whichever phase that happens: the exposed part of communication.
  kOptimizer,      ///< Clearing gradients, their norm, the step and the average of weights.
  kOther,          ///< The rest of the iteration, taking in metrics among it.
  kCount
};

inline constexpr std::size_t kPhaseCount = static_cast<std::size_t>(Phase::kCount);

inline constexpr std::array<Phase, kPhaseCount> kPhases = {Phase::kData,          Phase::kForward,   Phase::kBackward,
                                                           Phase::kCommunication, Phase::kOptimizer, Phase::kOther};

/// Milliseconds by Phase.
using PhaseTimes = std::array<double, kPhaseCount>;

inline double timeIn(const PhaseTimes& times, Phase phase) { return times[static_cast<std::size_t>(phase)]; }
inline double& timeIn(PhaseTimes& times, Phase phase) { return times[static_cast<std::size_t>(phase)]; }
inline double total(const PhaseTimes& times) { return std::accumulate(times.begin(), times.end(), 0.0); }

/// "data", "forward", "backward", "communication", "optimizer", "other".
inline constexpr std::string_view phaseName(Phase phase) {
  constexpr std::array<std::string_view, kPhaseCount> kNames = {"data",          "forward",   "backward",
                                                                "communication", "optimizer", "other"};
  return kNames.at(static_cast<std::size_t>(phase));
}

}  // namespace gan
