#include "run/process_identity.h"

#include <unistd.h>

#include <array>
#include <cerrno>
#include <charconv>
#include <csignal>
#include <ctime>
#include <filesystem>
#include <optional>
#include <sstream>
#include <vector>

#include "core/atomic_file.h"
#include "core/error.h"
#include "core/host_name.h"
#include "core/units.h"

namespace gan {
namespace {

constexpr std::uint64_t kMaxProcFileBytes = 4096;

std::string readProcFile(const std::string& path) {
  try {
    std::string content = readFile(path, kMaxProcFileBytes);
    while (!content.empty() && content.back() == '\n') content.pop_back();
    return content;
  } catch (const Error&) {
    return {};
  }
}

struct ProcStat {
  char state = '?';
  std::uint64_t start_ticks = 0;
};

/// Fields 3 and 22 of /proc/PID/stat, proc(5). The name in field 2 may hold anything, so counting starts after its ')'.
std::optional<ProcStat> readStat(const std::string& folder) {
  const std::string stat = readProcFile(folder + "/stat");
  const std::size_t name_end = stat.rfind(')');
  if (name_end == std::string::npos) return std::nullopt;
  std::istringstream words(stat.substr(name_end + 1));
  std::vector<std::string> fields;
  for (std::string word; words >> word;) fields.push_back(word);
  constexpr std::size_t kState = 0;
  constexpr std::size_t kStartTicks = 22 - 3;
  if (fields.size() <= kStartTicks) return std::nullopt;
  ProcStat result{.state = fields[kState][0], .start_ticks = 0};
  const std::string& ticks = fields[kStartTicks];
  std::from_chars(ticks.data(), ticks.data() + ticks.size(), result.start_ticks);
  return result;
}

/// False where /proc was mounted for another pid namespace, so that its numbers mean other processes.
bool procIsOurs() {
  std::error_code error;
  return std::filesystem::read_symlink("/proc/self", error) == std::to_string(::getpid());
}

}  // namespace

ProcessIdentity thisProcess() {
  ProcessIdentity identity;
  identity.host = hostName();
  identity.boot_id = readProcFile("/proc/sys/kernel/random/boot_id");
  std::error_code error;
  identity.pid_namespace = std::filesystem::read_symlink("/proc/self/ns/pid", error).string();
  identity.pid = ::getpid();
  if (const auto stat = readStat("/proc/self")) identity.start_ticks = stat->start_ticks;
  return identity;
}

bool sharesProcessTable(const ProcessIdentity& a, const ProcessIdentity& b) {
  return !a.boot_id.empty() && !a.pid_namespace.empty() && a.host == b.host && a.boot_id == b.boot_id &&
         a.pid_namespace == b.pid_namespace;
}

bool isRunning(const ProcessIdentity& process) {
  if (process.pid <= 0) return false;
  if (::kill(process.pid, 0) != 0 && errno == ESRCH) return false;
  const auto stat = procIsOurs() ? readStat("/proc/" + std::to_string(process.pid)) : std::nullopt;
  if (!stat) return ::kill(process.pid, 0) == 0 || errno != ESRCH;  // hidden from us, or gone just now
  const bool ended = stat->state == 'Z' || stat->state == 'X';      // its parent has not asked for its result yet
  return !ended && stat->start_ticks == process.start_ticks;
}

double processStartUnixSeconds() {
  timespec since_boot{};
  ::clock_gettime(CLOCK_BOOTTIME, &since_boot);
  const double boot =
      unixSeconds() - (static_cast<double>(since_boot.tv_sec) + static_cast<double>(since_boot.tv_nsec) * 1e-9);
  const auto stat = readStat("/proc/self");
  if (!stat) return unixSeconds();
  return boot + static_cast<double>(stat->start_ticks) / static_cast<double>(::sysconf(_SC_CLK_TCK));
}

}  // namespace gan
