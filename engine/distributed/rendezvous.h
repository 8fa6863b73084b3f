#pragma once

#include <c10/util/intrusive_ptr.h>

#include <chrono>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "distributed/collective.h"
#include "launch/placement.h"
#include "launch/world.h"

namespace gan {

/// Makes a backend once all ranks are known; address is this rank's, for backends that listen there.
using BackendFactory =
    std::function<c10::intrusive_ptr<c10d::Backend>(const c10::intrusive_ptr<c10d::Store>& store, const World& world,
                                                    const std::string& address, std::chrono::milliseconds timeout)>;

/// A factory, for those who hand one on and must not see its type.
struct GpuBackend {
  BackendFactory connect;
};

struct RendezvousOptions {
  std::chrono::milliseconds arrival_timeout = std::chrono::minutes(5);      ///< Until all ranks must be there.
  std::chrono::milliseconds collective_timeout = std::chrono::minutes(10);  ///< Longest wait for others afterwards.
  std::string interface;  ///< Network interface to compute over, "eth0"; empty: the one that leads to the others.
  /// For tensors on GPUs; empty, or where ranks share a GPU: the one for the CPU takes them, too.
  BackendFactory cuda = {};
  RankDevice device = {};  ///< On which this rank will compute.
  /// Whether this rank is to give up waiting for the others; asked a few times a second. Empty: it never is.
  std::function<bool()> given_up = {};
};

/// Where a rank stands among the others, for people.
struct Meeting {
  std::string address;    ///< "192.168.1.4"
  std::string interface;  ///< "eth0"; empty when its name is not known.
  GpuPath gpu_path = GpuPath::kThroughHosts;
  std::vector<RankPlace> places;  ///< All ranks', by rank.
};

/// Gloo over TCP, for tensors on the CPU, and for those of GPUs by way of the host.
BackendFactory glooBackend();

/// Waits until all ranks of the world are there and connects them. SIGPIPE is ignored from here on.
///
/// The ranks meet in a TCPStore at world.store_host:store_port; rank 0 serves it unless a launcher does. Without a
/// chosen interface each takes its address on the way there; across hosts a loopback address is replaced by the one
/// under which the others see that host, or refused.
/// Throws Error(kPeerLost, "store_unreachable") when nobody served the store in time, Error(kUnavailable,
/// "store_unreachable") when who listens there is no store or hangs, Error(kUnavailable, "host_unreachable") when the
/// store's host is unknown, Error(kUnavailable, "store_port_taken"), Error(kPeerLost, "ranks_never_arrived") naming the
/// missing ranks, Error(kPeerLost, "store_lost") when who serves the store ended or hung before all were there,
/// Error(kPeerLost, "peer_went_away") when one left while connecting, Error(kFailedPrecondition,
/// "loopback_across_hosts"), and checkPlacement()'s. Once one rank has given up, all that wait throw
/// Error(kCancelled, "stopped_before_meeting").
std::unique_ptr<Collective> meet(const World& world, const RendezvousOptions& options, const BackendFactory& backend,
                                 Meeting* meeting = nullptr);

}  // namespace gan
