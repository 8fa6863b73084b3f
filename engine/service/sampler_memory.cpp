#include "service/sampler_memory.h"

#include <algorithm>
#include <fstream>
#include <limits>
#include <optional>
#include <string>

#include "core/error.h"
#include "core/units.h"

namespace gan {
namespace {

namespace fs = std::filesystem;
constexpr std::uint64_t kNoLimit = std::numeric_limits<std::uint64_t>::max();

/// Nothing where there is no such file, or it says "max".
std::optional<std::uint64_t> numberIn(const fs::path& file) {
  std::uint64_t number = 0;
  std::ifstream in(file);
  if (in >> number) return number;
  return std::nullopt;
}

std::uint64_t hostAvailable(const fs::path& root) {
  std::ifstream meminfo(root / "proc/meminfo");
  std::string key;
  std::uint64_t kib = 0;
  for (std::string rest; meminfo >> key >> kib; std::getline(meminfo, rest)) {
    if (key == "MemAvailable:") return kib * 1024;
  }
  return kNoLimit;
}

/// Of files that the group has read and that can be dropped at any time.
std::uint64_t droppable(const fs::path& group) {
  std::ifstream stat(group / "memory.stat");
  std::string key;
  std::uint64_t bytes = 0;
  while (stat >> key >> bytes) {
    if (key == "inactive_file" || key == "total_inactive_file") return bytes;
  }
  return 0;
}

/// Of a group and all above it.
std::uint64_t leftIn(const fs::path& mount, const fs::path& group, const char* limit_file, const char* used_file) {
  std::uint64_t least = kNoLimit;
  for (fs::path at = group; !at.empty(); at = at.has_parent_path() && at != at.parent_path() ? at.parent_path() : "") {
    const fs::path folder = mount / at.relative_path();
    const auto limit = numberIn(folder / limit_file);
    const auto used = numberIn(folder / used_file);
    if (!limit || !used) continue;
    const std::uint64_t held = *used - std::min(*used, droppable(folder));
    least = std::min(least, *limit - std::min(*limit, held));
  }
  return least;
}

/// Of so many maps of one picture's size and a width, on each thread that makes pictures, up to most_at_once.
std::uint64_t mapsNeed(const RunConfig& config, std::int64_t maps, const char* width, std::int64_t most_at_once) {
  if (config.text("model.architecture") == "mlp") return 0;
  const std::int64_t side = config.integer("data.resolution");
  const std::int64_t floats = maps * side * side * config.integer(width);
  return static_cast<std::uint64_t>(std::min(config.integer("sampler.threads"), most_at_once) * floats) * sizeof(float);
}

}  // namespace

std::uint64_t memoryLeft(const fs::path& root) {
  std::uint64_t least = hostAvailable(root);
  const fs::path mount = root / "sys/fs/cgroup";
  std::ifstream groups(root / "proc/self/cgroup");
  for (std::string line; std::getline(groups, line);) {  // "0::/user.slice" or "5:memory:/docker/ab12"
    const std::size_t first = line.find(':');
    const std::size_t second = line.find(':', first + 1);
    if (first == std::string::npos || second == std::string::npos) continue;
    const std::string controllers = line.substr(first + 1, second - first - 1);
    const fs::path group = line.substr(second + 1);
    if (controllers.empty()) least = std::min(least, leftIn(mount, group, "memory.max", "memory.current"));
    if (controllers == "memory") {
      least = std::min(least, leftIn(mount / "memory", group, "memory.limit_in_bytes", "memory.usage_in_bytes"));
    }
  }
  return least;
}

void requireMemory(std::uint64_t needed_bytes, std::uint64_t left_bytes) {
  const std::uint64_t with_room = needed_bytes + needed_bytes / 5;
  if (left_bytes >= with_room) return;
  throw Error(ErrorCode::kResourceExhausted, "sampler_no_memory",
              "Making pictures beside the training needs {needed} of memory and a fifth more, but only {left} are left "
              "here. Make room, or say with sampler.memory_mib that less will do.",
              {{"needed", formatBytes(needed_bytes)}, {"left", formatBytes(left_bytes)}});
}

std::uint64_t samplerNeed(std::uint64_t weights_bytes) { return (std::uint64_t{400} << 20U) + 4 * weights_bytes; }

std::uint64_t statisticsNeed(const RunConfig& config) {
  constexpr std::uint64_t kBatch = 64;
  constexpr std::int64_t kMostAtOnce = 4;
  // In maps of the pictures' size and the generator's width. A residual block holds its input of twice the width on
  // both of its ways, and two of its own; before dcgan's last layer stand some of half that size.
  const std::int64_t maps = config.text("model.architecture").starts_with("dcgan") ? 1 : 6;
  return kBatch * mapsNeed(config, maps, "model.generator_width", kMostAtOnce);
}

std::uint64_t sheetNeed(std::uint64_t weights_bytes, const RunConfig& config) {
  constexpr std::int64_t kPictures = 50 * 10;
  constexpr std::int64_t kCopies = 2;  // the pixels, and the file
  const std::int64_t side = config.integer("data.resolution");
  return 2 * weights_bytes +
         static_cast<std::uint64_t>(kCopies * kPictures * side * side * config.integer("data.channels"));
}

std::uint64_t featuresNeed(const RunConfig& config) {
  constexpr std::uint64_t kNetwork = std::uint64_t{100} << 20U;  // ResNet-18, as it is read
  constexpr std::uint64_t kKept = std::uint64_t{16} << 20U;      // features of images that were looked at
  constexpr std::int64_t kImages = 16;                           // that a thread looks at
  constexpr std::int64_t kThreads = 4;
  constexpr std::int64_t kMaps = 4 * 64;  // a residual block's, of the images' size
  const std::int64_t side = config.integer("data.resolution");
  return kNetwork + kKept + static_cast<std::uint64_t>(kThreads * kImages * kMaps * side * side) * sizeof(float);
}

std::uint64_t projectionNeed(const RunConfig& config) {
  constexpr std::int64_t kPaths = 4;
  // Of one picture all that a pass makes is kept for its gradient: what the layers before and behind hold adds up to
  // about as much again as the largest ones.
  const std::int64_t maps = config.text("model.architecture").starts_with("dcgan") ? 6 : 24;
  return mapsNeed(config, maps, "model.generator_width", kPaths) +
         mapsNeed(config, maps, "model.discriminator_width", kPaths);
}

}  // namespace gan
