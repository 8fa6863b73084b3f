#include "evaluation/feature_rows.h"

#include <ATen/Context.h>
#include <ATen/Parallel.h>
#include <ATen/ops/cat.h>
#include <ATen/ops/empty.h>
#include <ATen/ops/isfinite.h>
#include <c10/core/InferenceMode.h>

#include <algorithm>
#include <atomic>
#include <optional>
#include <thread>
#include <vector>

#include "core/error.h"
#include "core/parallel_for.h"
#include "tensor/compute_threads.h"

namespace gan {
namespace {

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

/// LibTorch computes on this thread alone what it asks of it.
class OneThread {
 public:
  OneThread() { setOwnComputeThreads(1); }
  ~OneThread() { setOwnComputeThreads(before_); }
  OneThread(const OneThread&) = delete;
  OneThread& operator=(const OneThread&) = delete;

 private:
  int before_ = at::get_num_threads();
};

/// Pictures that pass the network together: enough that its weights are read seldom, few enough that all threads have
/// some, and that their maps take little memory.
std::int64_t atATime(const FeatureNetwork& network, std::int64_t batch) {
  const std::int64_t pixels = network.kind().size * network.kind().size;
  if (network.device().is_cpu()) {
    constexpr std::int64_t kPixels = std::int64_t{1} << 19U;
    return std::clamp<std::int64_t>(kPixels / pixels, 4, 16);
  }
  constexpr std::int64_t kMostBytes = std::int64_t{1} << 30U;
  const auto bytes = static_cast<std::int64_t>(sizeof(float)) * network.channels() * pixels;
  return std::clamp<std::int64_t>(kMostBytes / bytes, 1, batch);
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

/// Passes of pictures that go through the network together.
class Passes {
 public:
  Passes(const Dataset& pictures, const FeatureNetwork& network, const FeatureRowsOptions& options)
      : pictures_(pictures), network_(network), options_(options), size_(network.kind().size) {}

  FeatureRows pass(std::int64_t first, std::int64_t count, int threads) {
    const auto numbers = static_cast<std::size_t>(network_.channels() * size_ * size_);
    at::Tensor inputs = at::empty({count, network_.channels(), size_, size_}, at::kFloat);
    auto* const begin = inputs.mutable_data_ptr<float>();
    std::atomic<std::int64_t> composed = 0;
    parallelFor(count, threads, [&](std::int64_t i) {
      Image image;
      pictures_.read(first + i, image);
      if (image.composed) ++composed;
      network_.prepare(image, {begin + static_cast<std::size_t>(i) * numbers, numbers});
    });
    const FeatureNetwork::Output out = run(inputs);
    FeatureRows rows{.features = out.features.to(at::kCPU, at::kFloat), .probabilities = {}, .composed = composed};
    requireFinite(rows.features, pictures_, first);
    if (options_.probabilities) {
      rows.probabilities = out.probabilities.to(at::kCPU, at::kFloat);
      requireProbabilities(rows.probabilities, pictures_, first);
    }
    return rows;
  }

 private:
  /// Alone in full precision: a data set may draw its pictures, which is then done as everywhere else.
  FeatureNetwork::Output run(const at::Tensor& inputs) const {
    std::optional<FullPrecision> precision;
    if (!network_.device().is_cpu()) precision.emplace();
    return network_.run(inputs, options_.probabilities);
  }

  const Dataset& pictures_;
  const FeatureNetwork& network_;
  const FeatureRowsOptions& options_;
  std::int64_t size_;
};

FeatureRows joined(const std::vector<FeatureRows>& parts) {
  std::vector<at::Tensor> features;
  std::vector<at::Tensor> probabilities;
  FeatureRows all;
  for (const FeatureRows& part : parts) {
    features.push_back(part.features);
    if (part.probabilities.defined()) probabilities.push_back(part.probabilities);
    all.composed += part.composed;
  }
  all.features = at::cat(features);
  if (!probabilities.empty()) all.probabilities = at::cat(probabilities);
  return all;
}

}  // namespace

FeatureRows featureRows(const Dataset& pictures, const FeatureNetwork& network, std::int64_t first, std::int64_t count,
                        const FeatureRowsOptions& options, const OnPictures& on_pictures) {
  const c10::InferenceMode inference;
  const std::int64_t at_a_time = atATime(network, options.batch);
  std::vector<FeatureRows> parts(static_cast<std::size_t>((count + at_a_time - 1) / at_a_time));
  Passes passes(pictures, network, options);
  std::atomic<std::int64_t> done = 0;
  const std::thread::id caller = std::this_thread::get_id();
  const auto part = [&](std::int64_t i, int threads) {
    const std::int64_t begin = i * at_a_time;
    const std::int64_t size = std::min(at_a_time, count - begin);
    parts[static_cast<std::size_t>(i)] = passes.pass(first + begin, size, threads);
    done += size;
    if (on_pictures && std::this_thread::get_id() == caller) on_pictures(done);
  };
  const auto all = static_cast<std::int64_t>(parts.size());
  if (network.device().is_cpu()) {
    parallelFor(all, options.threads, [&](std::int64_t i) {
      const c10::InferenceMode of_thread;
      const OneThread one_thread;
      part(i, 1);
    });
  } else {
    for (std::int64_t i = 0; i < all; ++i) part(i, options.threads);
  }
  return joined(parts);
}

}  // namespace gan
