#include "phases_table.h"

#include <algorithm>
#include <iterator>
#include <nlohmann/json.hpp>
#include <optional>
#include <vector>

#include "console.h"
#include "core/units.h"
#include "run/rank_balance.h"

namespace gan::app {
namespace {

const Straggler* findStraggler(const RankBalance& balance, std::size_t rank) {
  const auto found = std::ranges::find(balance.stragglers, rank, &Straggler::rank);
  return found == balance.stragglers.end() ? nullptr : &*found;
}

/// Dashes for what is not known.
std::vector<std::string> deviceCells(const std::optional<DeviceLoad>& load) {
  if (!load) return {"-", "-"};
  return {load->busy_percent ? fixed(*load->busy_percent, 0) + " %" : "-",
          formatBytes(load->memory_used_bytes) + " of " + formatBytes(load->memory_total_bytes)};
}

}  // namespace

std::string phasesTable(const RanksMeasured& measured) {
  const RankBalance balance = balanceOf(measured);
  const bool on_gpus =
      std::ranges::any_of(measured.ranks, [](const RankTimes& rank) { return rank.device.has_value(); });
  const bool placed =
      std::ranges::any_of(measured.ranks, [](const RankTimes& rank) { return !rank.computes_on.empty(); });
  std::vector<std::vector<std::string>> rows = {{"process", "host"}};
  if (placed) rows.front().emplace_back("device");
  if (on_gpus) rows.front().insert(rows.front().end(), {"GPU", "GPU memory"});
  for (const Phase phase : kPhases) rows.front().emplace_back(phaseName(phase));
  rows.front().emplace_back("ms an iteration");
  for (std::size_t rank = 0; rank < measured.ranks.size(); ++rank) {
    const RankTimes& times = measured.ranks[rank];
    auto& row = rows.emplace_back(std::vector{std::to_string(rank), printable(times.host)});
    if (placed) row.push_back(times.computes_on.empty() ? "-" : printable(times.computes_on));
    if (on_gpus) std::ranges::move(deviceCells(times.device), std::back_inserter(row));
    for (const Phase phase : kPhases) row.push_back(fixed(timeIn(times.times, phase), 1));
    const Straggler* const slow = findStraggler(balance, rank);
    row.push_back(fixed(total(times.times), 1) + (slow == nullptr
                                                      ? ""
                                                      : ", slower than the others by " + fixed(slow->excess * 100, 0) +
                                                            " %: " + std::string(phaseName(slow->phase))));
  }
  return formatTable(rows) + "\nefficiency " + fixed(balance.efficiency * 100, 0) +
         " %: the part of the time that the processes compute, over " + formatCount(measured.steps) + " iterations";
}

nlohmann::json phasesJson(const RanksMeasured& measured) {
  const RankBalance balance = balanceOf(measured);
  nlohmann::json json = {{"steps", measured.steps},
                         {"step_ms", balance.step_ms},
                         {"efficiency", balance.efficiency},
                         {"ranks", nlohmann::json::array()},
                         {"stragglers", nlohmann::json::array()}};
  for (const RankTimes& rank : measured.ranks) {
    nlohmann::json entry = {{"host", rank.host}};
    for (const Phase phase : kPhases) entry[std::string(phaseName(phase)) + "_ms"] = timeIn(rank.times, phase);
    if (rank.device) entry["device"] = deviceJson(*rank.device);
    if (!rank.computes_on.empty()) entry["computes_on"] = rank.computes_on;
    json["ranks"].push_back(std::move(entry));
  }
  for (const Straggler& straggler : balance.stragglers) {
    json["stragglers"].push_back(
        {{"rank", straggler.rank}, {"phase", phaseName(straggler.phase)}, {"excess", straggler.excess}});
  }
  return json;
}

nlohmann::json deviceJson(const DeviceLoad& load) {
  nlohmann::json json = {{"memory_used_bytes", load.memory_used_bytes},
                         {"memory_total_bytes", load.memory_total_bytes}};
  if (load.busy_percent) json["busy_percent"] = *load.busy_percent;
  return json;
}

}  // namespace gan::app
