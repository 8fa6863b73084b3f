#include "state/process_facts.h"

#include "run/rank_balance.h"
#include "state/texts.h"

namespace gan {
namespace {

/// The panel draws the phases in the order in which the engine measures them.
ProcessPhase processPhase(Phase phase) { return static_cast<ProcessPhase>(phase); }
static_assert(kProcessPhases == kPhaseCount &&
              static_cast<int>(ProcessPhase::kData) == static_cast<int>(Phase::kData) &&
              static_cast<int>(ProcessPhase::kForward) == static_cast<int>(Phase::kForward) &&
              static_cast<int>(ProcessPhase::kBackward) == static_cast<int>(Phase::kBackward) &&
              static_cast<int>(ProcessPhase::kCommunication) == static_cast<int>(Phase::kCommunication) &&
              static_cast<int>(ProcessPhase::kOptimizer) == static_cast<int>(Phase::kOptimizer) &&
              static_cast<int>(ProcessPhase::kOther) == static_cast<int>(Phase::kOther));

std::optional<ProcessLine::Gpu> gpuOf(const std::optional<DeviceLoad>& device) {
  if (!device) return std::nullopt;
  return ProcessLine::Gpu{device->busy_percent, device->memory_used_bytes, device->memory_total_bytes};
}

}  // namespace

ProcessFacts processFacts(const std::optional<RanksMeasured>& measured) {
  ProcessFacts facts;
  if (!measured) return facts;
  const RankBalance balance = balanceOf(*measured);
  facts.steps = measured->steps;
  facts.step_ms = balance.step_ms;
  facts.efficiency = balance.efficiency;
  for (const RankTimes& rank : measured->ranks) {
    facts.lines.push_back({printable(QString::fromStdString(rank.host)), rank.times, {}, gpuOf(rank.device)});
  }
  for (const Straggler& straggler : balance.stragglers) {
    const auto rank = static_cast<int>(straggler.rank);
    facts.slow << rank;
    facts.lines[rank].slow = ProcessLine::Slow{straggler.excess, processPhase(straggler.phase)};
  }
  return facts;
}

}  // namespace gan
