#pragma once

#include <chrono>
#include <optional>
#include <vector>

#include "run/event.h"

namespace gan {

/// What was measured of a run like the one to be submitted.
struct MeasuredRun {
  double slowest_checkpoint_seconds = 0;
  double iteration_seconds = 0;  ///< The median over the stretches between two checkpoints; 0 when there is none.
};

/// Out of a run's journal; nothing while it has no checkpoint.
std::optional<MeasuredRun> measureRun(const std::vector<Event>& events);

/// sbatch keeps it in 16 bits.
inline constexpr std::chrono::seconds kMaxSignalLead{65535};

/// How long before its time limit a job has to be warned: 60 s, because Slurm looks at limits only now and then; one
/// iteration, which is finished first; twice the slowest checkpoint measured, in case the disk is busy. Rounded up to
/// 10 s. Of nothing measured: 120 s.
std::chrono::seconds signalLead(const std::optional<MeasuredRun>& measured);

}  // namespace gan
