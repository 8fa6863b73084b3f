#include <memory>

#include "console.h"
#include "core/error.h"
#include "core/units.h"
#include "data_options.h"
#include "picture_options.h"
#include "session/nearest_images.h"
#include "session/search_requests.h"

namespace gan::app {
namespace {

struct Options {
  PictureOptions pictures;
  std::string photo;
  std::string point;
  std::string by = "pixels";
  std::int64_t count = 8;
  std::string out;
};

std::string classOf(const FoundImage& image) {
  if (image.label < 0) return "-";
  return image.class_name.empty() ? std::to_string(image.label) : printable(image.class_name);
}

Result nearest(const Options& options, ProgressMonitor& monitor) {
  if (options.photo.empty() == options.point.empty()) {
    throw Error(ErrorCode::kInvalidArgument, "nearest_which_picture",
                "The nearest images to one picture can be found: give either a picture file or --point LINE.", {});
  }
  NearestRequest request{.source = pictureSource(options.pictures, World()),
                         .photo = options.photo,
                         .measure = nearestMeasure(options.by),
                         .count = options.count,
                         .out = options.out};
  if (!options.point.empty()) request.point = samplePointFromText(options.point);
  const NearestOutcome found = findNearest(request, monitor);
  std::vector<std::vector<std::string>> rows = {{"image", "distance", "class", "name"}};
  nlohmann::json images = nlohmann::json::array();
  for (const FoundImage& image : found.images) {
    rows.push_back({std::to_string(image.index), fixed(image.distance, 4), classOf(image), printable(image.name)});
    images.push_back({{"index", image.index}, {"distance", image.distance}, {"name", image.name}});
    if (image.label >= 0) images.back()["label"] = image.label;
    if (!image.class_name.empty()) images.back()["class"] = image.class_name;
  }
  Result result;
  result.text = "Of " + formatCount(found.searched) + " training images the nearest ones:\n" + formatTable(rows);
  result.facts = {{"searched", found.searched}, {"by", options.by}, {"images", images}};
  if (!options.out.empty()) result.facts["out"] = options.out;
  return result;
}

}  // namespace

void addNearest(CLI::App& app, Invocation& invocation) {
  const auto options = std::make_shared<Options>();
  CLI::App* command = addCommand(
      app, invocation, "nearest", "Finds the training images that are nearest to a picture",
      [options] { return withMonitor([&](ProgressMonitor& monitor) { return nearest(*options, monitor); }); });
  addPictureOptions(*command, options->pictures);
  command->add_option("PICTURE", options->photo,
                      "A picture file; its middle is cut out and scaled to the run's images");
  command->add_option("--point", options->point, "Or a picture's line of text, as in \"seed=7 class=3\"")
      ->type_name("LINE");
  command
      ->add_option("--by", options->by,
                   "pixels: distances are root mean squares at 32 x 32, 1 from black to white. features: of what the "
                   "in-domain classifier sees that `gan-engine evaluate RUN` has made of the run's images, over the "
                   "root mean square of the picture's")
      ->capture_default_str()
      ->check(CLI::IsMember({"pixels", "features"}));
  command->add_option("--count", options->count, "How many")
      ->capture_default_str()
      ->check(CLI::Range(std::int64_t{1}, NearestImages::kMost));
  command->add_option(
      "--out", options->out,
      "FILE.png, FILE.jpg or FILE.webp: the picture, and beside it the images as the networks see them");
}

}  // namespace gan::app
