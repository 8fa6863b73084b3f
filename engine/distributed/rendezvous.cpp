#include "distributed/rendezvous.h"

#include <signal.h>

#include <algorithm>
#include <sstream>
#include <thread>
#include <torch/csrc/distributed/c10d/PrefixStore.hpp>
#include <torch/csrc/distributed/c10d/ProcessGroupGloo.hpp>
#include <torch/csrc/distributed/c10d/TCPStore.hpp>
#include <utility>
#include <vector>

#include "core/error.h"
#include "core/host_name.h"
#include "core/reason_of.h"
#include "core/units.h"
#include "distributed/tcp_store.h"
#include "launch/connection_deadline.h"
#include "launch/network_address.h"

namespace gan {
namespace {

using StorePtr = c10::intrusive_ptr<c10d::Store>;
using Clock = std::chrono::steady_clock;

// The store's own time-outs, which say more, go first.
constexpr std::chrono::seconds kBeyondTimeout{1};
// How long rank 0 stays for the others: the longer after a refusal, which they may hear late.
constexpr std::chrono::seconds kLeaveRefused{10};
constexpr std::chrono::seconds kLeaveStopped{1};
// Whoever waits asks again after this time, and gives up in between.
constexpr std::chrono::milliseconds kTick{250};

std::string place(const World& world) { return world.store_host + ":" + std::to_string(world.store_port); }

[[noreturn]] void throwStopped(const World& world) {
  throw Error(ErrorCode::kCancelled, "stopped_before_meeting",
              "Rank {rank} of {size} on {host} stopped before all processes of the run had met, so nothing new was "
              "trained.",
              {{"rank", std::to_string(world.rank)}, {"size", std::to_string(world.size)}, {"host", hostName()}});
}

[[noreturn]] void throwStoreUnreachable(ErrorCode code, const World& world, const RendezvousOptions& options,
                                        const std::string& reason) {
  throw Error(code, "store_unreachable",
              "Rank {rank} of {size} on {host} found nobody at {place}, where the processes of the run meet, within "
              "{time}: rank 0 never arrived there, another program has that port, or the network does not let it "
              "through ({reason}). Look at rank 0's output.",
              {{"rank", std::to_string(world.rank)},
               {"size", std::to_string(world.size)},
               {"host", hostName()},
               {"place", place(world)},
               {"time", formatDuration(std::chrono::duration<double>(options.arrival_timeout))},
               {"reason", reason}});
}

/// c10d's own client would wait as well, but without a break, and write a stack trace at the end.
void waitForStore(const World& world, const RendezvousOptions& options) {
  const auto deadline = Clock::now() + options.arrival_timeout;
  while (true) {
    const auto next = std::min(Clock::now() + kTick, deadline);
    if (options.given_up && options.given_up()) throwStopped(world);
    try {
      const auto reason = whyNotListening(world.store_host, world.store_port, kTick);
      if (!reason) return;
      if (Clock::now() >= deadline) throwStoreUnreachable(ErrorCode::kPeerLost, world, options, *reason);
    } catch (const Error& error) {
      // The name of a host that has just started may become known late.
      if (error.id() != "host_unreachable" || Clock::now() >= deadline) throw;
    }
    std::this_thread::sleep_until(next);
  }
}

StorePtr openStore(const World& world, const RendezvousOptions& options) {
  const std::chrono::milliseconds timeout = options.arrival_timeout;
  if (world.rank == 0 && world.store_at == World::StoreHost::kRankZero) return serveStore(world.store_port, timeout);
  waitForStore(world, options);
  c10d::TCPStoreOptions store;
  store.port = world.store_port;
  store.waitWorkers = false;
  store.timeout = timeout;
  const ConnectionDeadline deadline(world.store_port, timeout + kBeyondTimeout);
  try {
    return c10::make_intrusive<c10d::TCPStore>(world.store_host, store);
  } catch (const std::exception& error) {
    throwStoreUnreachable(ErrorCode::kUnavailable, world, options, reasonOf(error));
  }
}

/// What each rank tells the others when it arrives.
struct Arrival {
  std::string address;
  std::string store_address;  // of the store's host, as this rank sees it
  RankPlace place;

  std::string text() const {
    const RankDevice& device = place.device;
    const char* const sharing = device.sharing == GpuSharing::kWanted ? kSharing : "";
    return address + "\n" + store_address + "\n" + place.host + "\n" + device.name + "\n" + device.model + "\n" +
           device.uuid + "\n" + sharing;
  }
  /// What is missing, because another program came, stays empty.
  static Arrival fromText(const std::string& text) {
    std::istringstream lines(text);
    Arrival arrival;
    std::string sharing;
    RankDevice& device = arrival.place.device;
    for (std::string* line : {&arrival.address, &arrival.store_address, &arrival.place.host, &device.name,
                              &device.model, &device.uuid, &sharing}) {
      std::getline(lines, *line);
    }
    if (sharing == kSharing) device.sharing = GpuSharing::kWanted;
    return arrival;
  }

