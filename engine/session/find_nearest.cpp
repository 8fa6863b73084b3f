#include <algorithm>
#include <span>

#include "core/atomic_file.h"
#include "core/error.h"
#include "run/run_folder.h"
#include "sampling/picture_file.h"
#include "session/drawn_pictures.h"
#include "session/judge_run.h"
#include "session/nearest_images.h"
#include "session/photo.h"
#include "session/search_requests.h"

namespace gan {
namespace {

namespace fs = std::filesystem;

/// The picture that is compared.
Image wantedPicture(const NearestRequest& request, const RunConfig& config) {
  if (request.point) {
    OpenedSource opened(sourceOf(request.source, {&*request.point, 1}));
    opened.maker.use(request.point->statistics, request.point->truncation);
    return imageOf(opened.maker.make(opened.maker.inputs({&*request.point, 1}))[0]);
  }
  constexpr std::uint64_t kMostBytes = std::uint64_t{256} << 20U;
  constexpr std::int64_t kMostPixels = std::int64_t{1} << 27U;
  const std::string file = readFile(request.photo, kMostBytes);
  return fittedPhoto(std::as_bytes(std::span(file)), request.photo.string(), config.integer("data.resolution"),
                     config.integer("data.channels"), kMostPixels);
}

/// All of one size and as many channels, beside each other.
Image besideEachOther(const std::vector<Image>& images) {
  const Image& first = images.front();
  Image row{.width = first.width * static_cast<std::int64_t>(images.size()),
            .height = first.height,
            .channels = first.channels,
            .pixels = {}};
  const std::int64_t line = first.width * first.channels;
  for (std::int64_t y = 0; y < first.height; ++y) {
    for (const Image& image : images) {
      const auto begin = image.pixels.begin() + y * line;
      row.pixels.insert(row.pixels.end(), begin, begin + line);
    }
  }
  return row;
}

}  // namespace

NearestOutcome findNearest(const NearestRequest& request, ProgressMonitor& monitor) {
  if (!fs::is_directory(request.source.path)) {
    throw Error(
        ErrorCode::kInvalidArgument, "nearest_no_run",
        "{path} is no run folder, and weights alone do not say which images they were trained on. Give the run's "
        "folder.",
        {{"path", request.source.path.string()}});
  }
  std::optional<PictureFormat> format;
  if (!request.out.empty()) {
    format = pictureFormat(request.out.extension().string());
    requireFilePlace(request.out);
  }
  const RunFolder folder = RunFolder::open(request.source.path);
  const Image picture = wantedPicture(request, folder.config());
  const NearestImages images(folder.config(), folder.manifest().data_fingerprint,
                             {.threads = request.source.threads, .measure = request.measure, .cache = featuresCache()});
  const std::int64_t at_once = 4 * NearestImages::kAtATime * request.source.threads;
  std::vector<NearImage> nearest;
  for (std::int64_t done = 0; done < images.count();) {
    monitor.throwIfCancelled();
    const std::int64_t some = std::min(at_once, images.count() - done);
    images.search(picture, done, some, request.count, nearest);
    done += some;
    monitor.report({.stage = "Training images", .done = done, .total = images.count(), .unit = "images"});
  }
  NearestOutcome outcome{.images = {}, .searched = images.count() - images.unreadable()};
  std::vector<Image> shown = {picture};
  for (const NearImage& image : nearest) {
    outcome.images.push_back({.index = image.index,
                              .name = images.name(image.index),
                              .distance = images.distance(image),
                              .label = images.label(image.index),
                              .class_name = images.className(image.index)});
    if (format) shown.push_back(images.image(image.index));
  }
  if (format) {
    constexpr int kQuality = 95;
    writeFileAtomically(request.out, encodePicture(request.out, besideEachOther(shown), *format, kQuality));
  }
  return outcome;
}

}  // namespace gan
