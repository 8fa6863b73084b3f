#include "service/local_listener.h"

#include <fcntl.h>
#include <grpcpp/server.h>
#include <grpcpp/server_posix.h>
#include <poll.h>
#include <pthread.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstdint>
#include <system_error>
#include <vector>

#include "core/error.h"
#include "protocol/unix_socket.h"

namespace gan {
namespace {

using Clock = std::chrono::steady_clock;

constexpr int kBacklog = 64;

void endConnection(const FileDescriptor& connection) { ::shutdown(connection.get(), SHUT_RDWR); }

}  // namespace

LocalListener::LocalListener(const std::filesystem::path& socket)
    : listening_(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0)),
      wake_(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) {
  const sockaddr_un address = socketAddress(socket);
  if (!listening_ || !wake_ ||
      ::bind(listening_.get(), reinterpret_cast<const sockaddr*>(&address), sizeof(address)) != 0 ||
      ::listen(listening_.get(), kBacklog) != 0) {
    throw Error(ErrorCode::kUnavailable, "listen_failed",
                "The engine cannot listen at {address}: {reason}. Make room there, or set XDG_RUNTIME_DIR to another "
                "folder.",
                {{"address", socket.string()}, {"reason", std::generic_category().message(errno)}});
  }
}

LocalListener::~LocalListener() {
  {
    const std::lock_guard lock(mutex_);
    ending_ = true;
  }
  wake();
  if (thread_.joinable()) thread_.join();
}

void LocalListener::start(grpc::Server& server) {
  server_ = &server;
  thread_ = std::thread([this] { loop(); });
}

void LocalListener::close(std::chrono::milliseconds grace) {
  {
    const std::lock_guard lock(mutex_);
    server_ = nullptr;
    cut_all_at_ = Clock::now() + grace;
  }
  wake();
}

void LocalListener::wake() {
  const std::uint64_t one = 1;
  while (::write(wake_.get(), &one, sizeof(one)) < 0 && errno == EINTR) {
  }
}

void LocalListener::cut(std::string_view peer) {
  const std::lock_guard lock(mutex_);
  const auto connection = connections_.find(peer);
  if (connection != connections_.end()) endConnection(connection->second);
}

int LocalListener::timeLeft() const {
  if (!cut_all_at_) return -1;
  const auto left = std::chrono::ceil<std::chrono::milliseconds>(*cut_all_at_ - Clock::now());
  return static_cast<int>(std::max<std::int64_t>(left.count(), 0));
}

void LocalListener::loop() {
  ::pthread_setname_np(::pthread_self(), "gan-service");
  std::unique_lock lock(mutex_);
  while (!ending_ && timeLeft() != 0) {
    std::vector<pollfd> waiting{{wake_.get(), POLLIN, 0}, {server_ != nullptr ? listening_.get() : -1, POLLIN, 0}};
    for (const auto& [peer, connection] : connections_) waiting.push_back({connection.get(), 0, 0});
    const int time_left = timeLeft();
    lock.unlock();
    const int ready = ::poll(waiting.data(), waiting.size(), time_left);
    lock.lock();
    if (ready <= 0) continue;
    std::uint64_t woken = 0;
    if (waiting[0].revents != 0 && ::read(wake_.get(), &woken, sizeof(woken)) < 0) continue;
    if (waiting[1].revents != 0) accept();
    for (std::size_t i = 2; i < waiting.size(); ++i) {
      if (waiting[i].revents == 0) continue;  // gRPC has ended it, or the client has gone
      std::erase_if(connections_, [&](const auto& entry) { return entry.second.get() == waiting[i].fd; });
    }
  }
  for (const auto& [peer, connection] : connections_) endConnection(connection);
}

void LocalListener::accept() {
  if (server_ == nullptr) return;
  const int connection = ::accept4(listening_.get(), nullptr, nullptr, SOCK_CLOEXEC | SOCK_NONBLOCK);
  if (connection < 0) {
    // Without descriptors left, trying again at once would only burn time.
    if (errno == EMFILE || errno == ENFILE) std::this_thread::sleep_for(std::chrono::milliseconds(100));
    return;
  }
  connections_["fd:" + std::to_string(connection)] = FileDescriptor(::fcntl(connection, F_DUPFD_CLOEXEC, 0));
  grpc::AddInsecureChannelFromFd(server_, connection);
}

}  // namespace gan
