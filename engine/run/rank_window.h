#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "run/event.h"
#include "run/rank_iteration.h"

namespace gan {

/// Gathers what the ranks measure at each iteration into one entry of the journal every now and then: after
/// kWindowSeconds of training, and no sooner than kSecondsPerRank for each rank; the first one after kFirstSeconds.
/// Four ranks in three seconds are written at most, 30 MB a day however many there are (kMaxBytesPerDay).
///
/// Time is what the iterations took, so that a pause does not end a window. Not thread-safe.
class RankWindow {
 public:
  static constexpr double kWindowSeconds = 10;
  static constexpr double kSecondsPerRank = 0.75;
  static constexpr double kFirstSeconds = 2;
  static constexpr double kMaxBytesPerDay = 30e6;
  /// Ranks that one entry of the journal has room for; of more, none are written.
  static constexpr std::size_t kMaxRanks = 4096;

  /// hosts: the name of each rank's host, by rank; the first kMaxHostBytes of a name count. devices: likewise where it
  /// computes, as RankTimes has it, the first kMaxDeviceBytes; none: nobody knows.
  explicit RankWindow(std::vector<std::string> hosts, std::vector<std::string> devices = {});

  /// Takes in one iteration of every rank. Once the window is full, returns the means of the times over it, in whole
  /// microseconds, with the load that each GPU had in this iteration, the newest; and begins the next one.
  std::optional<RanksMeasured> add(std::span<const RankIteration> ranks);
  /// Forgets a window that has begun: what follows is another training.
  void restart();

  static constexpr std::size_t kMaxHostBytes = 48;
  static constexpr std::size_t kMaxDeviceBytes = 16;

 private:
  void begin();

  std::vector<std::string> hosts_;
  std::vector<std::string> devices_;  // as many
  std::vector<PhaseTimes> sums_;
  std::int64_t steps_ = 0;
  bool first_ = true;
  double milliseconds_ = 0;  // of the rank that took longest, iteration by iteration
};

}  // namespace gan
