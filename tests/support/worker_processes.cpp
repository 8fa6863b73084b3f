#include "support/worker_processes.h"

#include <algorithm>
#include <csignal>
#include <filesystem>
#include <fstream>

namespace gan::test {
namespace {

/// "NAME=value" for each variable; none for a process that has ended.
std::vector<std::string> environmentOf(const std::string& pid) {
  std::vector<std::string> entries;
  std::ifstream file("/proc/" + pid + "/environ");
  for (std::string entry; std::getline(file, entry, '\0');) entries.push_back(entry);
  return entries;
}

}  // namespace

std::map<int, pid_t> workersOf(pid_t launcher) {
  std::map<int, pid_t> workers;
  const std::string own = std::to_string(launcher);
  std::ifstream children("/proc/" + own + "/task/" + own + "/children");
  for (pid_t child = 0; children >> child;) {
    for (const std::string& entry : environmentOf(std::to_string(child))) {
      if (entry.starts_with("RANK=")) workers[std::stoi(entry.substr(5))] = child;
    }
  }
  return workers;
}

bool isAlive(pid_t pid) {
  std::ifstream file("/proc/" + std::to_string(pid) + "/stat");
  std::string line;
  std::getline(file, line);
  const std::size_t name_end = line.rfind(')');
  return name_end != std::string::npos && line.size() > name_end + 2 && line[name_end + 2] != 'Z';
}

bool listensForSignals(pid_t pid) {
  std::ifstream file("/proc/" + std::to_string(pid) + "/status");
  for (std::string line; std::getline(file, line);) {
    if (!line.starts_with("SigBlk:")) continue;
    return (std::stoull(line.substr(line.find('\t')), nullptr, 16) >> (SIGUSR1 - 1) & 1U) != 0;
  }
  return false;
}

std::vector<pid_t> processesWith(const std::string& name, const std::string& value) {
  std::vector<pid_t> found;
  for (const auto& entry : std::filesystem::directory_iterator("/proc")) {
    const std::string pid = entry.path().filename();
    if (!std::ranges::all_of(pid, [](char letter) { return letter >= '0' && letter <= '9'; })) continue;
    if (std::ranges::count(environmentOf(pid), name + "=" + value) == 0) continue;
    if (const auto number = static_cast<pid_t>(std::stol(pid)); isAlive(number)) found.push_back(number);
  }
  return found;
}

}  // namespace gan::test
