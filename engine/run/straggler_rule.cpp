#include "run/straggler_rule.h"

#include <cmath>
#include <string>

#include "run/rank_balance.h"

namespace gan {
namespace {

Alert alertOf(const Straggler& straggler, const RanksMeasured& measured) {
  return {Severity::kWarning,
          "straggler",
          {"rank_keeps_others_waiting",
           "Rank {rank} of {ranks} on {host} keeps the others waiting: its own work takes {percent} % longer than "
           "usual among them, most of it in the phase {phase}.",
           {{"rank", std::to_string(straggler.rank)},
            {"ranks", std::to_string(measured.ranks.size())},
            {"host", measured.ranks[straggler.rank].host},
            {"percent", std::to_string(std::llround(straggler.excess * 100))},
            {"phase", std::string(phaseName(straggler.phase))}}},
          {}};
}

}  // namespace

std::optional<Alert> StragglerRule::check(const RanksMeasured& measured) {
  const RankBalance balance = balanceOf(measured);
  ranks_.resize(measured.ranks.size());
  std::vector<bool> slow(ranks_.size(), false);
  for (const Straggler& straggler : balance.stragglers) slow[straggler.rank] = true;
  for (std::size_t rank = 0; rank < ranks_.size(); ++rank) {
    ranks_[rank] = slow[rank] ? Standing{ranks_[rank].windows + 1, ranks_[rank].told} : Standing{};
  }
  for (const Straggler& straggler : balance.stragglers) {
    Standing& standing = ranks_[straggler.rank];
    if (standing.told || standing.windows < kWindows) continue;
    standing.told = true;
    return alertOf(straggler, measured);
  }
  return std::nullopt;
}

}  // namespace gan