 private:
  static constexpr const char* kSharing = "shares its GPU";
};

std::string arrivalKey(int rank) { return "arrived/" + std::to_string(rank); }

[[noreturn]] void throwMissing(const World& world, c10d::Store& store, std::chrono::milliseconds timeout) {
  std::string missing;
  for (int rank = 0; rank < world.size; ++rank) {
    if (!store.check({arrivalKey(rank)})) missing += (missing.empty() ? "" : ", ") + std::to_string(rank);
  }
  throw Error(ErrorCode::kPeerLost, "ranks_never_arrived",
              "Not all {size} processes of the run arrived at {place} within {time}; missing: rank {missing}. Look at "
              "their output, and whether {size} were started.",
              {{"size", std::to_string(world.size)},
               {"place", place(world)},
               {"time", formatDuration(std::chrono::duration<double>(timeout))},
               {"missing", missing}});
}

/// Whether the key comes before the deadline. c10d's own wait knows no break, and warns on standard error when it ends.
bool comes(const std::string& key, c10d::Store& store, Clock::time_point deadline,
           const std::function<void()>& in_between = {}) {
  while (!store.check({key})) {
    if (Clock::now() >= deadline) return false;
    if (in_between) in_between();
    std::this_thread::sleep_until(std::min(Clock::now() + kTick, deadline));
  }
  return true;
}

/// Before ranks leave for the same reason: who may serve the store stays until those who came have read it, or they
/// would hear of a lost store instead.
void takeLeave(const World& world, c10d::Store& store, std::chrono::seconds limit) {
  const auto key = [](int rank) { return "leaves/" + std::to_string(rank); };
  const auto deadline = Clock::now() + limit;
  try {
    store.set(key(world.rank), "");
    if (world.rank != 0) return;
    for (int rank = 1; rank < world.size; ++rank) {
      if (store.check({arrivalKey(rank)})) comes(key(rank), store, deadline);
    }
  } catch (const std::exception&) {
    return;  // why they leave says more than how the others do
  }
}

constexpr const char* kDecision = "decision";
constexpr const char* kGoOn = "go on";
constexpr const char* kStop = "stop";

/// The first rank to wish something decides for all of them: else one that stops would be waited for by those that have
/// just seen all arrive.
void decide(const std::string& wish, const World& world, c10d::Store& store) {
  if (store.compareSet(kDecision, std::string(), wish) == kGoOn) return;
  takeLeave(world, store, kLeaveStopped);
  throwStopped(world);
}

std::vector<Arrival> waitForAll(const World& world, const RendezvousOptions& options, c10d::Store& store) {
  const auto deadline = Clock::now() + options.arrival_timeout;
  const auto heed_stop = [&] {
    const bool given_up = options.given_up && options.given_up();
    if (given_up || store.check({kDecision})) decide(kStop, world, store);
  };
  std::vector<Arrival> arrivals;
  for (int rank = 0; rank < world.size; ++rank) {
    if (!comes(arrivalKey(rank), store, deadline, heed_stop)) throwMissing(world, store, options.arrival_timeout);
    arrivals.push_back(Arrival::fromText(store.get_to_str(arrivalKey(rank))));
  }
  decide(kGoOn, world, store);
  return arrivals;
}

[[noreturn]] void throwStoreLost(const World& world, const std::string& reason) {
  throw Error(
      ErrorCode::kPeerLost, "store_lost",
      "Rank {rank} of {size} on {host} lost {place}, where the processes of the run meet, before all of them had "
      "arrived ({reason}). Who serves that place, rank 0 or the launcher, has ended or hangs; its own output "
      "says why.",
      {{"rank", std::to_string(world.rank)},
       {"size", std::to_string(world.size)},
       {"host", hostName()},
       {"place", place(world)},
       {"reason", reason}});
}

/// The other ranks, once all have said where they are.
std::vector<Arrival> exchangeArrivals(const World& world, const RendezvousOptions& options, c10d::Store& store) {
  const NetworkRoute route = routeTo(world.store_host, world.store_port);
  const std::string own = options.interface.empty() ? route.local : addressOfInterface(options.interface);
  const ConnectionDeadline deadline(world.store_port, options.arrival_timeout + kBeyondTimeout);
  try {
    const Arrival arrival{.address = own, .store_address = route.remote, .place = {hostName(), options.device}};
    store.set(arrivalKey(world.rank), arrival.text());
    return waitForAll(world, options, store);
  } catch (const Error&) {
    throw;
  } catch (const std::exception& error) {
    throwStoreLost(world, deadline.expired() ? "it did not answer" : reasonOf(error));
  }
}

GpuPath agreeOnPlacement(const World& world, const std::vector<RankPlace>& places, c10d::Store& store) {
  try {
    return checkPlacement(places);
  } catch (const Error&) {
    takeLeave(world, store, kLeaveRefused);
    throw;
  }
}

/// A loopback address serves only ranks of one host: across hosts this rank takes the address that the others know.
std::string reachableAddress(const World& world, const std::vector<Arrival>& arrivals) {
  const Arrival& own = arrivals[static_cast<std::size_t>(world.rank)];
  if (!isLoopback(own.address)) return own.address;
  const auto other = std::ranges::find_if(arrivals, [&](const Arrival& a) { return a.place.host != own.place.host; });
  if (other == arrivals.end()) return own.address;
  if (!isLoopback(other->store_address)) return other->store_address;
  throw Error(ErrorCode::kFailedPrecondition, "loopback_across_hosts",
              "Rank {rank} on {host} would listen at {address}, which {other} cannot reach. Name a network interface "
              "that joins the hosts.",
              {{"rank", std::to_string(world.rank)},
               {"host", own.place.host},
               {"address", own.address},
               {"other", other->place.host}});
}

/// Connects ranks that have met, all of them or some.
struct Connector {
  std::string address;
  std::chrono::milliseconds timeout;
  BackendFactory cpu;
  BackendFactory cuda;

