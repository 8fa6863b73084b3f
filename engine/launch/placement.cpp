#include "launch/placement.h"

#include <algorithm>
#include <cstddef>
#include <map>

#include "core/error.h"

namespace gan {
namespace {

void requireOneKind(const std::vector<RankPlace>& places) {
  const auto other = std::ranges::find_if(
      places, [&](const RankPlace& place) { return place.device.onGpu() != places.front().device.onGpu(); });
  if (other == places.end()) return;
  throw Error(
      ErrorCode::kFailedPrecondition, "ranks_mix_devices",
      "Rank 0 computes on {first} and rank {rank} on {other}: the processes of a run compute all on GPUs or all "
      "on CPUs. The warnings of the one on a CPU say why it found no GPU; with --devices cpu all do without.",
      {{"first", describe(places.front())},
       {"rank", std::to_string(other - places.begin())},
       {"other", describe(*other)}});
}

}  // namespace

std::string describe(const RankPlace& place) {
  std::string text = place.device.name;
  if (place.device.onGpu()) text += " (" + place.device.model + ", " + place.device.uuid + ")";
  return place.host.empty() ? text : text + " of " + place.host;
}

GpuPath checkPlacement(const std::vector<RankPlace>& places) {
  if (places.empty()) return GpuPath::kDirect;
  requireOneKind(places);
  if (!places.front().device.onGpu()) return GpuPath::kThroughHosts;
  const bool wanted =
      std::ranges::all_of(places, [](const RankPlace& place) { return place.device.sharing == GpuSharing::kWanted; });
  GpuPath path = GpuPath::kDirect;
  std::map<std::string, std::size_t> taken;
  for (std::size_t rank = 0; rank < places.size(); ++rank) {
    const auto [first, own] = taken.emplace(places[rank].device.uuid, rank);
    if (own) continue;
    path = GpuPath::kThroughHosts;
    if (wanted) continue;
    throw Error(
        ErrorCode::kFailedPrecondition, "ranks_share_gpu",
        "Rank {first} and rank {second} compute on one GPU: {gpu}. Give each process a GPU of its own, or start "
        "fewer; those that are started by hand need --local-rank, their number on the machine, and other launchers set "
        "LOCAL_RANK and LOCAL_WORLD_SIZE. If they are to share it, name it once for each process, as in --devices 0,0; "
        "with --devices cpu all do without.",
        {{"first", std::to_string(first->second)}, {"second", std::to_string(rank)}, {"gpu", describe(places[rank])}});
  }
  return path;
}

}  // namespace gan
