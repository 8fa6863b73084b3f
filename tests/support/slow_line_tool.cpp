// slow_line HOST PORT BITS_PER_SECOND DELAY_MS FOLDER
//
// A ProxyCommand of ssh: leads its standard input and output to a port over a line of so many bits a second each way,
// on which every byte takes DELAY_MS. Writes how many bytes it has carried, there and back, into FOLDER/carried
// whenever that changes. While there is a file FOLDER/cut it carries nothing, as a line does from which somebody pulled
// the plug.
#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <deque>
#include <exception>
#include <filesystem>
#include <fstream>
#include <string>
#include <system_error>
#include <vector>

namespace {

using Clock = std::chrono::steady_clock;

constexpr std::size_t kPiece = 1500;      // bytes: a packet
constexpr std::size_t kMostWaiting = 40;  // packets; what sends waits until there is room, as behind a router's queue
constexpr std::chrono::milliseconds kLook(20);  // for the plug

/// One direction of the line.
class Direction {
 public:
  Direction(int from, int to, double bytes_per_second, std::chrono::milliseconds delay)
      : from_(from), to_(to), bytes_per_second_(bytes_per_second), delay_(delay) {}

  bool takes() const { return waiting_.size() < kMostWaiting && !ended_; }
  bool ended() const { return ended_ && waiting_.empty(); }
  int from() const { return from_; }
  Clock::time_point due() const { return waiting_.empty() ? Clock::time_point::max() : waiting_.front().due; }

  void read() {
    std::array<char, kPiece> bytes;
    const ssize_t count = ::read(from_, bytes.data(), bytes.size());
    if (count <= 0) {
      ended_ = true;
      return;
    }
    const std::chrono::duration<double> on_the_line(static_cast<double>(count) / bytes_per_second_);
    free_at_ = std::max(free_at_, Clock::now()) + std::chrono::duration_cast<Clock::duration>(on_the_line);
    waiting_.push_back({free_at_ + delay_, {bytes.data(), bytes.data() + count}});
  }
  /// False when nobody takes it any more.
  bool write() {
    for (; !waiting_.empty() && waiting_.front().due <= Clock::now(); waiting_.pop_front()) {
      const std::vector<char>& bytes = waiting_.front().bytes;
      for (std::size_t at = 0; at < bytes.size();) {
        const ssize_t count = ::write(to_, bytes.data() + at, bytes.size() - at);
        if (count <= 0) return false;
        at += static_cast<std::size_t>(count);
      }
      carried += bytes.size();
    }
    return true;
  }

  std::uint64_t carried = 0;

 private:
  struct Piece {
    Clock::time_point due;
    std::vector<char> bytes;
  };
  int from_;
  int to_;
  double bytes_per_second_;
  std::chrono::milliseconds delay_;
  bool ended_ = false;
  Clock::time_point free_at_ = Clock::now();
  std::deque<Piece> waiting_;
};

int connectedTo(const std::string& host, int port) {
  const int end = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(static_cast<std::uint16_t>(port));
  ::inet_pton(AF_INET, host.c_str(), &address.sin_addr);
  if (::connect(end, reinterpret_cast<const sockaddr*>(&address), sizeof(address)) != 0) {
    throw std::system_error(errno, std::generic_category(), host + ":" + std::to_string(port));
  }
  return end;
}

void carry(const std::vector<std::string>& words) {
  const int far = connectedTo(words.at(1), std::stoi(words.at(2)));
  const double bytes_per_second = std::stod(words.at(3)) / 8;
  const std::chrono::milliseconds delay(std::stol(words.at(4)));
  const std::filesystem::path folder = words.at(5);
  Direction there(STDIN_FILENO, far, bytes_per_second, delay);
  Direction back(far, STDOUT_FILENO, bytes_per_second, delay);
  std::uint64_t told = 0;
  while (!there.ended() && !back.ended()) {
    const bool cut = std::filesystem::exists(folder / "cut");
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(std::min(there.due(), back.due()) - Clock::now());
    std::array<pollfd, 2> both{pollfd{!cut && there.takes() ? there.from() : -1, POLLIN, 0},
                               pollfd{!cut && back.takes() ? back.from() : -1, POLLIN, 0}};
    ::poll(both.data(), both.size(),
           static_cast<int>(cut ? kLook.count() : std::clamp<std::int64_t>(left.count(), 0, kLook.count())));
    if (cut) continue;
    if (both[0].revents != 0) there.read();
    if (both[1].revents != 0) back.read();
    if (!there.write() || !back.write()) return;
    if (there.carried + back.carried != told) {
      told = there.carried + back.carried;
      std::ofstream(folder / "carried.new") << there.carried << " " << back.carried << "\n";
      std::filesystem::rename(folder / "carried.new", folder / "carried");
    }
  }
}

}  // namespace

int main(int argc, char** argv) {
  std::signal(SIGPIPE, SIG_IGN);
  try {
    carry({argv, argv + argc});
  } catch (const std::exception& error) {
    std::fprintf(stderr, "slow_line: %s\n", error.what());
    return 1;
  }
  return 0;
}
