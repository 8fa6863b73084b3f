// link_relay FIRST SECOND DELAY_MS LOSS SEED
//
// Joins two named network namespaces by a link of its own making: an interface gan0 in each, and every packet that goes
// into one comes out of the other DELAY_MS later, except a share LOSS of them, drawn with SEED. Ends at SIGTERM and
// says how many it carried and how many it lost. For kernels without sch_netem.
#include <fcntl.h>
#include <linux/if_tun.h>
#include <net/if.h>
#include <poll.h>
#include <sched.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <deque>
#include <exception>
#include <random>
#include <string>
#include <system_error>
#include <vector>

namespace {

using Clock = std::chrono::steady_clock;

volatile std::sig_atomic_t asked_to_end = 0;

struct Packet {
  Clock::time_point due;
  std::vector<char> bytes;
};

[[noreturn]] void fail(const std::string& what) { throw std::system_error(errno, std::generic_category(), what); }

/// An interface belongs to the namespace in which its descriptor was opened.
int openInterface(const std::string& space) {
  const int place = ::open(("/run/netns/" + space).c_str(), O_RDONLY | O_CLOEXEC);
  if (place < 0 || ::setns(place, CLONE_NEWNET) != 0) fail(space);
  ::close(place);
  const int tun = ::open("/dev/net/tun", O_RDWR | O_NONBLOCK | O_CLOEXEC);
  ifreq request{};
  std::strncpy(request.ifr_name, "gan0", IFNAMSIZ - 1);
  request.ifr_flags = IFF_TUN | IFF_NO_PI;
  if (tun < 0 || ::ioctl(tun, TUNSETIFF, &request) != 0) fail("/dev/net/tun");
  return tun;
}

/// One direction of the link.
class Direction {
 public:
  Direction(int from, int to, std::chrono::milliseconds delay, double loss, std::uint64_t seed)
      : from_(from), to_(to), delay_(delay), lost_(loss), random_(seed) {}

  void read() {
    std::array<char, 65536> buffer;
    for (ssize_t count = 0; (count = ::read(from_, buffer.data(), buffer.size())) > 0;) {
      if (lost_(random_)) {
        ++dropped;
      } else {
        waiting_.push_back({Clock::now() + delay_, {buffer.data(), buffer.data() + count}});
      }
    }
  }
  void write() {
    for (; !waiting_.empty() && waiting_.front().due <= Clock::now(); waiting_.pop_front()) {
      if (::write(to_, waiting_.front().bytes.data(), waiting_.front().bytes.size()) > 0) ++carried;
    }
  }
  Clock::time_point next() const { return waiting_.empty() ? Clock::time_point::max() : waiting_.front().due; }

  std::uint64_t carried = 0;
  std::uint64_t dropped = 0;

 private:
  int from_;
  int to_;
  std::chrono::milliseconds delay_;
  std::bernoulli_distribution lost_;
  std::mt19937_64 random_;
  std::deque<Packet> waiting_;
};

void relay(const std::vector<std::string>& words) {
  const int first = openInterface(words.at(1));
  const int second = openInterface(words.at(2));
  const std::chrono::milliseconds delay(std::stol(words.at(3)));
  const double loss = std::stod(words.at(4));
  const std::uint64_t seed = std::stoull(words.at(5));
  Direction there(first, second, delay, loss, seed);
  Direction back(second, first, delay, loss, seed + 1);
  while (asked_to_end == 0) {
    constexpr int kLongestMs = 100;
    const auto left = std::min(there.next(), back.next()) - Clock::now();
    const auto wait = std::chrono::ceil<std::chrono::milliseconds>(left).count();
    std::array<pollfd, 2> both{pollfd{first, POLLIN, 0}, pollfd{second, POLLIN, 0}};
    ::poll(both.data(), both.size(), static_cast<int>(std::clamp<std::int64_t>(wait, 0, kLongestMs)));
    there.read();
    back.read();
    there.write();
    back.write();
  }
  std::printf("%llu %llu\n", static_cast<unsigned long long>(there.carried + back.carried),
              static_cast<unsigned long long>(there.dropped + back.dropped));
}

}  // namespace

int main(int argc, char** argv) {
  std::signal(SIGTERM, [](int) { asked_to_end = 1; });
  try {
    relay({argv, argv + argc});
  } catch (const std::exception& error) {
    std::fprintf(stderr, "link_relay: %s\n", error.what());
    return 1;
  }
  return 0;
}
