#include "service/sampler_memory.h"

#include <algorithm>

#include "core/error.h"
#include "core/units.h"

namespace gan {
namespace {

/// Of so many maps of one picture's size and a width, on each thread that makes pictures, up to most_at_once.
std::uint64_t mapsNeed(const RunConfig& config, std::int64_t maps, const char* width, std::int64_t most_at_once) {
  if (config.text("model.architecture") == "mlp") return 0;
  const std::int64_t side = config.integer("data.resolution");
  const std::int64_t floats = maps * side * side * config.integer(width);
  return static_cast<std::uint64_t>(std::min(config.integer("sampler.threads"), most_at_once) * floats) * sizeof(float);
}

}  // namespace

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
