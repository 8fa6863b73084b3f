#include "protocol/pump.h"

#include <poll.h>
#include <signal.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <cstddef>

namespace gan {
namespace {

/// Moves what is there now; false at the end of either side.
bool move(int from, int to) {
  std::array<char, 65536> buffer{};
  const ssize_t count = ::read(from, buffer.data(), buffer.size());
  if (count < 0) return errno == EINTR || errno == EAGAIN;
  if (count == 0) return false;
  for (ssize_t done = 0; done < count;) {
    const ssize_t written = ::write(to, buffer.data() + done, static_cast<std::size_t>(count - done));
    if (written >= 0) {
      done += written;
    } else if (errno == EAGAIN) {
      pollfd writable{to, POLLOUT, 0};
      ::poll(&writable, 1, -1);
    } else if (errno != EINTR) {
      return false;
    }
  }
  return true;
}

}  // namespace

void pumpStdio(const FileDescriptor& stream) {
  ::signal(SIGPIPE, SIG_IGN);
  std::array<pollfd, 2> ends{{{STDIN_FILENO, POLLIN, 0}, {stream.get(), POLLIN, 0}}};
  while (true) {
    if (::poll(ends.data(), ends.size(), -1) < 0 && errno != EINTR) return;
    if (ends[1].revents != 0 && !move(stream.get(), STDOUT_FILENO)) return;
    if (ends[0].revents != 0 && !move(STDIN_FILENO, stream.get())) {
      ::shutdown(stream.get(), SHUT_WR);  // what the other side still has to say comes through
      ends[0].fd = -1;
      ends[0].revents = 0;
    }
  }
}

void pumpStdio(const std::filesystem::path& run, Reach reach) {
  const Patience patience{std::chrono::steady_clock::now() + std::chrono::seconds(10)};
  const EngineStream engine = openEngineStream(run, reach, patience);
  pumpStdio(engine.descriptor);
}

}  // namespace gan
