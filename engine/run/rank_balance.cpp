#include "run/rank_balance.h"

#include <algorithm>

namespace gan {
namespace {

/// The lower one when two are in the middle.
double median(std::vector<double> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>((values.size() - 1) / 2);
  std::ranges::nth_element(values, middle);
  return *middle;
}

double medianOf(const std::vector<RankTimes>& ranks, Phase phase) {
  std::vector<double> values;
  for (const RankTimes& rank : ranks) values.push_back(timeIn(rank.times, phase));
  return median(std::move(values));
}

Phase slowestPhase(const std::vector<RankTimes>& ranks, const PhaseTimes& times) {
  Phase slowest = Phase::kOther;
  double most = timeIn(times, slowest) - medianOf(ranks, slowest);
  for (const Phase phase : kPhases) {
    if (phase == Phase::kCommunication) continue;
    const double excess = timeIn(times, phase) - medianOf(ranks, phase);
    if (excess > most) {
      slowest = phase;
      most = excess;
    }
  }
  return slowest;
}

}  // namespace

double ownWork(const PhaseTimes& times) { return total(times) - timeIn(times, Phase::kCommunication); }

RankBalance balanceOf(const RanksMeasured& measured) {
  RankBalance balance;
  if (measured.ranks.empty()) return balance;
  double all = 0;
  double computing = 0;
  std::vector<double> own;
  for (const RankTimes& rank : measured.ranks) {
    all += total(rank.times);
    own.push_back(ownWork(rank.times));
    computing += own.back() - timeIn(rank.times, Phase::kData);
  }
  balance.step_ms = all / static_cast<double>(measured.ranks.size());
  if (all > 0) balance.efficiency = computing / all;

  const double usual = median(own);
  if (usual <= 0) return balance;
  for (std::size_t rank = 0; rank < own.size(); ++rank) {
    const double excess = own[rank] / usual - 1;
    if (excess > kStragglerExcess) {
      balance.stragglers.push_back({rank, slowestPhase(measured.ranks, measured.ranks[rank].times), excess});
    }
  }
  std::ranges::stable_sort(balance.stragglers, std::ranges::greater(), &Straggler::excess);
  return balance;
}

}  // namespace gan
