#include "run/memory_room.h"

#include <algorithm>
#include <array>
#include <fstream>
#include <optional>
#include <string>
#include <string_view>

namespace gan {
namespace {

namespace fs = std::filesystem;

/// The files of a control group that say what limits it and what it has taken, and what of that, by names in
/// memory.stat, can be dropped at any time.
struct GroupFiles {
  const char* limit;
  const char* used;
  std::array<std::string_view, 3> droppable;
};
/// Of this version, names without "total_" leave out the groups below.
constexpr GroupFiles kFirstVersion{
    "memory.limit_in_bytes", "memory.usage_in_bytes", {"total_active_file", "total_inactive_file"}};
constexpr GroupFiles kSecondVersion{
    "memory.max", "memory.current", {"active_file", "inactive_file", "slab_reclaimable"}};

/// Nothing where there is no such file, or it says "max".
std::optional<std::uint64_t> numberIn(const fs::path& file) {
  std::uint64_t number = 0;
  std::ifstream in(file);
  if (in >> number) return number;
  return std::nullopt;
}

MemoryRoom roomOfHost(const fs::path& root) {
  MemoryRoom room;
  std::ifstream meminfo(root / "proc/meminfo");
  std::string key;
  std::uint64_t kib = 0;
  for (std::string rest; meminfo >> key >> kib; std::getline(meminfo, rest)) {
    if (key == "MemTotal:") room.total_bytes = kib * 1024;
    if (key == "MemAvailable:") room.left_bytes = kib * 1024;
  }
  return room;
}

std::uint64_t droppable(const fs::path& group, const GroupFiles& files) {
  std::ifstream stat(group / "memory.stat");
  std::string key;
  std::uint64_t bytes = 0;
  std::uint64_t sum = 0;
  while (stat >> key >> bytes) {
    if (std::ranges::find(files.droppable, key) != files.droppable.end()) sum += bytes;
  }
  return sum;
}

/// Takes over what a group, or one above it, leaves less.
void narrow(MemoryRoom& room, const fs::path& mount, fs::path group, const GroupFiles& files) {
  for (;; group = group.parent_path()) {
    const fs::path folder = mount / group.relative_path();
    const auto limit = numberIn(folder / files.limit);
    const auto used = numberIn(folder / files.used);
    if (limit && used) {
      const std::uint64_t held = *used - std::min(*used, droppable(folder, files));
      const std::uint64_t left = *limit - std::min(*limit, held);
      if (left < room.left_bytes) room = {*limit, left};
    }
    if (group == group.parent_path()) return;
  }
}

}  // namespace

MemoryRoom memoryRoom(const fs::path& root) {
  MemoryRoom room = roomOfHost(root);
  const fs::path mount = root / "sys/fs/cgroup";
  std::ifstream groups(root / "proc/self/cgroup");
  for (std::string line; std::getline(groups, line);) {  // "0::/user.slice" or "5:memory:/docker/ab12"
    const std::size_t first = line.find(':');
    const std::size_t second = line.find(':', first + 1);
    if (first == std::string::npos || second == std::string::npos) continue;
    const std::string controllers = line.substr(first + 1, second - first - 1);
    const fs::path group = line.substr(second + 1);
    if (controllers.empty()) narrow(room, mount, group, kSecondVersion);
    if (controllers == "memory") narrow(room, mount / "memory", group, kFirstVersion);
  }
  return room;
}

}  // namespace gan
