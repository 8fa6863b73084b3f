#include "sampling/point_painter.h"

#include <ATen/ops/_upsample_bilinear2d_aa.h>
#include <ATen/ops/stack.h>

#include <algorithm>
#include <list>
#include <optional>
#include <utility>

#include "models/weights_file.h"
#include "sampling/latent_path.h"
#include "sampling/picture_maker.h"
#include "sampling/projection.h"

namespace gan {
namespace {

constexpr std::size_t kKept = 2;  // two to be compared, or the newest and the one before

/// uint8 [N, C, H, W]
std::vector<Image> imagesOf(const at::Tensor& pictures, const PaintedWish& wish) {
  at::Tensor shown = pictures;
  if (wish.side > 0 && wish.side < pictures.size(2)) {
    shown = at::_upsample_bilinear2d_aa(pictures.to(at::kFloat), {wish.side, wish.side}, /*align_corners=*/false)
                .round_()
                .clamp_(0, 255)
                .to(at::kByte);
  }
  std::vector<Image> images;
  for (const at::Tensor& picture : shown.unbind()) {
    images.push_back(makeGrid(picture.unsqueeze(0), /*columns=*/1, /*padding=*/0));
  }
  return images;
}

}  // namespace

struct PointPainter::Impl {
  struct Kept {
    std::filesystem::path file;
    std::unique_ptr<PictureMaker> maker;
    std::shared_ptr<Discriminator> discriminator;  ///< Null until a photograph was shown to it.
  };

  Kept& keptOf(const PaintedWeights& weights) {
    const auto found = std::ranges::find(kept, weights.file, &Kept::file);
    if (found != kept.end()) {
      kept.splice(kept.begin(), kept, found);
      return kept.front();
    }
    if (kept.size() >= kKept) kept.pop_back();  // before another one takes memory
    auto generator = readGenerator(weights.file, weights.config);
    kept.push_front({weights.file,
                     std::make_unique<PictureMaker>(std::move(generator), device, threads,
                                                    standingBatches(weights.file, weights.config)),
                     nullptr});
    return kept.front();
  }
  PictureMaker& makerOf(const PaintedWeights& weights) { return *keptOf(weights).maker; }

  /// Beside a generator; null for no file.
  std::shared_ptr<Discriminator> discriminatorOf(Kept& beside, const std::filesystem::path& file,
                                                 const RunConfig& config) {
    if (file.empty() || beside.discriminator) return beside.discriminator;
    beside.discriminator = readDiscriminator(file, config);
    settle(*beside.discriminator, device);
    return beside.discriminator;
  }

  c10::Device device;
  int threads;
  std::list<Kept> kept;  ///< The one that was asked for last comes first.
};

PointPainter::PointPainter(const std::string& device, int threads)
    : impl_(std::make_unique<Impl>(Impl{.device = c10::Device(device), .threads = threads, .kept = {}})) {}

PointPainter::~PointPainter() = default;

std::vector<Image> PointPainter::paint(const PaintedWeights& weights, const std::vector<SamplePoint>& points,
                                       const PaintedWish& wish) {
  PictureMaker& maker = impl_->makerOf(weights);
  std::vector<Image> images;
  for (auto begin = points.begin(); begin != points.end();) {  // runs of points with the same statistics
    const auto end = std::find_if(begin, points.end(), [&begin](const SamplePoint& point) {
      return point.statistics != begin->statistics || point.truncation != begin->truncation;
    });
    maker.use(begin->statistics, begin->truncation);
    const std::vector<SamplePoint> alike(begin, end);
    std::ranges::move(imagesOf(maker.make(maker.inputs(alike)), wish), std::back_inserter(images));
    begin = end;
  }
  return images;
}

std::vector<Image> PointPainter::paint(const PaintedWeights& weights, const LatentWalk& walk, std::int64_t first,
                                       std::int64_t count, const PaintedWish& wish) {
  PictureMaker& maker = impl_->makerOf(weights);
  maker.use(walk.keyframes.front().statistics, walk.keyframes.front().truncation);
  const PictureInputs keyframes = maker.inputs(walk.keyframes);
  const LatentPath latents(keyframes.latents, walk.kind, walk.ends);
  // Between classes lies their mixture; a spline or a circle could ask for less than nothing of one.
  std::optional<LatentPath> condition;
  if (keyframes.condition.defined()) condition.emplace(keyframes.condition, PathKind::kLinear, walk.ends);
  std::vector<at::Tensor> z;
  std::vector<at::Tensor> y;
  for (std::int64_t frame = first; frame < first + count; ++frame) {
    const double place = keyframePlace(walk, frame);
    z.push_back(latents.at(place));
    if (condition) y.push_back(condition->at(place));
  }
  return imagesOf(maker.make({.latents = at::stack(z), .condition = y.empty() ? at::Tensor() : at::stack(y)}), wish);
}

LatentFacts PointPainter::describe(const PaintedWeights& weights) {
  return impl_->makerOf(weights).latents().describe();
}

PointPainter::Projected PointPainter::project(const PaintedWeights& weights, const PaintedPhoto& photo,
                                              ProjectionState& state, std::chrono::milliseconds at_least,
                                              const PaintedWish& wish) {
  const auto until = std::chrono::steady_clock::now() + at_least;
  Impl::Kept& kept = impl_->keptOf(weights);
  PictureMaker& maker = *kept.maker;
  maker.use(photo.begin.statistics, photo.begin.truncation);
  Projection search(maker, impl_->discriminatorOf(kept, photo.discriminator, weights.config), planesOf(photo.photo),
                    photo.begin, photo.steps);
  do {
    search.advance(state);
  } while (!search.done(state) && std::chrono::steady_clock::now() < until);
  Projected projected{.point = search.found(state), .picture = {}, .done = search.done(state)};
  projected.picture = std::move(imagesOf(maker.make(maker.inputs({{projected.point}})), wish).front());
  return projected;
}

}  // namespace gan
