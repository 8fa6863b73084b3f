#include <memory>

#include "data_options.h"
#include "picture_options.h"

namespace gan::app {
namespace {

struct Options {
  PictureOptions pictures;
  SampleOptions samples;
  PictureSheetOptions sheet;
  std::string out;
};

Result sheet(const Options& options, ProgressMonitor& monitor) {
  requireName("--out", options.out);
  std::vector<SamplePoint> points;
  for (const std::string& line : options.sheet.points) points.push_back(samplePointFromText(line));
  const SheetOutcome outcome = drawPictureSheet({.source = pictureSource(options.pictures, World()),
                                                 .alike = drawnAlike(options.samples),
                                                 .points = points,
                                                 .kind = sheetKind(options.sheet.kind),
                                                 .rows = options.sheet.rows,
                                                 .columns = options.sheet.columns,
                                                 .quality = options.sheet.quality,
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
  addSheetOptions(*command, options->sheet);
  command
      ->add_option("--out", options->out,
                   "FILE.png, FILE.jpg or FILE.webp; a file of the same name and .json beside it says what it shows")
      ->required();
}

}  // namespace gan::app
