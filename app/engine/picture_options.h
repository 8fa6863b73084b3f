#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "command.h"
#include "config/latent_walk.h"
#include "core/progress_monitor.h"
#include "launch/world.h"
#include "session/picture_requests.h"

namespace gan::app {

/// What may be asked for.
inline constexpr std::uint64_t kLastSeed = std::uint64_t{1} << 53U;
inline constexpr std::int64_t kMostSamples = std::int64_t{1} << 40U;
inline constexpr std::int64_t kLastSample = std::int64_t{1} << 43U;
inline constexpr double kMostTruncation = 1000;
inline constexpr int kMostZoom = 64;

/// What the commands that draw pictures have in common.
struct PictureOptions {
  std::string source;
  std::string step = "latest";
  std::string device = "auto";
  int threads = 0;  ///< 0: this process's share of the cores.
};
void addStepOption(CLI::App& command, std::string& step);
/// RUN, --step, --device and --threads.
void addPictureOptions(CLI::App& command, PictureOptions& options);
PictureSource pictureSource(const PictureOptions& options, const World& world);

/// What numbered samples have in common.
struct SampleOptions {
  std::uint64_t seed = 0;
  std::string classes;
  double truncation = 0;
  std::string truncation_kind = "redraw";
  std::string statistics = "running";
};
/// --seed, --class, --truncation, --truncation-kind and --statistics.
void addSampleOptions(CLI::App& command, SampleOptions& options);
DrawnAlike drawnAlike(const SampleOptions& options);

/// Which samples, and how they are written.
struct SampleSetOptions {
  std::int64_t first = 0;
  std::int64_t count = 64;
  std::vector<std::string> points;
  std::string format;
  int quality = 95;
  bool class_folders = false;
};
/// --count, --first, --point, --format, --quality and --class-folders; behind addSampleOptions().
void addSampleSetOptions(CLI::App& command, SampleSetOptions& options);

struct FilmOptions {
  std::vector<std::string> points;
  std::string keyframes;
  std::string kind;
  double seconds = 0;
  double frames_per_second = 0;
  bool loop = false;
  int zoom = 1;
};
/// --point, --keyframes, --interpolation, --seconds, --fps, --loop and --zoom.
void addFilmOptions(CLI::App& command, FilmOptions& options);
/// The file of keyframes, if there is one, and above it what the command line says.
LatentWalk walkOf(const FilmOptions& options);

struct PictureSheetOptions {
  std::string kind = "classes";
  std::vector<std::string> points;
  std::int64_t rows = 0;
  std::int64_t columns = 10;
  int quality = 95;
};
/// --kind, --point, --rows, --columns and --quality; behind addSampleOptions().
void addSheetOptions(CLI::App& command, PictureSheetOptions& options);

/// "1 picture", "12,480 pictures".
std::string counted(std::int64_t count, const std::string& noun);

}  // namespace gan::app
