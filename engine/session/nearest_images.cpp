#include "session/nearest_images.h"

#include <ATen/Version.h>
#include <ATen/ops/empty.h>
#include <ATen/ops/tensor.h>
#include <c10/core/InferenceMode.h>
#include <torch/version.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <mutex>
#include <span>
#include <tuple>
#include <utility>

#include "config/run_config.h"
#include "core/error.h"
#include "core/parallel_for.h"
#include "core/shape_text.h"
#include "data/fitted_images.h"
#include "data/resample.h"
#include "data/tolerant_dataset.h"
#include "evaluation/feature_network.h"
#include "evaluation/feature_store.h"
#include "evaluation/kept_features.h"
#include "session/judging.h"
#include "session/trained_images.h"

namespace gan {
namespace {

namespace fs = std::filesystem;

double squaresBetween(std::span<const std::uint8_t> a, std::span<const std::uint8_t> b) {
  std::uint64_t sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    const int difference = a[i] - b[i];
    sum += static_cast<std::uint64_t>(difference * difference);
  }
  return static_cast<double>(sum);
}

/// On the CPU, whichever device it was made on.
std::unique_ptr<FeatureNetwork> keptNetwork(const RealImages& real, const NearestOptions& options) {
  if (!options.cache.empty()) {
    for (const char* device : {"cpu", "cuda"}) {
      JudgingNetwork network;
      network.device = device;
      network.threads = options.threads;
      if (const auto file = keptInDomain(classifierOf(network, real, options.cache))) {
        return openFeatureNetwork({.file = *file});
      }
    }
  }
  throw Error(ErrorCode::kFailedPrecondition, "nearest_no_features",
              "There is no feature network of these training images on this machine yet: `gan-engine evaluate RUN` "
              "makes one and keeps it. Or compare pixels.",
              {});
}

fs::path folderOfFeatures(const RealImages& real, const FeatureKind& kind, const fs::path& cache) {
  const std::int64_t count = real.images->info().count;
  const std::string key =
      keyOf({"features of each image", TORCH_VERSION, at::get_cpu_capability(), real.identity,
             describeFit(fitWithoutChance(real.config)), kind.network, kind.sha256, kind.resize,
             std::to_string(kind.size), std::to_string(kind.features), std::to_string(KeptFeatures::kPictures)});
  return FeatureStore(cache).features(key, static_cast<std::uint64_t>(count * kind.features) * sizeof(float));
}

/// One that has three equal channels where the run's images have three.
Image coloured(Image image, std::int64_t channels) {
  if (image.channels == channels) return image;
  std::vector<std::uint8_t> pixels;
  pixels.reserve(3 * image.pixels.size());
  for (const std::uint8_t level : image.pixels) pixels.insert(pixels.end(), 3, level);
  image.pixels = std::move(pixels);
  image.channels = channels;
  return image;
}

void keepNearest(std::vector<NearImage>& nearest, std::int64_t most) {
  std::ranges::sort(nearest, {}, [](const NearImage& image) { return std::tuple(image.squares, image.index); });
  if (static_cast<std::int64_t>(nearest.size()) > most) nearest.resize(static_cast<std::size_t>(most));
}

}  // namespace

/// What the classifier sees of images, with its memory of those of the data set.
struct NearestImages::Features {
  Features(const RealImages& real, const NearestOptions& options)
      : network(keptNetwork(real, options)),
        kept(folderOfFeatures(real, network->kind(), options.cache), real.images->info().count,
             network->kind().features) {}

  /// Float32 [N, features].
  at::Tensor of(const std::vector<Image>& images) const {
    const c10::InferenceMode inference;
    const auto count = static_cast<std::int64_t>(images.size());
    const std::int64_t side = network->kind().size;
    at::Tensor inputs = at::empty({count, network->channels(), side, side});
    const std::span<float> all(inputs.data_ptr<float>(), static_cast<std::size_t>(inputs.numel()));
    const std::size_t each = all.size() / images.size();
    for (std::size_t i = 0; i < images.size(); ++i) network->prepare(images[i], all.subspan(i * each, each));
    return network->run(inputs, /*probabilities=*/false).features.to(at::kFloat);
  }

  std::unique_ptr<FeatureNetwork> network;
  KeptFeatures kept;
};

NearestImages::NearestImages(const RunConfig& config, const std::string& fingerprint, const NearestOptions& options)
    : data_(openTrainedImages(config, fingerprint)),
      fit_(fitWithoutChance(config)),
      corrupt_limit_(config.real("data.corrupt_limit")),
      threads_(options.threads) {
  if (options.measure == NearestMeasure::kPixels) return;
  features_ = std::make_unique<Features>(trainedImages(config, fingerprint), options);
}

NearestImages::NearestImages(NearestImages&& other) noexcept = default;
NearestImages::~NearestImages() = default;

