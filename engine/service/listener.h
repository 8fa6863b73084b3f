#pragma once

#include <sys/socket.h>
#include <sys/types.h>

#include <chrono>
#include <cstddef>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "core/file_descriptor.h"
#include "service/shares.h"

namespace grpc {
class Server;
class ServerBuilder;
class ServerCredentials;
namespace experimental {
class ExternalConnectionAcceptor;
}
}  // namespace grpc

namespace gan {

/// Takes connections at a unix socket, and over TCP where the engine listens on the network, and hands them to gRPC.
/// gRPC's own listener takes as many as come, out of the descriptors that the training needs, and waits for ever for a
/// client whose process is stopped (Ctrl-Z) once the socket's buffer is full. This one takes a limited number and can
/// cut each of them off. Whoever came over TCP is a stranger until admit(): strangers have few places and little time,
/// and when the places are taken, a newcomer gets the oldest of the network (networkOf()) that has most of them. Of
/// connections from one port to several addresses of this host the newest alone goes on. At the unix socket it takes
/// connections of its own user's processes alone, and root's. Thread-safe.
class Listener {
 public:
  struct Rate {
    double at_once = 0;
    double each_second = 0;
  };
  struct Limits {
    std::size_t local = 96;  ///< Connections at the unix socket.
    /// Over TCP, of clients that showed a token.
    Shares::Limits admitted{.all = 96, .kept = 16, .of_one_client = 24};
    std::size_t strangers = 16;                                     ///< Over TCP, of others.
    std::chrono::milliseconds patience = std::chrono::seconds(10);  ///< With a stranger.
    /// Connections over TCP: greeting each costs the training up to a millisecond. Others wait.
    Rate newcomers{.at_once = 200, .each_second = 50};
    /// Calls that a connection over TCP may make at once, and a second from then on.
    Rate calls{.at_once = 2'000, .each_second = 400};
    Rate calls_of_strangers{.at_once = 20, .each_second = 2};
  };
  /// Called from the listener's thread before a stranger is cut, or once gRPC has ended one whose words make no sense:
  /// of which address, and why, as the id of an error.
  using OnCut = std::function<void(const std::string& address, std::string_view why)>;

  /// Listens from now on; clients wait until start(). Throws Error(kUnavailable, "listen_failed").
  Listener(const std::filesystem::path& socket, const Limits& limits, OnCut on_cut);
  ~Listener();
  Listener(const Listener&) = delete;
  Listener& operator=(const Listener&) = delete;

  /// Listens at all addresses of a host as well, "*" being all of this one, and returns the port; before start(), and
  /// before the server is built. Throws Error(kUnavailable, "listen_failed").
  int listenOverTcp(const std::string& host, int port, grpc::ServerBuilder& builder,
                    std::shared_ptr<grpc::ServerCredentials> credentials);

  /// Listens at the unix socket anew, which is gone; connections go on. Throws Error(kUnavailable, "listen_failed").
  void listenAnew(const std::filesystem::path& socket);
  /// server is running, and outlives the time until close().
  void start(grpc::Server& server);
  /// Waits, until this time at most, until the clients behind the calls with these peer()s have taken what was sent to
  /// them: once their connections are closed, one word from the other side has the rest thrown away.
  void waitUntilTaken(const std::vector<std::string>& peers, std::chrono::steady_clock::time_point until);
  /// Takes no more connections; those that are there are cut after this time.
  void close(std::chrono::milliseconds grace);

  /// The client behind the call with this peer() has shown a token that gives it this standing: its connection is no
  /// stranger's any more. Throws Error(kResourceExhausted, "too_many_connections") when there are too many of those.
  void admit(std::string_view peer, Claimant::Standing standing);
  /// The token of the client behind the call with this peer() is refused, which may have been good before: from now on
  /// its connection is a stranger's, whose place among the admitted is free.
  void dismiss(std::string_view peer);
  /// The client behind the call with this peer() makes one more. Throws Error(kResourceExhausted, "calls_too_many")
  /// when these come too fast over TCP; a stranger is then cut as well.
  void countCall(std::string_view peer);
  /// What the client behind the call with this peer() has shown so far.
  Claimant::Standing standing(std::string_view peer);
  /// Ends the connection of the call with this peer().
  void cut(std::string_view peer);

 private:
  using Clock = std::chrono::steady_clock;
  /// What counts at present against a rate.
  struct RateCount {
    double count = 0;
    Clock::time_point at = {};

    /// One more, if that is not too many.
    bool add(const Rate& rate, Clock::time_point now);
    void takeBack() { --count; }
  };
  enum class Kind { kLocal, kStranger, kAdmitted };
  struct Connection {
    FileDescriptor descriptor;  ///< A second one of the connection: stays ours when gRPC closes the first.
    Kind kind = Kind::kLocal;
    std::string address;  ///< Without the port.
    Clock::time_point since;
    int handed_over = -1;  ///< The descriptor that is gRPC's.
    Claimant::Standing standing = Claimant::Standing::kStranger;
    Shares::Share place = {};  ///< Among those that were admitted.
    RateCount calls = {};
    bool is_cut = false;  ///< By whoever tells why.
  };
  /// A descriptor that gRPC has still to close, and what it is one of.
  struct Lingering {
    int descriptor = -1;
    ino_t inode = 0;
  };
  using Connections = std::map<std::string, Connection, std::less<>>;  ///< By what gRPC calls them: a call's peer().

  void loop();
  // The following under the lock.
  bool accepting() const { return server_ != nullptr && Clock::now() >= accept_again_at_; }
  bool acceptingTcp() const { return accepting() && Clock::now() >= tcp_again_at_; }
  /// When the thread has to look around though nothing happened.
  std::optional<Clock::time_point> wakeTime() const;
  void acceptLocal();
  /// False when no connection could be taken.
  bool acceptTcp(int listening);
  /// A connection that waits at this socket, to be handed over; -1 when there is none after all.
  int accept(int listening, sockaddr_storage* from);
  /// False when descriptors ran out: then the connection is closed.
  bool keep(std::string peer, Kind kind, std::string address, int connection);
  void cutSlowStrangers();
  void makeRoomForAStranger();
  void cutStranger(Connections::iterator stranger, std::string_view why);
  /// A stranger's that gRPC has ended of its own accord.
  bool wasNotUnderstood(const Connection& ended) const;
  /// It has ended.
  void forget(Connections::iterator connection);
  /// gRPC closes descriptors when it comes to it: newcomers wait until it has closed enough.
  bool grpcKeepsUp();
  std::size_t count(Kind kind) const;

  void wake();

  const Limits limits_;
  const OnCut on_cut_;
  FileDescriptor local_;
  FileDescriptor next_local_;  ///< Takes its place when the thread comes to it.
  std::vector<FileDescriptor> tcp_;
  std::unique_ptr<grpc::experimental::ExternalConnectionAcceptor> tcp_acceptor_;  ///< Null unless it listens over TCP.
  FileDescriptor wake_;  ///< An eventfd: readable when the thread is to look around.
  std::mutex mutex_;
  grpc::Server* server_ = nullptr;     ///< Null while, and after which, no connection is taken.
  Clock::time_point accept_again_at_;  ///< After descriptors ran out.
  Clock::time_point tcp_again_at_;     ///< After gRPC did not keep up, or too many came.
  RateCount newcomers_;
  std::optional<Clock::time_point> cut_all_at_;
  bool ending_ = false;
  Shares admitted_;
  Connections connections_;
  std::vector<Lingering> lingering_;  ///< Of connections over TCP that have ended.
  std::thread thread_;
};

}  // namespace gan