  Backends connect(const StorePtr& store, const World& world) const {
    return {.cpu = cpu(store, world, address, timeout), .cuda = cuda ? cuda(store, world, address, timeout) : nullptr};
  }

  std::unique_ptr<Collective> connectPart(const StorePtr& store, const std::string& name, int rank, int size,
                                          Collective::Carries carries) const {
    const StorePtr own = c10::make_intrusive<c10d::PrefixStore>("part/" + name, store);
    World world;
    world.rank = rank;
    world.size = size;
    Connector part = *this;
    if (carries == Collective::Carries::kHostTensors) part.cuda = {};
    return std::make_unique<Collective>(own, part.connect(own, world), timeout);
  }
};

}  // namespace

BackendFactory glooBackend() {
  return [](const StorePtr& store, const World& world, const std::string& address,
            std::chrono::milliseconds timeout) -> c10::intrusive_ptr<c10d::Backend> {
    auto options = c10d::ProcessGroupGloo::Options::create(timeout);
    options->devices.push_back(c10d::ProcessGroupGloo::createDeviceForHostname(address));
    return c10::make_intrusive<c10d::ProcessGroupGloo>(c10::make_intrusive<c10d::PrefixStore>("gloo", store),
                                                       world.rank, world.size, std::move(options));
  };
}

std::unique_ptr<Collective> meet(const World& world, const RendezvousOptions& options, const BackendFactory& backend,
                                 Meeting* meeting) {
  // Gloo writes to connections whose other end may just have died: that is an error to be told, not our end as well.
  ::signal(SIGPIPE, SIG_IGN);
  const StorePtr served = openStore(world, options);
  const StorePtr store = c10::make_intrusive<c10d::PrefixStore>("gan-studio/" + world.attempt, served);
  const std::vector<Arrival> arrivals = exchangeArrivals(world, options, *store);
  const std::string address = reachableAddress(world, arrivals);
  std::vector<RankPlace> places;
  for (const Arrival& arrival : arrivals) places.push_back(arrival.place);
  const GpuPath gpu_path = agreeOnPlacement(world, places, *store);
  const BackendFactory direct = gpu_path == GpuPath::kDirect ? options.cuda : BackendFactory();
  if (meeting != nullptr) *meeting = {address, interfaceOfAddress(address), gpu_path, std::move(places)};
  const ConnectionDeadline deadline(world.store_port, options.collective_timeout + kBeyondTimeout);
  try {
    const Connector connector{
        .address = address, .timeout = options.collective_timeout, .cpu = backend, .cuda = direct};
    return std::make_unique<Collective>(
        store, connector.connect(store, world), connector.timeout,
        [store, connector](const std::string& name, int rank, int size, Collective::Carries carries) {
          return connector.connectPart(store, name, rank, size, carries);
        });
  } catch (const Error&) {
    throw;
  } catch (const std::exception& error) {
    throw Error(ErrorCode::kPeerLost, "peer_went_away",
                "Rank {rank} of {size} on {host} lost the connection to another process of the run ({reason}). That "
                "one has ended; its own output says why. Resume the run when the cause is gone.",
                {{"rank", std::to_string(world.rank)},
                 {"size", std::to_string(world.size)},
                 {"host", hostName()},
                 {"reason", reasonOf(error)}});
  }
}

}  // namespace gan