NearestImages::Compare NearestImages::comparedTo(const Image& picture) const {
  if (features_ == nullptr) {
    return [this, wanted = small(picture)](std::int64_t first, std::int64_t count, std::vector<std::int64_t>& missed) {
      std::vector<NearImage> near;
      for (std::int64_t index = first; index < first + count; ++index) {
        std::optional<Image> image = readable(index, missed);
        if (image) near.push_back({.index = index, .squares = squaresBetween(wanted, small(std::move(*image)))});
      }
      return near;
    };
  }
  const at::Tensor wanted = features_->of({coloured(picture, fit_.channels)}).to(at::kDouble);
  const double unit = std::max(wanted.square().sum().item<double>(), std::numeric_limits<double>::min());
  return [this, wanted, unit](std::int64_t first, std::int64_t count, std::vector<std::int64_t>& missed) {
    at::Tensor rows = features_->kept.find(first, count);
    std::vector<std::int64_t> missing;
    std::vector<Image> images;
    bool whole = true;
    for (std::int64_t i = 0; i < count; ++i) {
      if (!std::isnan(rows.const_data_ptr<float>()[i * rows.size(1)])) continue;
      whole = false;
      if (std::optional<Image> image = readable(first + i, missed)) {
        missing.push_back(i);
        images.push_back(coloured(std::move(*image), fit_.channels));
      }
    }
    if (!images.empty()) rows.index_copy_(0, at::tensor(missing), features_->of(images));
    if (!whole) features_->kept.keep(first, rows);
    const at::Tensor squares = (rows.to(at::kDouble) - wanted).square().sum(1) / unit;
    std::vector<NearImage> near;
    for (std::int64_t i = 0; i < count; ++i) {
      const double of_image = squares.const_data_ptr<double>()[i];
      if (!std::isnan(of_image)) near.push_back({.index = first + i, .squares = of_image});
    }
    return near;
  };
}

std::vector<std::uint8_t> NearestImages::small(Image image) const {
  image = coloured(std::move(image), fit_.channels);
  if (image.width > kSide) resample(image, kSide, kSide, ResizeFilter::kBilinear);
  return std::move(image.pixels);
}

Image NearestImages::fitted(std::int64_t index) const {
  Image image;
  data_->read(index, image);
  fitImage(image, fit_, index);
  return image;
}

std::optional<Image> NearestImages::readable(std::int64_t index, std::vector<std::int64_t>& missed) const {
  try {
    return fitted(index);
  } catch (const Error& error) {
    if (!concernsOneImage(error.code())) throw;
    missed.push_back(index);
    return std::nullopt;
  }
}

Image NearestImages::image(std::int64_t index) const { return coloured(fitted(index), fit_.channels); }

std::string NearestImages::className(std::int64_t index) const {
  const std::int64_t label = data_->label(index);
  const std::vector<std::string>& names = info().class_names;
  return label >= 0 && label < static_cast<std::int64_t>(names.size()) ? names[static_cast<std::size_t>(label)] : "";
}

void NearestImages::search(const Image& picture, std::int64_t first, std::int64_t count, std::int64_t most,
                           std::vector<NearImage>& nearest) const {
  if (picture.width != fit_.resolution || picture.height != fit_.resolution || picture.channels != fit_.channels) {
    throw Error(ErrorCode::kInvalidArgument, "nearest_other_size",
                "A picture of {found} (height, width, channels) was to be compared with images of {expected}.",
                {{"found", shapeText(std::vector{picture.height, picture.width, picture.channels})},
                 {"expected", shapeText(std::vector{fit_.resolution, fit_.resolution, fit_.channels})}});
  }
  const Compare compared = comparedTo(picture);
  std::mutex mutex;
  std::set<std::int64_t> missed;
  parallelFor((count + kAtATime - 1) / kAtATime, threads_, [&](std::int64_t part) {
    const std::int64_t done = part * kAtATime;
    std::vector<std::int64_t> missed_of_part;
    const std::vector<NearImage> of_part = compared(first + done, std::min(kAtATime, count - done), missed_of_part);
    const std::lock_guard lock(mutex);
    missed.insert(missed_of_part.begin(), missed_of_part.end());
    nearest.insert(nearest.end(), of_part.begin(), of_part.end());
    keepNearest(nearest, most);
  });
  note(missed, first, count);
}

std::int64_t NearestImages::unreadable() const { return static_cast<std::int64_t>(unreadable_.size()); }

void NearestImages::note(const std::set<std::int64_t>& missed, std::int64_t first, std::int64_t count) const {
  unreadable_.erase(unreadable_.lower_bound(first), unreadable_.lower_bound(first + count));
  unreadable_.insert(missed.begin(), missed.end());
  const std::int64_t damaged = unreadable();
  const std::int64_t all = info().count;
  if (static_cast<double>(damaged) <= corrupt_limit_ * static_cast<double>(all) && damaged < all) return;
  unreadable_.clear();  // another search begins anew
  throw Error(
      ErrorCode::kDataLoss, "nearest_too_damaged",
      "{damaged} of the {count} images of {data} cannot be read, which is more than data.corrupt_limit = {limit} "
      "allows: the nearest ones may be among them. Look whether its files are still there and can be read.",
      {{"damaged", std::to_string(damaged)},
       {"count", std::to_string(all)},
       {"data", info().name},
       {"limit", std::to_string(corrupt_limit_).substr(0, 6)}});
}

double NearestImages::distance(const NearImage& image) const {
  if (features_ != nullptr) return std::sqrt(image.squares);
  const std::int64_t side = std::min(fit_.resolution, kSide);
  const auto levels = static_cast<double>(side * side * fit_.channels);
  return std::sqrt(image.squares / levels) / 255;
}

}  // namespace gan
