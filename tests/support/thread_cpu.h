#pragma once

#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <map>
#include <sstream>
#include <string>
#include <thread>

namespace gan::test {

/// What a file "stat" of /proc says of a process or thread.
struct NamedCpu {
  std::string name;  ///< Empty: it has gone.
  double seconds = 0;
};

inline NamedCpu readCpu(const std::filesystem::path& stat) {
  std::ifstream file(stat);
  const std::string text((std::istreambuf_iterator<char>(file)), {});
  const auto open = text.find('(');
  const auto close = text.rfind(')');
  if (open == std::string::npos || close == std::string::npos) return {};
  std::istringstream rest(text.substr(close + 2));
  std::string skipped;
  for (int field = 3; field < 14; ++field) rest >> skipped;
  double user = 0;
  double system = 0;
  rest >> user >> system;
  return {text.substr(open + 1, close - open - 1), (user + system) / static_cast<double>(sysconf(_SC_CLK_TCK))};
}

/// CPU seconds of a process so far, of all its threads, also of those that have ended.
inline double cpuOfProcess(pid_t pid) { return readCpu("/proc/" + std::to_string(pid) + "/stat").seconds; }

/// CPU seconds of the threads that a process has, by their names.
inline std::map<std::string, double> cpuByThreadName(pid_t pid) {
  std::map<std::string, double> result;
  for (const auto& task : std::filesystem::directory_iterator("/proc/" + std::to_string(pid) + "/task")) {
    const NamedCpu thread = readCpu(task.path() / "stat");
    if (!thread.name.empty()) result[thread.name] += thread.seconds;
  }
  return result;
}

/// Whether this process has a thread of that name, or gets one soon.
inline bool hasThread(const std::string& name) {
  const auto until = std::chrono::steady_clock::now() + std::chrono::seconds(10);
  while (!cpuByThreadName(getpid()).contains(name)) {
    if (std::chrono::steady_clock::now() > until) return false;
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  return true;
}

struct CpuShare {
  double trainer = 0;     ///< Seconds of the training thread and its helpers.
  double monitoring = 0;  ///< Seconds of recorder, with its errands, and service,
  double service = 0;     ///< and of the service alone.
};

/// What threads of an engine spent between two looks. Those that train bear the program's name; the loader's are part
/// of training too.
inline CpuShare cpuSince(const std::map<std::string, double>& before, const std::map<std::string, double>& after) {
  CpuShare share;
  for (const auto& [name, total] : after) {
    const auto earlier = before.find(name);
    const double spent = total - (earlier == before.end() ? 0 : earlier->second);
    const bool trains = name == "gan-engine" || name.starts_with("gan-loader");
    (trains ? share.trainer : share.monitoring) += spent;
    const bool records = name.starts_with("gan-recorder") || name.starts_with("gan-errands");
    if (!trains && !records) share.service += spent;
    if (spent > 0) std::cout << "    " << name << ": " << spent << " s\n";
  }
  return share;
}

}  // namespace gan::test
