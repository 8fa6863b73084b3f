#include <memory>

#include "console.h"
#include "core/units.h"
#include "data_options.h"
#include "picture_options.h"

namespace gan::app {
namespace {

struct Options {
  PictureOptions pictures;
  FilmOptions film;
  std::string out;
};

Result interpolate(const Options& options, ProgressMonitor& monitor) {
  requireName("--out", options.out);
  const FilmRequest request{.source = pictureSource(options.pictures, World()),
                            .walk = walkOf(options.film),
                            .zoom = options.film.zoom,
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
  addFilmOptions(*command, options->film);
  command
      ->add_option(
          "--out", options->out,
          "FILE.mp4 (made by the program ffmpeg), FILE.gif, or an empty or new folder for a PNG file each; a file "
          "of the same name and .json beside it says what they show")
      ->required();
}

}  // namespace gan::app
