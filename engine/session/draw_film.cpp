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
// To try a film out that an encoder makes: at most so many pictures, of which the first ones are drawn in any case.
constexpr std::int64_t kTriedByEncoder = 60;
constexpr std::int64_t kTriedAtATime = 12;
constexpr double kLongestTried = 0.5;  // seconds

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

/// The pictures of a walk, drawn some at a time.
class FrameDrawer {
 public:
  FrameDrawer(PictureMaker& maker, const LatentWalk& walk) : maker_(maker), walk_(walk), paths_(maker, walk) {}

  /// uint8 [last - first, C, H, W]
  at::Tensor draw(std::int64_t first, std::int64_t last) {
    std::vector<at::Tensor> z;
    std::vector<at::Tensor> y;
    for (std::int64_t frame = first; frame < last; ++frame) {
      const double place = keyframePlace(walk_, frame);
      z.push_back(paths_.latents.at(place));
      if (paths_.condition) y.push_back(paths_.condition->at(place));
    }
    const auto begin = std::chrono::steady_clock::now();
    at::Tensor pictures =
        maker_.make({.latents = at::stack(z), .condition = y.empty() ? at::Tensor() : at::stack(y)}, first);
    spent_ += std::chrono::steady_clock::now() - begin;
    return pictures;
  }
  double seconds() const { return spent_.count(); }

 private:
  struct Paths {
    Paths(PictureMaker& maker, const LatentWalk& walk) : Paths(maker.inputs(walk.keyframes), walk) {}
    Paths(const PictureInputs& keyframes, const LatentWalk& walk) : latents(keyframes.latents, walk.kind, walk.ends) {
      // Between classes lies their mixture; a spline or a circle could ask for less than nothing of one.
      if (keyframes.condition.defined()) condition.emplace(keyframes.condition, PathKind::kLinear, walk.ends);
    }
    LatentPath latents;
    std::optional<LatentPath> condition;
  };

  PictureMaker& maker_;
  const LatentWalk& walk_;
  Paths paths_;
  std::chrono::duration<double> spent_{0};
};

/// The first pictures of a film by an encoder, whose first ones take more than the others, and which takes time to
/// begin and to end: from two lengths follows what all of it takes.
struct TriedFilm {
  std::int64_t pictures = 0;
  double seconds = 0;  ///< Without drawing.
  std::uint64_t bytes = 0;
};

void foretell(const TriedFilm& shorter, const TriedFilm& longer, double drawing_seconds, FilmOutcome& outcome) {
  constexpr std::int64_t kKeyInterval = 250;  // x264's
  const auto more = static_cast<double>(longer.pictures - shorter.pictures);
  const double bytes_each =
      std::max(0.0, static_cast<double>(longer.bytes) - static_cast<double>(shorter.bytes)) / more;
  const double seconds_each = std::max(0.0, longer.seconds - shorter.seconds) / more;
  const double key_picture =
      std::max(0.0, static_cast<double>(shorter.bytes) - static_cast<double>(shorter.pictures) * bytes_each);
  const auto all = static_cast<double>(outcome.all_pictures);
  const auto key_pictures =
      static_cast<double>((outcome.all_pictures - 1) / kKeyInterval - (longer.pictures - 1) / kKeyInterval);
  outcome.all_bytes = static_cast<std::uint64_t>(static_cast<double>(longer.bytes) +
                                                 (all - static_cast<double>(longer.pictures)) * bytes_each +
                                                 key_pictures * key_picture);
  outcome.all_seconds = shorter.seconds + (all - static_cast<double>(shorter.pictures)) * seconds_each +
                        all * drawing_seconds / static_cast<double>(longer.pictures);
}

TriedFilm writeShort(const fs::path& whole, const FilmShape& shape, const std::vector<at::Tensor>& pictures,
                     std::int64_t zoom) {
  const fs::path path = whole.parent_path() / ("short-" + whole.filename().string());
  const auto begin = std::chrono::steady_clock::now();
  const auto film = openFilm(path, shape);
  for (const at::Tensor& picture : pictures) film->add(imageOf(picture, zoom));
  film->finish();
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
  const TriedFilm tried{
      .pictures = static_cast<std::int64_t>(pictures.size()), .seconds = took.count(), .bytes = fs::file_size(path)};
  fs::remove(path);
  return tried;
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
  FrameDrawer frames(maker, request.walk);

  const auto begin = std::chrono::steady_clock::now();
  const FilmShape shape{.width = side,
                        .height = side,
                        .channels = maker.facts().channels,
                        .frames_per_second = request.walk.frames_per_second,
                        .loops = request.walk.ends == PathEnds::kLoop};
  const auto film = openFilm(request.out, shape);
  const bool tries_encoder = request.at_most > 0 && request.out.extension() == ".mp4";
  const std::int64_t all = frameCount(request.walk);
  const std::int64_t at_most = tries_encoder ? kTriedByEncoder : request.at_most;
  const std::int64_t count = at_most > 0 ? std::min(at_most, all) : all;
  std::vector<at::Tensor> kept;
  std::int64_t done = 0;
  while (done < count) {
    if (tries_encoder && done > 0 && frames.seconds() > kLongestTried) break;
    monitor.throwIfCancelled();
    const at::Tensor pictures = frames.draw(done, std::min(done + (tries_encoder ? kTriedAtATime : kAtATime), count));
    for (const at::Tensor& picture : pictures.unbind()) {
      film->add(imageOf(picture, request.zoom));
      if (tries_encoder && static_cast<std::int64_t>(kept.size()) < request.at_most) kept.push_back(picture.clone());
    }
    done += pictures.size(0);
    monitor.report({.stage = "Film", .done = done, .total = count, .unit = "pictures"});
  }
  film->finish();
  fs::path beside = filmPath(request.out);
  beside += ".json";
  writeJson(beside, describeFilm(request, opened.found));
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
  FilmOutcome outcome{.from = drawnFrom(opened),
                      .pictures = done,
                      .all_pictures = all,
                      .seconds = took.count(),
                      .bytes = fs::is_regular_file(request.out) ? fs::file_size(request.out) : 0};
  if (tries_encoder && done < all && done > static_cast<std::int64_t>(kept.size())) {
    const TriedFilm whole{.pictures = done, .seconds = outcome.seconds - frames.seconds(), .bytes = outcome.bytes};
    foretell(writeShort(request.out, shape, kept, request.zoom), whole, frames.seconds(), outcome);
  }
  if (request.at_most > 0) {
    const auto shown = std::span(request.walk.keyframes).first(std::min(kPreviewed, request.walk.keyframes.size()));
    outcome.preview = previewOf(maker.make(maker.inputs(shown)).unbind());
  }
  outcome.drawing_seconds = frames.seconds();
  outcome.peak_memory_bytes = memory.bytes();
  return outcome;
}

}  // namespace gan
