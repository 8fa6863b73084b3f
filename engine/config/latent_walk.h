#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "config/sample_point.h"

namespace gan {

/// How a path goes from one keyframe to the next.
enum class PathKind {
  kLinear,     ///< Straight.
  kSpherical,  ///< Along a great circle (White, 2016, "Sampling generative networks", section 2.1).
  kCubic,      ///< Along a cubic spline through all of them, natural at its ends.
};

/// "linear", "spherical", "cubic".
std::string_view nameOf(PathKind kind);
/// The reverse. Throws Error(kInvalidArgument, "path_kind_unknown").
PathKind pathKind(std::string_view name);

/// Whether a path goes on from its last keyframe to its first.
enum class PathEnds { kOpen, kLoop };

/// A film: pictures along a path through keyframes.
struct LatentWalk {
  std::vector<SamplePoint> keyframes = {};  ///< At least 2, equally far apart in time.
  PathKind kind = PathKind::kSpherical;
  PathEnds ends = PathEnds::kOpen;
  double seconds = 4;  ///< From the first picture to the last; of a loop: until the first comes again.
  double frames_per_second = 30;

  friend bool operator==(const LatentWalk&, const LatentWalk&) = default;
};

/// Throws Error(kInvalidArgument, "latent_walk_bad") unless there are 2 to 1,000 keyframes, all of one step and one
/// statistics mode (and where that is not running, of one truncation), a time above 0 and up to a day, 1 to 240 frames
/// a second.
void checkWalk(const LatentWalk& walk);

/// Throws Error(kInvalidArgument, "film_too_large") for a longer side of more pixels than a film of that format takes,
/// zoomed pixels counted: 8,192 of "mp4", where an encoder holds many pictures at once, 16,384 of others.
void requireFilmSide(std::string_view format, std::int64_t side);

/// How many pictures it has, at least 2.
std::int64_t frameCount(const LatentWalk& walk);
/// Where picture `frame` stands on the path, in keyframes: 0 is the first one, 1.5 lies between the second and third.
double keyframePlace(const LatentWalk& walk, std::int64_t frame);

/// Reads
///   interpolation: spherical   # linear, cubic
///   seconds: 4
///   frames_per_second: 30
///   loop: false
///   keyframes:
///     - seed=1 class=3
///     - seed=7 class=3*0.5+5*0.5
/// where all but the keyframes may be left out. source names the text in messages. Throws Error(kInvalidArgument,
/// "latent_walk_bad") for text of more than 1 MiB and whatever else it may hold, and as checkWalk().
LatentWalk latentWalkFromYaml(std::string_view text, std::string_view source);

}  // namespace gan
