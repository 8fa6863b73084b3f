#include <memory>

#include "data_options.h"
#include "picture_options.h"

namespace gan::app {
namespace {

struct Options {
  PictureOptions pictures;
  SampleOptions samples;
  std::string kind = "classes";
  std::vector<std::string> points;
  std::int64_t rows = 0;
  std::int64_t columns = 10;
  int quality = 95;
  std::string out;
};

Result sheet(const Options& options, ProgressMonitor& monitor) {
  requireName("--out", options.out);
  std::vector<SamplePoint> points;
  for (const std::string& line : options.points) points.push_back(samplePointFromText(line));
  const SheetOutcome outcome = drawPictureSheet({.source = pictureSource(options.pictures, World()),
                                                 .alike = drawnAlike(options.samples),
                                                 .points = points,
                                                 .kind = sheetKind(options.kind),
                                                 .rows = options.rows,
                                                 .columns = options.columns,
                                                 .quality = options.quality,
                                                 .out = options.out},
                                                monitor);
  Result result;
  result.text = counted(outcome.rows, "row") + " of " + counted(outcome.columns, "picture") + " in " + options.out;
  result.facts = {{"out", options.out}, {"rows", outcome.rows}, {"columns", outcome.columns}};
  return result;
}

}  // namespace

void addSheet(CLI::App& app, Invocation& invocation) {
  const auto options = std::make_shared<Options>();
  CLI::App* command =
      addCommand(app, invocation, "sheet", "Draws many small pictures into one: classes, checkpoints, interpolations",
                 [options] { return withMonitor([&](ProgressMonitor& monitor) { return sheet(*options, monitor); }); });
  addPictureOptions(*command, options->pictures);
  addSampleOptions(*command, options->samples);
  command
      ->add_option("--kind", options->kind,
                   "classes: a class a row; random: classes in turn; steps: a checkpoint a row, the same latents in "
                   "each; interpolate-z, interpolate-y, interpolate-zy: along a row from one latent, class or both to "
                   "another; sefa, pca: a direction a row, a picture moved along it from -3 to 3")
      ->capture_default_str()
      ->check(CLI::IsMember(
          {"classes", "random", "steps", "interpolate-z", "interpolate-y", "interpolate-zy", "sefa", "pca"}));
  CLI::Option* point =
      command
          ->add_option(
              "--point", options->points,
              "A picture's line of text: of steps the columns, repeatable; of sefa and pca the picture that is "
              "moved")
          ->type_name("LINE");
  for (const char* in_the_line : {"--seed", "--class", "--truncation", "--truncation-kind", "--statistics"}) {
    point->excludes(command->get_option(in_the_line));
  }
  command
      ->add_option(
          "--rows", options->rows,
          "0: of classes and steps as many as there are, at most 50; 8 of random, sefa and pca, 16 of interpolations")
      ->capture_default_str()
      ->check(CLI::Range(0, 1000));
  command->add_option("--columns", options->columns, "Pictures in a row")
      ->capture_default_str()
      ->check(CLI::Range(1, 1000));
  addQualityOption(*command, options->quality);
  command
      ->add_option("--out", options->out,
                   "FILE.png, FILE.jpg or FILE.webp; a file of the same name and .json beside it says what it shows")
      ->required();
}

}  // namespace gan::app
