#include "service/listener.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <grpcpp/server.h>
#include <grpcpp/server_builder.h>
#include <grpcpp/server_posix.h>
#include <linux/sockios.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <pthread.h>
#include <sys/eventfd.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <set>
#include <system_error>
#include <utility>

#include "core/error.h"
#include "protocol/unix_socket.h"
#include "service/caller.h"

namespace gan {
namespace {

constexpr int kBacklog = 256;  // Linux gives less where its own limit is lower
constexpr int kAcceptedAtOnce = 16;
constexpr int kMostUnsentBytes = 128 << 10;  // on a slow line what is newer overtakes what the system would queue
// Without descriptors left, trying again at once would only burn time.
constexpr std::chrono::milliseconds kRestWithoutDescriptors(100);
constexpr std::chrono::milliseconds kRestWhileGrpcIsBehind(10);
constexpr std::chrono::milliseconds kRestOfNewcomers(100);

void endConnection(const FileDescriptor& connection) { ::shutdown(connection.get(), SHUT_RDWR); }

/// Of a connection over TCP that has ended: this side did it, and the other has not yet done the same. Where both have,
/// nobody knows any more who was first.
bool wasEndedHere(const FileDescriptor& connection) {
  tcp_info info{};
  socklen_t size = sizeof(info);
  if (::getsockopt(connection.get(), IPPROTO_TCP, TCP_INFO, &info, &size) != 0) return false;
  return info.tcpi_state == TCP_FIN_WAIT1 || info.tcpi_state == TCP_FIN_WAIT2;
}

std::string reasonOf(int error) { return std::generic_category().message(error); }

/// As gRPC names a connection over TCP in a call's peer().
std::string peerName(const sockaddr_storage& from) {
  std::array<char, INET6_ADDRSTRLEN> text{};
  if (from.ss_family == AF_INET) {
    sockaddr_in v4{};
    std::memcpy(&v4, &from, sizeof(v4));
    ::inet_ntop(AF_INET, &v4.sin_addr, text.data(), text.size());
    return "ipv4:" + std::string(text.data()) + ":" + std::to_string(ntohs(v4.sin_port));
  }
  sockaddr_in6 v6{};
  std::memcpy(&v6, &from, sizeof(v6));
  const std::string port = ":" + std::to_string(ntohs(v6.sin6_port));
  if (IN6_IS_ADDR_V4MAPPED(&v6.sin6_addr)) {
    ::inet_ntop(AF_INET, &v6.sin6_addr.s6_addr[12], text.data(), text.size());
    return "ipv4:" + std::string(text.data()) + port;
  }
  ::inet_ntop(AF_INET6, &v6.sin6_addr, text.data(), text.size());
  const std::string scope = v6.sin6_scope_id == 0 ? "" : "%25" + std::to_string(v6.sin6_scope_id);
  return "ipv6:%5B" + std::string(text.data()) + scope + "%5D" + port;
}

[[noreturn]] void throwListenFailed(const std::string& address, const std::string& reason) {
  throw Error(ErrorCode::kUnavailable, "listen_failed",
              "The engine cannot listen at {address}: {reason}. Give another address with --listen.",
              {{"address", address}, {"reason", reason}});
}

struct FreeAddresses {
  void operator()(addrinfo* addresses) const { ::freeaddrinfo(addresses); }
};

std::unique_ptr<addrinfo, FreeAddresses> addressesOf(std::string host, int port) {
  const std::string address = host + ":" + std::to_string(port);
  if (host.starts_with('[') && host.ends_with(']')) host = host.substr(1, host.size() - 2);
  addrinfo wanted{};
  wanted.ai_family = AF_UNSPEC;
  wanted.ai_socktype = SOCK_STREAM;
  wanted.ai_flags = AI_PASSIVE | AI_NUMERICSERV;
  addrinfo* found = nullptr;
  const char* node = host == "*" ? nullptr : host.c_str();
  const int failed = ::getaddrinfo(node, std::to_string(port).c_str(), &wanted, &found);
  if (failed != 0) throwListenFailed(address, failed == EAI_SYSTEM ? reasonOf(errno) : ::gai_strerror(failed));
  return std::unique_ptr<addrinfo, FreeAddresses>(found);
}

/// An address and port of this host, or of a client.
struct SocketAddress {
  sockaddr_storage bytes{};
  socklen_t size = sizeof(bytes);

