#pragma once

#include <vector>

#include "run/event.h"

namespace gan {

/// A rank whose own work takes longer than that of others, so that they wait for it.
struct Straggler {
  std::size_t rank = 0;
  Phase phase = Phase::kOther;  ///< Of its own work, the one with the most milliseconds above the median of that phase.
  double excess = 0;            ///< Own work above the median of all ranks, as a part of the median: 0.3 is 30 % more.

  friend bool operator==(const Straggler& a, const Straggler& b) = default;
};

/// What the times of all ranks say when they are held against each other.
struct RankBalance {
  double step_ms = 0;  ///< Mean over the ranks.
  /// The part of all ranks' time in which they compute: neither wait for others nor for data. In the words of the POP
  /// metrics (Performance Optimisation and Productivity Centre of Excellence, "parallel efficiency": mean useful
  /// computation over run time), with waiting for data counted as not useful, as communication is. 0 when there was no
  /// time.
  double efficiency = 0;
  std::vector<Straggler> stragglers;  ///< The slowest first.

  friend bool operator==(const RankBalance& a, const RankBalance& b) = default;
};

/// A rank is a straggler when its own work is longer than the median by more than this part of it. Own work is all of
/// an iteration but communication: a rank that waits for a slow one communicates longer, and is not to blame. Of an
/// even number the median is the lower one of the two in the middle, so that of two ranks the slower is held against
/// the faster.
///
/// On GPUs the times are those of the host, which waits for others in "other" as well: who is slow cannot be told from
/// who waits there, and a slow GPU is not named.
inline constexpr double kStragglerExcess = 0.10;

RankBalance balanceOf(const RanksMeasured& measured);

/// Milliseconds of everything but communication.
double ownWork(const PhaseTimes& times);

}  // namespace gan
