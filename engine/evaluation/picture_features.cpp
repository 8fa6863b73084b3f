#include "evaluation/picture_features.h"

#include <ATen/Context.h>
#include <ATen/ops/empty.h>
#include <ATen/ops/isfinite.h>
#include <c10/core/InferenceMode.h>

#include <algorithm>
#include <atomic>
#include <optional>
#include <vector>

#include "core/error.h"
#include "core/parallel_for.h"
#include "evaluation/draw_rows.h"

namespace gan {
namespace {

constexpr std::size_t kMostInputBytes = std::size_t{1} << 30U;
constexpr std::uint64_t kKeptDraw = std::uint64_t{1} << 22U;
constexpr std::uint64_t kSplitDraw = std::uint64_t{1} << 24U;

/// On GPUs TF32 would move features by a thousandth, which is more than programs differ by that compute one score.
class FullPrecision {
 public:
  FullPrecision() { allow(false, false); }
  ~FullPrecision() { allow(convolutions_, products_); }
  FullPrecision(const FullPrecision&) = delete;
  FullPrecision& operator=(const FullPrecision&) = delete;

 private:
  static void allow(bool convolutions, bool products) {
    at::globalContext().setAllowTF32CuDNN(convolutions);
    at::globalContext().setAllowTF32CuBLAS(products);
  }
  bool convolutions_ = at::globalContext().allowTF32CuDNN();
  bool products_ = at::globalContext().allowTF32CuBLAS();
};

/// Rising numbers of the pictures whose features are kept.
std::vector<std::int64_t> keptPictures(std::int64_t pictures, const PictureFeatureOptions& options) {
  const at::Tensor drawn = drawRows(options.seed, kKeptDraw, pictures, std::min(pictures, options.kept));
  std::vector<std::int64_t> kept(drawn.const_data_ptr<std::int64_t>(),
                                 drawn.const_data_ptr<std::int64_t>() + drawn.numel());
  std::ranges::sort(kept);
  return kept;
}

/// The first row that is not right.
std::optional<std::int64_t> firstWrong(const at::Tensor& right) {
  if (right.all().item<bool>()) return std::nullopt;
  return right.to(at::kInt).argmin().item<std::int64_t>();
}

void requireProbabilities(const at::Tensor& probabilities, const Dataset& pictures, std::int64_t first) {
  const auto row = firstWrong(areProbabilities(probabilities));
  if (!row) return;
  throw Error(ErrorCode::kInvalidArgument, "features_no_probabilities",
              "The network gives numbers that are no probabilities of classes for {picture} of {data}: they should be "
              "0 to 1 with a sum of 1. Check the network's file, or leave the Inception Score away.",
              {{"picture", pictures.imageName(first + *row)}, {"data", pictures.info().name}});
}

void requireFinite(const at::Tensor& features, const Dataset& pictures, std::int64_t first) {
  const auto row = firstWrong(features.isfinite().all(1));
  if (!row) return;
  throw Error(ErrorCode::kInvalidArgument, "features_not_finite",
              "The network gives features that are not finite for {picture} of {data}. Check the network's file; no "
              "score can be computed of them.",
              {{"picture", pictures.imageName(first + *row)}, {"data", pictures.info().name}});
}

}  // namespace

PictureFeatures featuresOfPictures(const Dataset& pictures, const FeatureNetwork& network,
                                   const PictureFeatureOptions& options, ProgressMonitor& monitor) {
  const c10::InferenceMode inference;
  const FullPrecision full_precision;
  const std::int64_t count = pictures.info().count;
  const std::int64_t side = network.kind().size;
  const auto numbers = static_cast<std::size_t>(network.channels() * side * side);
  const auto batch = std::clamp<std::int64_t>(static_cast<std::int64_t>(kMostInputBytes / (numbers * sizeof(float))), 1,
                                              std::min(options.batch, count));
  const std::vector<std::int64_t> kept = keptPictures(count, options);
  PictureFeatures found;
  found.kept = at::empty({static_cast<std::int64_t>(kept.size()), network.kind().features}, at::kFloat);
  MomentSums sums(network.kind().features);
  std::optional<InceptionScore> score;
  if (options.inception_splits > 0) {
    const bool drawn = options.inception_order == InceptionOrder::kDrawn;
    score.emplace(count, options.inception_splits, ScoreSplits::kAll,
                  drawn ? drawRows(options.seed, kSplitDraw, count, count) : at::Tensor());
  }
  at::Tensor inputs = at::empty({batch, network.channels(), side, side}, at::kFloat);
  std::size_t next_kept = 0;
  std::atomic<std::int64_t> composed = 0;
  for (std::int64_t first = 0; first < count; first += batch) {
    monitor.throwIfCancelled();
    const std::int64_t size = std::min(batch, count - first);
    auto* const numbers_of_batch = inputs.mutable_data_ptr<float>();
    parallelFor(size, options.threads, [&](std::int64_t i) {
      Image image;
      pictures.read(first + i, image);
      if (image.composed) ++composed;
      network.prepare(image, {numbers_of_batch + static_cast<std::size_t>(i) * numbers, numbers});
    });
    const FeatureNetwork::Output out = network.run(inputs.slice(0, 0, size), score.has_value());
    const at::Tensor features = out.features.to(at::kCPU, at::kFloat);
    requireFinite(features, pictures, first);
    sums.add(features);
    if (score) {
      requireProbabilities(out.probabilities, pictures, first);
      score->add(out.probabilities);
    }
    for (; next_kept < kept.size() && kept[next_kept] < first + size; ++next_kept) {
      found.kept[static_cast<std::int64_t>(next_kept)].copy_(features[kept[next_kept] - first]);
    }
    monitor.report({.stage = options.stage, .done = first + size, .total = count, .unit = "pictures"});
  }
  found.moments = sums.moments();
  found.composed = composed;
  if (score) found.inception_score = score->score();
  return found;
}

}  // namespace gan
