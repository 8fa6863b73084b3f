#include "service/sampler_process.h"

#include <sys/socket.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <fstream>
#include <sstream>
#include <thread>
#include <utility>

#include "core/error.h"

namespace gan {
namespace {

constexpr std::chrono::seconds kLongestSilence(30);  // within a frame
constexpr std::chrono::seconds kLongestEnd(1);       // of a process that has hung up
constexpr std::chrono::milliseconds kLeastMeasured(500);

/// Ours, and the process's.
std::pair<FileDescriptor, FileDescriptor> connectedPair() {
  std::array<int, 2> ends{};
  if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0) {
    throw Error(ErrorCode::kResourceExhausted, "sampler_no_socket",
                "The process that makes pictures cannot be connected: there are no descriptors left. See `ulimit -n`.");
  }
  FileDescriptor ours(ends[0]);
  FileDescriptor its(ends[1]);
  // A process that is stopped in the middle of a frame must not hold the engine up for ever.
  const timeval longest{.tv_sec = kLongestSilence.count(), .tv_usec = 0};
  for (const int direction : {SO_RCVTIMEO, SO_SNDTIMEO}) {
    ::setsockopt(ours.get(), SOL_SOCKET, direction, &longest, sizeof(longest));
  }
  return {std::move(ours), std::move(its)};
}

WorkerProcess startWith(const std::vector<std::string>& command, const FileDescriptor& socket) {
  return WorkerProcess({.command = command,
                        .environment = ownEnvironment(),
                        .input = socket.get(),
                        .output = socket.get(),
                        .errors = -1});
}

}  // namespace

SamplerProcess::SamplerProcess(const std::vector<std::string>& command)
    : process_([&] {
        auto [ours, its] = connectedPair();
        socket_ = std::move(ours);
        return startWith(command, its);
      }()),
      measured_at_(std::chrono::steady_clock::now()) {}

std::string SamplerProcess::ended() {
  const auto until = std::chrono::steady_clock::now() + kLongestEnd;
  std::optional<int> status = process_.ended();
  for (; !status; status = process_.ended()) {
    if (std::chrono::steady_clock::now() >= until) {
      process_.kill();
      return "by its engine";
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  process_.kill();  // what it may have left in its group
  return WIFSIGNALED(*status) ? "signal " + std::to_string(WTERMSIG(*status))
                              : "code " + std::to_string(WEXITSTATUS(*status));
}

SamplerLoadMeasured SamplerProcess::measure() {
  const std::string folder = "/proc/" + std::to_string(pid());
  SamplerLoadMeasured load;
  std::string stat;
  std::getline(std::ifstream(folder + "/stat"), stat);
  // Behind the name, which may hold anything: state, ten numbers, then user and system time in ticks.
  std::istringstream rest(stat.substr(stat.rfind(')') + 1));
  std::string skipped;
  for (int i = 0; i < 11; ++i) rest >> skipped;
  double user = 0;
  double system = 0;
  rest >> user >> system;
  const double seconds = (user + system) / static_cast<double>(::sysconf(_SC_CLK_TCK));
  const auto now = std::chrono::steady_clock::now();
  if (now - measured_at_ >= kLeastMeasured) {
    const double elapsed = std::chrono::duration<double>(now - std::exchange(measured_at_, now)).count();
    cpu_percent_ = 100 * (seconds - std::exchange(cpu_seconds_, seconds)) / elapsed;
  }
  load.cpu_percent = cpu_percent_;
  std::uint64_t pages = 0;
  std::ifstream(folder + "/statm") >> skipped >> pages;
  load.memory_bytes = pages * static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
  return load;
}

}  // namespace gan
