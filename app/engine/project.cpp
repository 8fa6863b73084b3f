#include <memory>

#include "console.h"
#include "core/atomic_file.h"
#include "data_options.h"
#include "picture_options.h"
#include "session/search_requests.h"

namespace gan::app {
namespace {

struct Options {
  PictureOptions pictures;
  std::string photo;
  std::string begin = "seed=0";
  std::int64_t steps = 200;
  std::string out;
};

/// Before the search, which may take hours.
void requirePicturePlace(const std::string& out) {
  sampleFormat("", out);
  requireFilePlace(out);
}

nlohmann::json factsOf(const ProjectionLoss& loss) {
  return {{"loss", loss.whole()}, {"pixels", loss.pixels}, {"features", loss.features}};
}

Result project(const Options& options, ProgressMonitor& monitor) {
  requireName("PHOTO", options.photo);
  const PictureSource source = pictureSource(options.pictures, World());
  if (!options.out.empty()) requirePicturePlace(options.out);
  const ProjectionOutcome found = projectPhoto(
      {.source = source, .photo = options.photo, .begin = samplePointFromText(options.begin), .steps = options.steps},
      monitor);
  Result result;
  result.text = toText(found.point) + "\nLoss " + fixed(found.loss.whole(), 5) + ", of the nearest place to begin " +
                fixed(found.begun.whole(), 5) +
                (found.discriminator ? " (pixels and the discriminator's features)" : " (pixels alone)");
  result.facts = factsOf(found.loss);
  result.facts["point"] = toText(found.point);
  result.facts["begun"] = factsOf(found.begun);
  result.facts["discriminator"] = found.discriminator;
  if (options.out.empty()) return result;
  PictureSource of_point = source;
  of_point.step.reset();  // the point says it
  ProgressMonitor quiet;
  drawSamples({.source = of_point,
               .alike = {},
               .points = {found.point},
               .format = sampleFormat("", options.out),
               .out = options.out},
              quiet);
  result.text += "\nIts picture is " + options.out;
  result.facts["out"] = options.out;
  return result;
}

}  // namespace

void addProject(CLI::App& app, Invocation& invocation) {
  const auto options = std::make_shared<Options>();
  CLI::App* command = addCommand(
      app, invocation, "project", "Looks for the latent whose picture is nearest to a photograph",
      [options] { return withMonitor([&](ProgressMonitor& monitor) { return project(*options, monitor); }); });
  addPictureOptions(*command, options->pictures);
  command
      ->add_option(
          "PHOTO", options->photo,
          "A picture file (PNG, JPEG, WebP, GIF, BMP, PNM); its middle is cut out and scaled to the generator's "
          "pictures")
      ->required();
  command
      ->add_option("--begin", options->begin,
                   "Where the search begins: a line of text, at which it looks first, and at other samples of its seed "
                   "then. Classes that it names stay; without, one is chosen")
      ->type_name("LINE")
      ->capture_default_str();
  command->add_option("--steps", options->steps, "Gradient steps")
      ->capture_default_str()
      ->check(CLI::Range(1, 100'000));
  command->add_option("--out", options->out,
                      "FILE.png, FILE.jpg or FILE.webp for the picture that was found; FILE.json beside it says what "
                      "made it");
}

}  // namespace gan::app
