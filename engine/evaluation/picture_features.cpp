#include "evaluation/picture_features.h"

#include <ATen/ops/empty.h>
#include <c10/core/InferenceMode.h>

#include <algorithm>

#include "evaluation/draw_rows.h"
#include "evaluation/feature_shares.h"

namespace gan {
namespace {

constexpr std::uint64_t kKeptDraw = std::uint64_t{1} << 22U;
constexpr std::uint64_t kSplitDraw = std::uint64_t{1} << 24U;

FeatureShares sharesOf(const Dataset& pictures, const FeatureNetwork& network, const PictureFeatureOptions& options) {
  const FeatureRowsOptions rows{
      .threads = options.threads, .batch = options.batch, .probabilities = options.inception_splits > 0};
  return {options.shares, pictures.info().count, options.stage,
          [&pictures, &network, &options, rows](std::int64_t first, std::int64_t count, const OnPictures& on_pictures) {
            FeatureRows found = featureRows(pictures, network, first, count, rows, on_pictures);
            if (options.replaced) found.replaced = options.replaced();
            return found;
          }};
}

}  // namespace

std::vector<std::int64_t> keptPictures(std::int64_t pictures, const PictureFeatureOptions& options) {
  const at::Tensor drawn = drawRows(options.seed, kKeptDraw, pictures, std::min(pictures, options.kept));
  std::vector<std::int64_t> kept(drawn.const_data_ptr<std::int64_t>(),
                                 drawn.const_data_ptr<std::int64_t>() + drawn.numel());
  std::ranges::sort(kept);
  return kept;
}

void shareFeaturesOfPictures(const Dataset& pictures, const FeatureNetwork& network,
                             const PictureFeatureOptions& options, ProgressMonitor& monitor) {
  sharesOf(pictures, network, options).computeFree(monitor);
}

PictureFeatures featuresOfPictures(const Dataset& pictures, const FeatureNetwork& network,
                                   const PictureFeatureOptions& options, ProgressMonitor& monitor) {
  const c10::InferenceMode inference;
  const std::int64_t count = pictures.info().count;
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
  FeatureShares shares = sharesOf(pictures, network, options);
  shares.computeFree(monitor);
  std::size_t next_kept = 0;
  std::int64_t first = 0;
  for (std::int64_t share = 0; share < shares.count(); ++share) {
    const FeatureRows rows = shares.rows(share, monitor);
    sums.add(rows.features);
    found.composed += rows.composed;
    found.replaced = std::max(found.replaced, rows.replaced);
    if (score) score->add(rows.probabilities);
    const std::int64_t next = first + rows.features.size(0);
    for (; next_kept < kept.size() && kept[next_kept] < next; ++next_kept) {
      found.kept[static_cast<std::int64_t>(next_kept)].copy_(rows.features[kept[next_kept] - first]);
    }
    first = next;
    shares.report(first, monitor);
  }
  found.moments = sums.moments();
  if (score) found.inception_score = score->score();
  return found;
}

}  // namespace gan
