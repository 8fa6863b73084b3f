#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "config/latent_walk.h"
#include "core/error.h"

// The YAML of a film's keyframes: refused with an Error, or a walk whose first and last picture stand on its path.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  try {
    const gan::LatentWalk walk = gan::latentWalkFromYaml({reinterpret_cast<const char*>(data), size}, "walk.yaml");
    const std::int64_t frames = gan::frameCount(walk);
    const auto last = static_cast<double>(walk.keyframes.size());
    if (gan::keyframePlace(walk, 0) != 0 || !(gan::keyframePlace(walk, frames - 1) <= last)) std::abort();
  } catch (const gan::Error& error) {
    if (error.code() != gan::ErrorCode::kInvalidArgument || error.message().size() > 4000) std::abort();
  }
  return 0;
}
