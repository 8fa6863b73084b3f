#include <algorithm>
#include <chrono>
#include <nlohmann/json.hpp>

#include "sampling/film.h"
#include "sampling/latent_path.h"
#include "session/drawn_pictures.h"
#include "training/peak_memory.h"

namespace gan {
namespace {

namespace fs = std::filesystem;

constexpr std::int64_t kAtATime = 32;  // so that memory does not grow with the film's length

nlohmann::json describeFilm(const FilmRequest& request, const FoundGenerator& found) {
  nlohmann::json json = provenance(found);
  json["interpolation"] = nameOf(request.walk.kind);
  json["loop"] = request.walk.ends == PathEnds::kLoop;
  json["seconds"] = request.walk.seconds;
  json["frames_per_second"] = request.walk.frames_per_second;
  json["pictures"] = frameCount(request.walk);
  json["zoom"] = request.zoom;
  for (const SamplePoint& point : request.walk.keyframes) json["keyframes"].push_back(toText(point));
  describeTruncation(json, request.walk.keyframes);
  return json;
}

}  // namespace

FilmOutcome drawFilm(const FilmRequest& request, ProgressMonitor& monitor) {
  checkWalk(request.walk);
  const PeakMemory memory{c10::Device(request.source.device)};
  OpenedSource opened(sourceOf(request.source, request.walk.keyframes));
  PictureMaker& maker = opened.maker;
  const std::int64_t side = maker.facts().resolution * request.zoom;
  requireFilmSides(request.out, side, side);  // before statistics take their time
  const SamplePoint& first = request.walk.keyframes.front();
  maker.use(first.statistics, first.truncation);
  const PictureInputs keyframes = maker.inputs(request.walk.keyframes);
  const LatentPath latents(keyframes.latents, request.walk.kind, request.walk.ends);
  // Between classes lies their mixture; a spline or a circle could ask for less than nothing of one.
  std::optional<LatentPath> condition;
  if (keyframes.condition.defined()) condition.emplace(keyframes.condition, PathKind::kLinear, request.walk.ends);

  const auto begin = std::chrono::steady_clock::now();
  const auto film = openFilm(request.out, {.width = side,
                                           .height = side,
                                           .channels = maker.facts().channels,
                                           .frames_per_second = request.walk.frames_per_second,
                                           .loops = request.walk.ends == PathEnds::kLoop});
  const std::int64_t all = frameCount(request.walk);
  const std::int64_t count = request.at_most > 0 ? std::min(request.at_most, all) : all;
  for (std::int64_t done = 0; done < count;) {
    monitor.throwIfCancelled();
    std::vector<at::Tensor> z;
    std::vector<at::Tensor> y;
    for (std::int64_t frame = done; frame < std::min(done + kAtATime, count); ++frame) {
      const double place = keyframePlace(request.walk, frame);
      z.push_back(latents.at(place));
      if (condition) y.push_back(condition->at(place));
    }
    const at::Tensor pictures =
        maker.make({.latents = at::stack(z), .condition = y.empty() ? at::Tensor() : at::stack(y)}, done);
    for (const at::Tensor& picture : pictures.unbind()) film->add(imageOf(picture, request.zoom));
    done += pictures.size(0);
    monitor.report({.stage = "Film", .done = done, .total = count, .unit = "pictures"});
  }
  film->finish();
  fs::path beside = filmPath(request.out);
  beside += ".json";
  writeJson(beside, describeFilm(request, opened.found));
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
  std::string preview;
  if (request.at_most > 0) {
    const auto shown = std::span(request.walk.keyframes).first(std::min(kPreviewed, request.walk.keyframes.size()));
    preview = previewOf(maker.make(maker.inputs(shown)).unbind());
  }
  return {.from = drawnFrom(opened.found),
          .pictures = count,
          .all_pictures = all,
          .seconds = took.count(),
          .bytes = fs::is_regular_file(request.out) ? fs::file_size(request.out) : 0,
          .peak_memory_bytes = memory.bytes(),
          .preview = preview};
}

}  // namespace gan
