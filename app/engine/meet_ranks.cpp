#include "meet_ranks.h"

#include <cstdlib>
#include <string>
#include <utility>

#include "config/run_config.h"
#include "core/error.h"
#include "core/log.h"
#include "cuda/loader.h"
#include "cuda/nccl_backend.h"
#include "launch/world.h"
#include "run/run_folder.h"

namespace gan::app {
namespace {

/// A rank that cannot load NCCL's module says so before any other is in NCCL's connect, where it would wait for it.
void openNcclFirst() {
  const CudaLibraries libraries = cudaLibraries();
  openCuda(libraries);
  openNccl(libraries);
}

/// What NCCL and c10d read when they connect, in their own words. What somebody has set already stays.
void setNcclEnvironment(const std::string& interface, SameBits same_bits) {
  const auto set = [](const char* name, const std::string& value) { ::setenv(name, value.c_str(), /*replace=*/0); };
  // "=" makes it the whole name.
  if (!interface.empty()) set("NCCL_SOCKET_IFNAME", "=" + interface);
  // The switch adds up in no fixed order.
  if (same_bits == SameBits::kAsked) set("NCCL_ALGO", "^NVLS");
  // After a time-out c10d's watchdog asks all ranks by way of the store to write down what they were doing, and then to
  // end. Nobody takes that back: ranks that are started again with the same store would obey it, too.
  set("TORCH_NCCL_DUMP_ON_TIMEOUT", "0");
  // And it would leave them time for that, four times this, before it ends its own process.
  set("TORCH_NCCL_WAIT_TIMEOUT_DUMP_MILSEC", "100");
}

}  // namespace

SameBits sameBits(const RunConfig& config) {
  return config.text("training.deterministic") == "on" ? SameBits::kAsked : SameBits::kNotAsked;
}

SameBits sameBits(const std::filesystem::path& run) {
  try {
    return sameBits(RunFolder::open(run).config());
  } catch (const Error&) {
    return SameBits::kNotAsked;
  }
}

std::unique_ptr<Ranks> meetRanks(const ProcessOptions& options, const RankDevice& device, SameBits same_bits,
                                 std::function<bool()> given_up) {
  const World world = findWorld(processEnvironment(), options.flags);
  RanksOptions meeting;
  meeting.arrival_timeout = std::chrono::seconds(options.arrival_timeout_seconds);
  meeting.silence_timeout = std::chrono::seconds(options.peer_timeout_seconds);
  meeting.interface = options.interface;
  meeting.device = device;
  meeting.given_up = std::move(given_up);
  if (device.onGpu()) {
    // Ranks that share a GPU speak through their hosts.
    if (!world.alone() && device.sharing == GpuSharing::kRefused) openNcclFirst();
    meeting.gpu_backend = ncclBackend(device.index);
    setNcclEnvironment(options.interface, same_bits);
  }
  auto ranks = std::make_unique<Ranks>(world, meeting);
  if (!world.alone()) log::info("this is " + ranks->describe() + ", by " + world.found);
  return ranks;
}

}  // namespace gan::app
