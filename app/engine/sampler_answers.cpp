#include "sampler_answers.h"

#include <algorithm>
#include <chrono>
#include <memory>
#include <vector>

#include "config/sample_point.h"
#include "config/yaml.h"
#include "core/error.h"
#include "data/resample.h"
#include "make_export.h"
#include "protocol/convert.h"
#include "protocol/status.h"
#include "protocol/utf8.h"
#include "sampling/picture_file.h"
#include "session/environment.h"
#include "session/judge_run.h"

namespace gan::app {
namespace {

namespace v1 = ganstudio::v1;

constexpr int kUsualQuality = 90;
constexpr std::int64_t kMostPhotoPixels = std::int64_t{1} << 24U;
constexpr std::chrono::milliseconds kPiece(150);  // of a search; then others get their turn

PaintedWeights weightsOf(const v1::SamplerTask& task) {
  PaintedWeights weights{.file = task.weights()};
  applyYaml(weights.config, task.config_yaml(), "the run's configuration");
  useFloat32Precision(weights.config);
  return weights;
}

PaintedWish wished(const v1::PictureWish& wish) { return {.side = static_cast<std::int64_t>(wish.size())}; }

void fill(v1::Picture& picture, const Image& image, const v1::PictureWish& wish, std::int64_t step) {
  picture.set_step(step);
  picture.set_width(static_cast<std::uint32_t>(image.width));
  picture.set_height(static_cast<std::uint32_t>(image.height));
  picture.set_channels(static_cast<std::uint32_t>(image.channels));
  picture.set_format(wish.format());
  if (wish.format() == v1::PICTURE_FORMAT_JPEG) {
    const int quality = wish.quality() == 0 ? kUsualQuality : static_cast<int>(wish.quality());
    picture.set_pixels(encodePicture("the picture", image, PictureFormat::kJpeg, quality));
  } else {
    picture.set_pixels(image.pixels.data(), image.pixels.size());
  }
}

/// A real image in the size that was asked for.
Image scaledDown(Image image, const v1::PictureWish& wish) {
  const auto side = static_cast<std::int64_t>(wish.size());
  if (side > 0 && side < image.width) resample(image, side, side, ResizeFilter::kBilinear);
  return image;
}

void toMessage(const ProjectionPath& path, v1::ProjectionPath& message) {
  message.mutable_z()->Assign(path.z.begin(), path.z.end());
  message.mutable_mean()->Assign(path.mean.begin(), path.mean.end());
  message.mutable_square()->Assign(path.square.begin(), path.square.end());
  message.set_label(path.label);
  message.set_pixels(path.begun.pixels);
  message.set_features(path.begun.features);
}

ProjectionPath fromMessage(const v1::ProjectionPath& message) {
  return {.z = {message.z().begin(), message.z().end()},
          .mean = {message.mean().begin(), message.mean().end()},
          .square = {message.square().begin(), message.square().end()},
          .label = message.label(),
          .begun = {.pixels = message.pixels(), .features = message.features()}};
}

std::string textOf(const ProjectionState& state) {
  v1::ProjectionSearch search;
  search.set_tried(state.tried);
  search.set_step(state.step);
  for (const ProjectionPath& path : state.paths) toMessage(path, *search.add_paths());
  toMessage({.z = state.best_z, .mean = {}, .square = {}, .label = state.best_label, .begun = state.best},
            *search.mutable_best());
  return search.SerializeAsString();
}

ProjectionState projectionOf(const std::string& text) {
  if (text.empty()) return {};
  v1::ProjectionSearch search;
  search.ParseFromString(text);
  const ProjectionPath best = fromMessage(search.best());
  ProjectionState state{.tried = search.tried(),
                        .step = search.step(),
                        .paths = {},
                        .best_z = best.z,
                        .best_label = best.label,
                        .best = best.begun};
  for (const v1::ProjectionPath& path : search.paths()) state.paths.push_back(fromMessage(path));
  return state;
}

}  // namespace

v1::SamplerAnswer SamplerAnswers::to(const v1::SamplerTask& task) {
  v1::SamplerAnswer made;
  try {
    if (share_.take) share_.take();
    share_.take = {};
    answer(task, made);
  } catch (const Error& error) {
    made.Clear();
    toMessage(error, *made.mutable_error());
  } catch (const std::exception& error) {
    made.Clear();
    toMessage(namedError(error, share_.bytes), *made.mutable_error());
  }
  return made;
}

void SamplerAnswers::answer(const v1::SamplerTask& task, v1::SamplerAnswer& answer) {
  if (task.has_describe()) return describe(task, answer);
  if (task.has_project()) return project(task, answer);
  if (task.has_nearest()) return findNearest(task, answer);
  if (task.has_sheet()) return drawSheet(task, answer);
  paint(task, answer);
}

void SamplerAnswers::paint(const v1::SamplerTask& task, v1::SamplerAnswer& answer) {
  const v1::PictureWish& wish = task.has_interpolate() ? task.interpolate().wish() : task.generate().wish();
  const auto take = [&](const std::vector<Image>& images) {
    for (const Image& image : images) {
      v1::Picture& picture = *answer.add_pictures();
      picture.set_index(static_cast<std::uint64_t>(answer.pictures_size() - 1));
      fill(picture, image, wish, task.step());
    }
  };
  if (task.has_interpolate()) {
    const v1::InterpolateRequest& film = task.interpolate();
    return take(painter_.paint(weightsOf(task), walkOf(film), static_cast<std::int64_t>(film.first()), film.count(),
                               wished(wish)));
  }
  std::vector<SamplePoint> points;
  for (const std::string& point : task.generate().points()) points.push_back(samplePointFromText(point));
  take(painter_.paint(weightsOf(task), points, wished(wish)));
}

void SamplerAnswers::describe(const v1::SamplerTask& task, v1::SamplerAnswer& answer) {
  const LatentFacts facts = painter_.describe(weightsOf(task));
  v1::LatentDescription& latents = *answer.mutable_latents();
  latents.set_step(task.step());
  latents.set_latent_size(static_cast<std::uint32_t>(facts.latent_size));
  latents.set_classes(static_cast<std::uint32_t>(facts.classes));
  latents.set_chunks(static_cast<std::uint32_t>(facts.chunks));
  for (const LatentFacts::Directions& directions : facts.directions) {
    v1::LatentDirections& message = *latents.add_directions();
    message.set_kind(std::string(nameOf(directions.kind)));
    message.mutable_shares()->Assign(directions.shares.begin(), directions.shares.end());
  }
}

void SamplerAnswers::project(const v1::SamplerTask& task, v1::SamplerAnswer& answer) {
  const v1::ProjectRequest& request = task.project();
  const PaintedWeights weights = weightsOf(task);
  ProjectionState state = projectionOf(task.search());
  PointPainter::Projected projected =
      painter_.project(weights,
                       {.photo = photoOf(request.photo(), weights.config),
                        .begin = request.start().empty() ? SamplePoint() : samplePointFromText(request.start()),
                        .steps = request.steps(),
                        .discriminator = task.discriminator()},
                       state, kPiece, wished(request.wish()));
  // Weights alone and the newest ones of a training are of no step that could be asked for again.
  if (task.kept() && !task.discriminator().empty()) projected.point.step = task.step();
  v1::ProjectProgress& progress = *answer.mutable_projection();
  progress.set_step(static_cast<std::uint32_t>(state.step));
  progress.set_steps(request.steps());
  progress.set_loss(state.best.whole());
  progress.set_pixels(state.best.pixels);
  progress.set_features(state.best.features);
  progress.set_point(toText(projected.point));
  fill(*progress.mutable_picture(), projected.picture, request.wish(), task.step());
  if (!projected.done) answer.set_search(textOf(state));
}

const Image& SamplerAnswers::photoOf(const std::string& file, const RunConfig& config) {
  return photo_.fitted(file, "the photograph", config.integer("data.resolution"), config.integer("data.channels"),
                       kMostPhotoPixels);
}

const NearestImages* SamplerAnswers::imagesOf(const v1::SamplerTask& task, const RunConfig& config) {
  const std::string& by = task.nearest().by();
  const NearestOptions options{.threads = threads_,
                               .measure = by.empty() ? NearestMeasure::kPixels : nearestMeasure(by),
                               .cache = featuresCache()};
  const auto open = [config, fingerprint = task.data_fingerprint(), options] {
    return std::make_unique<NearestImages>(config, fingerprint, options);
  };
  const std::string what = task.data_fingerprint() + "\n" + std::string(nameOf(options.measure)) + "\n";
  return images_.find(what + task.config_yaml(), open, kPiece);
}

const Image& SamplerAnswers::wantedPicture(const v1::SamplerTask& task, const PaintedWeights& weights) {
  const v1::NearestRequest& request = task.nearest();
  if (request.has_photo()) return photoOf(request.photo(), weights.config);
  const std::string wanted = task.weights() + "\n" + request.point();
  if (task.search().empty() || painted_of_ != wanted) {
    painted_ = painter_.paint(weights, {samplePointFromText(request.point())}, PaintedWish()).front();
    painted_of_ = wanted;
  }
  return painted_;
}

void SamplerAnswers::drawSheet(const v1::SamplerTask& task, v1::SamplerAnswer& answer) {
  const v1::SheetTask& wanted = task.sheet();
  if (sheet_ == nullptr || sheet_file_ != wanted.file() || task.search().empty()) {
    sheet_.reset();  // another one's, or a lost process had begun with it
    sheet_ = std::make_unique<PictureSheet>(
        SheetRequest{.source = {.path = wanted.run(), .step = task.step(), .device = device_, .threads = threads_},
                     .alike = drawnAlike(wanted.alike()),
                     .kind = sheetKind(wanted.kind()),
                     .out = wanted.file()});
    sheet_file_ = wanted.file();
  }
  const auto until = std::chrono::steady_clock::now() + kPiece;
  while (!sheet_->isDrawn() && std::chrono::steady_clock::now() < until) sheet_->drawRow();
  answer.mutable_sheet()->set_rows(static_cast<std::uint32_t>(sheet_->done()));
  answer.mutable_sheet()->set_all_rows(static_cast<std::uint32_t>(sheet_->rows()));
  if (!sheet_->isDrawn()) return answer.set_search("goes on");
  const std::unique_ptr<PictureSheet> drawn = std::move(sheet_);
  drawn->write();
}

void SamplerAnswers::findNearest(const v1::SamplerTask& task, v1::SamplerAnswer& answer) {
  const v1::NearestRequest& request = task.nearest();
  const PaintedWeights weights = weightsOf(task);
  const Image& picture = wantedPicture(task, weights);
  v1::NearestSearch search;
  search.ParseFromString(task.search());
  const NearestImages* const opened = imagesOf(task, weights.config);
  if (opened == nullptr) {
    answer.mutable_nearest()->set_searched(static_cast<std::uint64_t>(search.searched()));
    search.set_opening(true);  // so that it is not empty, which is the end
    return answer.set_search(search.SerializeAsString());
  }
  const NearestImages& images = *opened;
  std::vector<NearImage> nearest;
  for (int i = 0; i < std::min(search.indices_size(), search.squares_size()); ++i) {
    nearest.push_back({.index = search.indices(i), .squares = search.squares(i)});
  }
  const std::int64_t at_once = NearestImages::kAtATime * threads_;
  std::int64_t searched = search.searched();
  const auto until = std::chrono::steady_clock::now() + kPiece;
  do {
    const std::int64_t some = std::min(at_once, images.count() - searched);
    images.search(picture, searched, some, request.count(), nearest);
    searched += some;
  } while (searched < images.count() && std::chrono::steady_clock::now() < until);
  v1::NearestProgress& progress = *answer.mutable_nearest();
  progress.set_searched(static_cast<std::uint64_t>(searched));
  progress.set_total(static_cast<std::uint64_t>(images.count()));
  if (searched < images.count()) {
    search.Clear();
    search.set_searched(searched);
    for (const NearImage& image : nearest) {
      search.add_indices(image.index);
      search.add_squares(image.squares);
    }
    return answer.set_search(search.SerializeAsString());
  }
  for (const NearImage& image : nearest) {
    v1::NearImage& message = *progress.add_images();
    message.set_index(static_cast<std::uint64_t>(image.index));
    message.set_name(toUtf8(images.name(image.index)));
    message.set_distance(images.distance(image));
    if (images.label(image.index) != kNoLabel) message.set_label(images.label(image.index));
    message.set_class_name(toUtf8(images.className(image.index)));
    fill(*message.mutable_picture(), scaledDown(images.image(image.index), request.wish()), request.wish(),
         task.step());
  }
}

}  // namespace gan::app