  sockaddr* get() { return reinterpret_cast<sockaddr*>(&bytes); }
  in_port_t& port() {  // lies at the same place in both families
    static_assert(offsetof(sockaddr_in, sin_port) == offsetof(sockaddr_in6, sin6_port));
    return reinterpret_cast<sockaddr_in*>(&bytes)->sin_port;
  }
};

/// Empty, with the reason in errno, where that address cannot be had. IPv6 takes IPv4 in where that has no socket.
FileDescriptor listenAt(SocketAddress& address, bool beside_ipv4) {
  FileDescriptor listening(::socket(address.bytes.ss_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
  const auto set = [&listening](int level, int option, int value) {
    return ::setsockopt(listening.get(), level, option, &value, sizeof(value)) == 0;
  };
  const bool is_ipv6 = address.bytes.ss_family == AF_INET6;
  if (!listening || !set(SOL_SOCKET, SO_REUSEADDR, 1) ||
      !set(IPPROTO_TCP, TCP_NODELAY, 1) ||  // connections inherit these
      !set(IPPROTO_TCP, TCP_NOTSENT_LOWAT, kMostUnsentBytes) ||
      (is_ipv6 && !set(IPPROTO_IPV6, IPV6_V6ONLY, beside_ipv4 ? 1 : 0)) ||
      ::bind(listening.get(), address.get(), address.size) != 0 || ::listen(listening.get(), kBacklog) != 0 ||
      ::getsockname(listening.get(), address.get(), &address.size) != 0) {
    return {};
  }
  return listening;
}

FileDescriptor listenLocally(const std::filesystem::path& socket) {
  FileDescriptor listening(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
  const sockaddr_un address = socketAddress(socket);
  if (listening && ::bind(listening.get(), reinterpret_cast<const sockaddr*>(&address), sizeof(address)) == 0 &&
      ::chmod(socket.c_str(), 0600) == 0 && ::listen(listening.get(), kBacklog) == 0) {
    return listening;
  }
  throw Error(ErrorCode::kUnavailable, "listen_failed",
              "The engine cannot listen at {address}: {reason}. Make room there, or set XDG_RUNTIME_DIR to another "
              "folder.",
              {{"address", socket.string()}, {"reason", reasonOf(errno)}});
}

}  // namespace

Listener::Listener(const std::filesystem::path& socket, const Limits& limits, OnCut on_cut)
    : limits_(limits),
      on_cut_(std::move(on_cut)),
      local_(listenLocally(socket)),
      wake_(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)),
      admitted_(limits.admitted) {
  if (wake_) return;
  throw Error(ErrorCode::kUnavailable, "service_failed", "The engine failed to answer: {reason}",
              {{"reason", reasonOf(errno)}});
}

Listener::~Listener() {
  {
    const std::lock_guard lock(mutex_);
    ending_ = true;
  }
  wake();
  if (thread_.joinable()) thread_.join();
}

int Listener::listenOverTcp(const std::string& host, int port, grpc::ServerBuilder& builder,
                            std::shared_ptr<grpc::ServerCredentials> credentials) {
  const auto addresses = addressesOf(host, port);
  bool has_ipv4 = false;
  for (const addrinfo* at = addresses.get(); at != nullptr; at = at->ai_next) has_ipv4 |= at->ai_family == AF_INET;
  std::set<std::string> seen;  // resolvers may name one address twice
  int failure = 0;
  for (const addrinfo* at = addresses.get(); at != nullptr; at = at->ai_next) {
    SocketAddress address;
    address.size = at->ai_addrlen;
    std::memcpy(&address.bytes, at->ai_addr, at->ai_addrlen);
    address.port() = htons(static_cast<std::uint16_t>(port));  // the same for all, once the first has one
    if (!seen.insert(peerName(address.bytes)).second) continue;
    FileDescriptor listening = listenAt(address, has_ipv4);
    if (!listening) {
      failure = errno;
      if (failure == EADDRNOTAVAIL || failure == EAFNOSUPPORT) continue;  // a name's IPv6 address on a host without
      throwListenFailed(host + ":" + std::to_string(port), reasonOf(failure));
    }
    port = ntohs(address.port());
    tcp_.push_back(std::move(listening));
  }
  if (tcp_.empty()) throwListenFailed(host + ":" + std::to_string(port), reasonOf(failure));
  tcp_acceptor_ = builder.experimental().AddExternalConnectionAcceptor(
      grpc::ServerBuilder::experimental_type::ExternalConnectionType::FROM_FD, std::move(credentials));
  return port;
}

void Listener::listenAnew(const std::filesystem::path& socket) {
  FileDescriptor listening = listenLocally(socket);
  {
    const std::lock_guard lock(mutex_);
    next_local_ = std::move(listening);
  }
  wake();
}

void Listener::start(grpc::Server& server) {
  server_ = &server;
  thread_ = std::thread([this] { loop(); });
}

void Listener::waitUntilTaken(const std::vector<std::string>& peers, Clock::time_point until) {
  constexpr std::chrono::milliseconds kLookInterval(10);
  const auto hasTaken = [this](const std::string& peer) {
    const auto connection = connections_.find(peer);
    int bytes = 0;
    return connection == connections_.end() || ::ioctl(connection->second.descriptor.get(), SIOCOUTQ, &bytes) != 0 ||
           bytes == 0;
  };
  const auto allHave = [&] {
    const std::lock_guard lock(mutex_);
    return std::ranges::all_of(peers, hasTaken);
  };
  while (!allHave() && Clock::now() < until) std::this_thread::sleep_for(kLookInterval);
}

void Listener::close(std::chrono::milliseconds grace) {
  {
    const std::lock_guard lock(mutex_);
    server_ = nullptr;
    cut_all_at_ = Clock::now() + grace;
  }
  wake();
}

void Listener::wake() {
  const std::uint64_t one = 1;
  while (::write(wake_.get(), &one, sizeof(one)) < 0 && errno == EINTR) {
  }
}

void Listener::admit(std::string_view peer, Claimant::Standing standing) {
  const std::lock_guard lock(mutex_);
  const auto found = connections_.find(peer);
  if (found == connections_.end() || found->second.kind == Kind::kLocal) return;
  Connection& connection = found->second;
  if (standing <= connection.standing) return;
  const Claimant claimant{networkOf(connection.address), standing};
  std::optional<Shares::Share> place = admitted_.take(claimant);
  if (!place) {
    const Shares::Taken taken = admitted_.taken(claimant);
    throw Error(
        ErrorCode::kResourceExhausted, "too_many_connections",
        "{all} connections over the network are open to this engine already, {own} of them from here. Close one "
        "of them.",
        {{"all", std::to_string(taken.all)}, {"own", std::to_string(taken.own)}});
  }
  connection.kind = Kind::kAdmitted;
  connection.standing = standing;
  connection.place = std::move(*place);
}

void Listener::dismiss(std::string_view peer) {
  {
    const std::lock_guard lock(mutex_);
    const auto found = connections_.find(peer);
    if (found == connections_.end() || found->second.kind != Kind::kAdmitted) return;
    Connection& connection = found->second;
    connection.kind = Kind::kStranger;
    connection.standing = Claimant::Standing::kStranger;
    connection.place = {};
    connection.since = Clock::now();
    connection.calls = {};
  }
  wake();
}

bool Listener::RateCount::add(const Rate& rate, Clock::time_point now) {
  const std::chrono::duration<double> since = now - std::exchange(at, now);
  count = std::max(count - since.count() * rate.each_second, 0.0);
  if (count + 1 > rate.at_once) return false;
  ++count;
  return true;
}

void Listener::countCall(std::string_view peer) {
  const std::lock_guard lock(mutex_);
  const auto found = connections_.find(peer);
  if (found == connections_.end() || found->second.kind == Kind::kLocal) return;
  Connection& connection = found->second;
  const bool is_stranger = connection.kind == Kind::kStranger;
  const Rate& rate = is_stranger ? limits_.calls_of_strangers : limits_.calls;
  if (connection.calls.add(rate, Clock::now())) return;
  if (is_stranger) {
    connection.is_cut = true;
    endConnection(connection.descriptor);
  }
  throw Error(
      ErrorCode::kResourceExhausted, "calls_too_many",
      "This connection made more calls than the {count} a second that are answered over the network. Wait, then "
      "ask again.",
      {{"count", std::to_string(static_cast<int>(rate.each_second))}});
}

Claimant::Standing Listener::standing(std::string_view peer) {
  const std::lock_guard lock(mutex_);
  const auto connection = connections_.find(peer);
  return connection == connections_.end() ? Claimant::Standing::kStranger : connection->second.standing;
}

void Listener::cut(std::string_view peer) {
  const std::lock_guard lock(mutex_);
  const auto connection = connections_.find(peer);
  if (connection == connections_.end()) return;
  connection->second.is_cut = true;
  endConnection(connection->second.descriptor);
}

std::size_t Listener::count(Kind kind) const {
  return static_cast<std::size_t>(
      std::ranges::count_if(connections_, [kind](const auto& entry) { return entry.second.kind == kind; }));
}

std::optional<Listener::Clock::time_point> Listener::wakeTime() const {
  std::optional<Clock::time_point> time = cut_all_at_;
  const auto atLatest = [&time](Clock::time_point other) { time = std::min(time.value_or(other), other); };
  for (const auto& [peer, connection] : connections_) {
    if (connection.kind == Kind::kStranger) atLatest(connection.since + limits_.patience);
  }
  for (const Clock::time_point again_at : {accept_again_at_, tcp_again_at_}) {
    if (server_ != nullptr && Clock::now() < again_at) atLatest(again_at);
  }
  return time;
}

void Listener::loop() {
  ::pthread_setname_np(::pthread_self(), "gan-service");
  std::unique_lock lock(mutex_);
  while (!ending_ && !(cut_all_at_ && Clock::now() >= *cut_all_at_)) {
    if (next_local_) local_ = std::move(next_local_);
    std::vector<pollfd> waiting{{wake_.get(), POLLIN, 0}, {accepting() ? local_.get() : -1, POLLIN, 0}};
    for (const FileDescriptor& listening : tcp_) waiting.push_back({acceptingTcp() ? listening.get() : -1, POLLIN, 0});
    const std::size_t first_connection = waiting.size();
    for (const auto& [peer, connection] : connections_) waiting.push_back({connection.descriptor.get(), 0, 0});

    int timeout = -1;
    if (const auto time = wakeTime()) {
      const auto left = std::chrono::ceil<std::chrono::milliseconds>(*time - Clock::now());
      timeout = static_cast<int>(std::max<std::int64_t>(left.count(), 0));
    }
    lock.unlock();
    const int ready = ::poll(waiting.data(), waiting.size(), timeout);
    lock.lock();
    cutSlowStrangers();
    if (ready <= 0) continue;
    std::uint64_t woken = 0;
    if (waiting[0].revents != 0 && ::read(wake_.get(), &woken, sizeof(woken)) < 0) continue;
    for (std::size_t i = first_connection; i < waiting.size(); ++i) {
      if (waiting[i].revents == 0) continue;  // gRPC has ended it, or the client has gone
      const auto ended = std::ranges::find_if(
          connections_, [&](const auto& entry) { return entry.second.descriptor.get() == waiting[i].fd; });
      if (ended == connections_.end()) continue;
      if (wasNotUnderstood(ended->second)) on_cut_(ended->second.address, "not_understood");
      forget(ended);
    }
    if (waiting[1].revents != 0) acceptLocal();
    for (std::size_t i = 2; i < first_connection; ++i) {
      if (waiting[i].revents == 0) continue;
      for (int accepted = 0; accepted < kAcceptedAtOnce && acceptTcp(waiting[i].fd); ++accepted) {
      }
    }
  }
  for (const auto& [peer, connection] : connections_) endConnection(connection.descriptor);
}

int Listener::accept(int listening, sockaddr_storage* from) {
  if (server_ == nullptr) return -1;
  socklen_t size = sizeof(*from);
  const int connection = ::accept4(listening, reinterpret_cast<sockaddr*>(from), &size, SOCK_CLOEXEC | SOCK_NONBLOCK);
  if (connection < 0 && (errno == EMFILE || errno == ENFILE)) accept_again_at_ = Clock::now() + kRestWithoutDescriptors;
  return connection;
}

bool Listener::keep(std::string peer, Kind kind, std::string address, int connection) {
  FileDescriptor ours(::fcntl(connection, F_DUPFD_CLOEXEC, 0));
  if (!ours) {
    ::close(connection);
    accept_again_at_ = Clock::now() + kRestWithoutDescriptors;
    return false;
  }
  // A client's port may lead to several addresses of this host at once, and calls do not say to which: of such
  // connections the newest alone is known, so that the others must not go on.
  if (const auto former = connections_.find(peer); former != connections_.end()) {
    endConnection(former->second.descriptor);
    forget(former);
  }
  connections_.emplace(std::move(peer),
                       Connection{std::move(ours), kind, std::move(address), Clock::now(), connection});
  return true;
}

void Listener::acceptLocal() {
  sockaddr_storage from{};
  const int connection = accept(local_.get(), &from);
  if (connection < 0) return;
  if (count(Kind::kLocal) >= limits_.local) {
    on_cut_("this machine", "too_many_connections");
    ::close(connection);
    return;
  }
  ucred owner{};
  socklen_t size = sizeof(owner);
  const bool is_known = ::getsockopt(connection, SOL_SOCKET, SO_PEERCRED, &owner, &size) == 0;
  if (!is_known || (owner.uid != ::geteuid() && owner.uid != 0)) {
    on_cut_(is_known ? "user " + std::to_string(owner.uid) : "an unknown user", "other_user");
    ::close(connection);
    return;
  }
  const std::string peer = "fd:" + std::to_string(connection);
  if (keep(peer, Kind::kLocal, peer, connection)) grpc::AddInsecureChannelFromFd(server_, connection);
}

bool Listener::acceptTcp(int listening) {
  if (!grpcKeepsUp()) return false;
  if (!newcomers_.add(limits_.newcomers, Clock::now())) {
    tcp_again_at_ = Clock::now() + kRestOfNewcomers;
    return false;
  }
  sockaddr_storage from{};
  const int connection = accept(listening, &from);
  if (connection < 0) {
    newcomers_.takeBack();
    return false;
  }
  makeRoomForAStranger();
  const std::string peer = peerName(from);
  if (!keep(peer, Kind::kStranger, addressOfPeer(peer), connection)) return false;
  grpc::experimental::ExternalConnectionAcceptor::NewConnectionParameters handed;
  handed.listener_fd = listening;
  handed.fd = connection;
  tcp_acceptor_->HandleNewConnection(&handed);
  return true;
}

void Listener::cutSlowStrangers() {
  const auto before = Clock::now() - limits_.patience;
  for (auto entry = connections_.begin(); entry != connections_.end();) {
    const auto stranger = entry++;
    if (stranger->second.kind != Kind::kStranger || stranger->second.since > before) continue;
    cutStranger(stranger, "token_not_shown");
  }
}

void Listener::makeRoomForAStranger() {
  if (count(Kind::kStranger) < limits_.strangers) return;
  std::map<std::string, std::size_t> of_network;
  for (const auto& [peer, connection] : connections_) {
    if (connection.kind == Kind::kStranger) ++of_network[networkOf(connection.address)];
  }
  auto going = connections_.end();
  std::size_t most = 0;
  for (auto entry = connections_.begin(); entry != connections_.end(); ++entry) {
    if (entry->second.kind != Kind::kStranger) continue;
    const std::size_t beside = of_network[networkOf(entry->second.address)];
    const bool is_older = going == connections_.end() || entry->second.since < going->second.since;
    if (beside < most || (beside == most && !is_older)) continue;
    going = entry;
    most = beside;
  }
  cutStranger(going, "too_many_strangers");
}

void Listener::cutStranger(Connections::iterator stranger, std::string_view why) {
  on_cut_(stranger->second.address, why);
  endConnection(stranger->second.descriptor);
  forget(stranger);
}

bool Listener::wasNotUnderstood(const Connection& ended) const {
  const bool is_ending = server_ == nullptr;
  return ended.kind == Kind::kStranger && !ended.is_cut && !is_ending && wasEndedHere(ended.descriptor);
}

void Listener::forget(Connections::iterator connection) {
  struct stat socket {};
  if (connection->second.kind != Kind::kLocal && ::fstat(connection->second.descriptor.get(), &socket) == 0) {
    lingering_.push_back({connection->second.handed_over, socket.st_ino});
  }
  connections_.erase(connection);
}

bool Listener::grpcKeepsUp() {
  std::erase_if(lingering_, [](const Lingering& one) {
    struct stat now {};
    return ::fstat(one.descriptor, &now) != 0 || now.st_ino != one.inode;
  });
  if (lingering_.size() < limits_.strangers) return true;
  tcp_again_at_ = Clock::now() + kRestWhileGrpcIsBehind;
  return false;
}

}  // namespace gan
