#include <memory>

#include "console.h"
#include "core/atomic_file.h"
#include "core/error.h"
#include "core/units.h"
#include "data_options.h"
#include "number_range.h"
#include "picture_options.h"

namespace gan::app {
namespace {

struct Options {
  PictureOptions pictures;
  std::vector<std::string> points;
  std::string keyframes;
  std::string kind;
  double seconds = 0;
  double frames_per_second = 0;
  bool loop = false;
  int zoom = 1;
  std::string out;
};

/// The file, if there is one, and above it what the command line says.
LatentWalk walkOf(const Options& options) {
  constexpr std::uint64_t kMaxBytes = 1U << 20U;
  LatentWalk walk;
  if (!options.keyframes.empty()) {
    walk = latentWalkFromYaml(readFile(options.keyframes, kMaxBytes), options.keyframes);
  }
  for (const std::string& line : options.points) walk.keyframes.push_back(samplePointFromText(line));
  if (!options.kind.empty()) walk.kind = pathKind(options.kind);
  if (options.seconds > 0) walk.seconds = options.seconds;
  if (options.frames_per_second > 0) walk.frames_per_second = options.frames_per_second;
  if (options.loop) walk.ends = PathEnds::kLoop;
  checkWalk(walk);
  return walk;
}

Result interpolate(const Options& options, ProgressMonitor& monitor) {
  requireName("--out", options.out);
  const FilmRequest request{.source = pictureSource(options.pictures, World()),
                            .walk = walkOf(options),
                            .zoom = options.zoom,
                            .out = options.out};
  const FilmOutcome outcome = drawFilm(request, monitor);
  Result result;
  result.text = counted(outcome.pictures, "picture") + " in " + options.out +
                (outcome.bytes > 0 ? ", " + formatBytes(outcome.bytes) : "") + ", made in " +
                fixed(outcome.seconds, 1) + " s";
  result.facts = {{"out", options.out},
                  {"pictures", outcome.pictures},
                  {"seconds", outcome.seconds},
                  {"bytes", outcome.bytes},
                  {"peak_memory_bytes", outcome.peak_memory_bytes}};
  return result;
}

}  // namespace

void addInterpolate(CLI::App& app, Invocation& invocation) {
  const auto options = std::make_shared<Options>();
  CLI::App* command = addCommand(
      app, invocation, "interpolate", "Makes a film of a path through latents and classes",
      [options] { return withMonitor([&](ProgressMonitor& monitor) { return interpolate(*options, monitor); }); });
  addPictureOptions(*command, options->pictures);
  command
      ->add_option("--point", options->points,
                   "A keyframe's line of text, as in \"seed=7 class=3*0.5+5*0.5\"; twice or more, in their order")
      ->type_name("LINE");
  command->add_option("--keyframes", options->keyframes,
                      "A YAML file with keyframes, one line of text each, and interpolation, seconds, "
                      "frames_per_second and loop, which the options below replace");
  command->add_option("--interpolation", options->kind, "linear, spherical (what is used otherwise) or cubic")
      ->check(CLI::IsMember({"linear", "spherical", "cubic"}));
  command->add_option("--seconds", options->seconds, "Length of the film; otherwise 4")
      ->check(numberRange(0.001, 86'400));
  command->add_option("--fps", options->frames_per_second, "Pictures a second; otherwise 30; a GIF shows at most 50")
      ->check(numberRange(1, 240));
  command->add_flag("--loop", options->loop, "From the last keyframe on to the first");
  command->add_option("--zoom", options->zoom, "Pixels along each side that a pixel becomes")
      ->capture_default_str()
      ->check(CLI::Range(1, 64));
  command
      ->add_option(
          "--out", options->out,
          "FILE.mp4 (made by the program ffmpeg), FILE.gif, or an empty or new folder for a PNG file each; a file "
          "of the same name and .json beside it says what they show")
      ->required();
}

}  // namespace gan::app
