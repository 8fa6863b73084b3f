#include "support/worker_processes.h"

#include <algorithm>
#include <csignal>
#include <filesystem>
#include <fstream>

namespace gan::test {
namespace {

/// What stands in "environ" or "cmdline" of a process; nothing for one that has ended.
std::vector<std::string> wordsOf(const std::string& pid, const char* file_name) {
  std::vector<std::string> words;
  std::ifstream file("/proc/" + pid + "/" + file_name);
  for (std::string word; std::getline(file, word, '\0');) words.push_back(word);
  return words;
}

}  // namespace

std::map<int, pid_t> workersOf(pid_t launcher) {
  std::map<int, pid_t> workers;
  const std::string own = std::to_string(launcher);
  std::ifstream children("/proc/" + own + "/task/" + own + "/children");
  for (pid_t child = 0; children >> child;) {
    for (const std::string& entry : wordsOf(std::to_string(child), "environ")) {
      if (entry.starts_with("RANK=")) workers[std::stoi(entry.substr(5))] = child;
    }
  }
  return workers;
}

pid_t childWith(pid_t parent, const std::string& word) {
  std::error_code gone;
  for (const auto& thread : std::filesystem::directory_iterator("/proc/" + std::to_string(parent) + "/task", gone)) {
    std::ifstream children(thread.path() / "children");
    for (pid_t child = 0; children >> child;) {
      if (isAlive(child) && std::ranges::count(wordsOf(std::to_string(child), "cmdline"), word) > 0) return child;
    }
  }
  return -1;
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
    if (std::ranges::count(wordsOf(pid, "environ"), name + "=" + value) == 0) continue;
    if (const auto number = static_cast<pid_t>(std::stol(pid)); isAlive(number)) found.push_back(number);
  }
  return found;
}

}  // namespace gan::test
