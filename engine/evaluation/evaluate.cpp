#include "evaluation/evaluate.h"

#include <c10/core/InferenceMode.h>

#include <algorithm>
#include <memory>

#include "core/atomic_file.h"
#include "core/error.h"
#include "core/units.h"
#include "data/dataset.h"
#include "evaluation/feature_network.h"
#include "evaluation/frechet_distance.h"
#include "evaluation/kernel_distance.h"
#include "evaluation/moments_file.h"
#include "evaluation/neighbour_scores.h"
#include "evaluation/picture_features.h"
#include "evaluation/sliced_wasserstein.h"
#include "interop/npz.h"

namespace gan {
namespace {

/// Below as many samples as Inception has features, their covariance is singular and FID's bias large.
constexpr std::int64_t kFewSamples = 2048;

std::unique_ptr<FeatureNetwork> openNetwork(const JudgingNetwork& network) {
  return openFeatureNetwork({.file = network.file,
                             .resize = network.resize,
                             .size = network.size,
                             .device = network.device,
                             .classifier = network.classifier});
}

class Judge {
 public:
  Judge(const EvaluationRequest& request, ProgressMonitor& monitor) : request_(request), monitor_(monitor) {}

  Evaluation run() {
    const c10::InferenceMode inference;
    chooseMetrics();
    open(request_.real, real_);
    open(request_.generated, generated_);
    requireEnough();
    if (anyPictures()) {
      requireNetwork();
      network_ = openNetwork(request_.network);
      if (wants("is") && !network_->tellsClasses()) throwNoClasses();
    }
    requireOneKind();
    readPicturesOf(real_, "pictures of A", /*inception_splits=*/0);
    readPicturesOf(generated_, "pictures of B", wants("is") ? request_.inception_splits : 0);
    evaluation_.real = facts(request_.real, real_);
    evaluation_.generated = facts(request_.generated, generated_);
    scoreMoments();
    scoreKept();
    return std::move(evaluation_);
  }

 private:
  struct Side {
    std::unique_ptr<Dataset> pictures;  // or moments alone
    PictureFeatures found;
    std::optional<FeatureKind> kind;
  };

  bool wants(const char* metric) const { return std::ranges::count(metrics_, metric) > 0; }
  bool anyPictures() const { return request_.real.pictures || request_.generated.pictures; }
  bool bothPictures() const { return request_.real.pictures && request_.generated.pictures; }

  void chooseMetrics() {
    metrics_ = request_.metrics;
    if (metrics_.empty())
      metrics_ = bothPictures() ? std::vector<std::string>{"fid", "kid", "prdc"} : std::vector<std::string>{"fid"};
    for (const char* metric : {"kid", "prdc", "swd"}) {
      if (wants(metric) && !bothPictures())
        throwNeedsPictures(metric, request_.real.pictures ? request_.generated : request_.real);
    }
    if (wants("fid-infinity") && !anyPictures()) throwNeedsPictures("fid-infinity", request_.generated);
    if (wants("is") && !request_.generated.pictures) throwNeedsPictures("is", request_.generated);
  }

  [[noreturn]] static void throwNeedsPictures(const std::string& metric, const JudgedSet& set) {
    throw Error(
        ErrorCode::kInvalidArgument, "evaluation_needs_pictures",
        "{metric} is computed from pictures, but {set} holds moments, which only fid is computed from. Give the "
        "pictures, or ask for fid alone.",
        {{"metric", metric}, {"set", set.name}});
  }

  void requireNetwork() const {
    if (!request_.network.file.empty()) return;
    const JudgedSet& pictures = request_.real.pictures ? request_.real : request_.generated;
    throw Error(ErrorCode::kInvalidArgument, "evaluation_no_network",
                "{set} holds pictures, which a network has to turn into features first. Name its file with --features: "
                "Inception v3 in safetensors, any network in TorchScript, or the run of a classifier.",
                {{"set", pictures.name}});
  }

  [[noreturn]] void throwNoClasses() const {
    throw Error(ErrorCode::kInvalidArgument, "evaluation_no_classes",
                "The Inception Score is computed from probabilities of classes, but {file} gives features only. Leave "
                "it away, or take Inception v3.",
                {{"file", request_.network.file.string()}});
  }

  static void open(const JudgedSet& set, Side& side) {
    if (set.pictures) {
      side.pictures = openDataset(*set.pictures, Decoding::kWhole);
      return;
    }
    StoredMoments stored = readMoments(set.moments);
    side.found.moments = std::move(stored.moments);
    side.kind = std::move(stored.kind);
  }

  /// Before minutes are spent on pictures.
  void requireEnough() const {
    for (const Side* side : {&real_, &generated_}) {
      if (!side->pictures) continue;
      const std::int64_t count = side->pictures->info().count;
      requireSamples(count, 2, "A covariance");
      if (wants("fid-infinity")) requireSamples(count, kLeastForInfinity, "A Frechet distance without bias");
      if (wants("prdc")) requireSamples(count, request_.neighbours + 1, "Precision and recall by so many neighbours");
    }
    if (wants("is")) {
      requireSamples(generated_.pictures->info().count, request_.inception_splits,
                     "An Inception Score of so many splits");
    }
  }

  void requireOneKind() {
    if (network_) {
      if (request_.real.pictures) real_.kind = network_->kind();
      if (request_.generated.pictures) generated_.kind = network_->kind();
    }
    if (real_.kind && generated_.kind && *real_.kind != *generated_.kind) {
      throw Error(ErrorCode::kInvalidArgument, "evaluation_other_features",
                  "{a} is of {a_kind}, but {b} of {b_kind}: their distance would mean nothing. Take both from one "
                  "network and one way of resizing.",
                  {{"a", request_.real.name},
                   {"a_kind", describe(*real_.kind)},
                   {"b", request_.generated.name},
                   {"b_kind", describe(*generated_.kind)}});
    }
    evaluation_.features = real_.kind ? real_.kind : generated_.kind;
    for (const auto& [set, side] : {std::pair(&request_.real, &real_), std::pair(&request_.generated, &generated_)}) {
      if (side->kind) continue;
      evaluation_.warnings.push_back(
          {"moments_of_unknown_features",
           "{set} does not say of which features its moments are; the score means something only where they are those "
           "of the other side, network and resizing.",
           {{"set", set->name}}});
    }
    const auto size = [](const Side& side) {
      return side.kind ? side.kind->features : side.found.moments.mean.size(0);
    };
    requireSameSize(size(real_), size(generated_));
  }

  void readPicturesOf(Side& side, const char* stage, std::int64_t inception_splits) {
    if (!side.pictures) return;
    const bool keeps = wants("kid") || wants("prdc") || wants("swd") || wants("fid") || wants("fid-infinity");
    side.found = featuresOfPictures(*side.pictures, *network_,
                                    {.stage = stage,
                                     .threads = request_.network.threads,
                                     .batch = request_.network.batch,
                                     .kept = keeps ? request_.kept : 0,
                                     .seed = request_.seed,
                                     .inception_splits = inception_splits},
                                    monitor_);
  }

  static JudgedFacts facts(const JudgedSet& set, const Side& side) {
    return {.name = set.name, .content = set.pictures ? "pictures" : "moments", .count = side.found.moments.count};
  }

  void add(const char* name, double value, std::optional<double> deviation, std::int64_t real, std::int64_t generated) {
    evaluation_.scores.push_back(
        {.name = name, .value = value, .deviation = deviation, .real = real, .generated = generated});
  }

  void scoreMoments() {
    const Moments& real = real_.found.moments;
    const Moments& generated = generated_.found.moments;
    const bool few =
        (real.count > 0 && real.count < kFewSamples) || (generated.count > 0 && generated.count < kFewSamples);
    const std::int64_t least_kept = std::min(request_.real.pictures ? real_.found.kept.size(0) : kFewSamples,
                                             request_.generated.pictures ? generated_.found.kept.size(0) : kFewSamples);
    const bool can_extrapolate = anyPictures() && least_kept >= kLeastForInfinity;
    if (wants("fid")) {
      say("fid");
      add("fid", frechetDistance(real, generated), std::nullopt, real.count, generated.count);
      if (few) warnOfFew(can_extrapolate);
    }
    if (wants("fid-infinity") || (wants("fid") && few && can_extrapolate)) scoreInfinity();
    if (generated_.found.inception_score) {
      const Spread& score = *generated_.found.inception_score;
      add("inception_score", score.mean, score.deviation, 0, generated.count);
    }
  }

  void scoreInfinity() {
    say("fid without bias");
    const auto used = [](const JudgedSet& set, const Side& side) {
      return set.pictures ? side.found.kept.size(0) : side.found.moments.count;
    };
    double value = 0;
    if (bothPictures()) {
      value = frechetInfinity(real_.found.kept, generated_.found.kept, request_.seed);
    } else if (request_.generated.pictures) {
      value = frechetInfinity(factorise(real_.found.moments), generated_.found.kept, request_.seed);
    } else {
      value = frechetInfinity(factorise(generated_.found.moments), real_.found.kept, request_.seed);
    }
    add("fid_infinity", value, std::nullopt, used(request_.real, real_), used(request_.generated, generated_));
  }

  void scoreKept() {
    const at::Tensor& real = real_.found.kept;
    const at::Tensor& generated = generated_.found.kept;
    if (wants("kid")) {
      say("kid");
      const Spread kid = kernelDistance(
          real, generated,
          {.subsets = request_.kid_subsets, .subset_size = request_.kid_subset_size, .seed = request_.seed});
      add("kid", kid.mean, kid.deviation, real.size(0), generated.size(0));
    }
    if (wants("prdc")) {
      say("precision, recall, density, coverage");
      const NeighbourScores found = neighbourScores(real, generated, {.neighbours = request_.neighbours});
      for (const auto& [name, value] : {std::pair("precision", found.precision), std::pair("recall", found.recall),
                                        std::pair("density", found.density), std::pair("coverage", found.coverage)}) {
        add(name, value, std::nullopt, real.size(0), generated.size(0));
      }
    }
    if (wants("swd")) {
      const std::int64_t count = std::min(real.size(0), generated.size(0));
      requireSamples(count, 1, "A sliced Wasserstein distance");
      const double distance = slicedWasserstein(real.slice(0, 0, count), generated.slice(0, 0, count));
      add("sliced_wasserstein", distance, std::nullopt, count, count);
    }
  }

  void say(const char* stage) {
    monitor_.throwIfCancelled();
    monitor_.report({.stage = stage, .done = 0, .total = 1, .unit = "scores"});
  }

  void warnOfFew(bool with_infinity) {
    std::int64_t least = std::max(real_.found.moments.count, generated_.found.moments.count);
    for (const Side* side : {&real_, &generated_}) {
      if (side->found.moments.count > 0) least = std::min(least, side->found.moments.count);
    }
    evaluation_.warnings.push_back(
        {"fid_of_few_samples",
         with_infinity
             ? "FID of {count} samples is too high by a bias that grows as they become fewer: compare it with "
               "those of as many samples only. fid_infinity is without that bias; from {enough} samples on it "
               "is small."
             : "FID of {count} samples is too high by a bias that grows as they become fewer: compare it with "
               "those of as many samples only. From {enough} samples on it is small.",
         {{"count", formatCount(least)}, {"enough", formatCount(kFewSamples)}}});
  }

  const EvaluationRequest& request_;
  ProgressMonitor& monitor_;
  std::vector<std::string> metrics_;
  std::unique_ptr<FeatureNetwork> network_;
  Side real_;
  Side generated_;
  Evaluation evaluation_;
};

}  // namespace

bool holdsMoments(const std::filesystem::path& path) {
  try {
    const std::vector<std::string> names = NpzFile(path).names();
    return std::ranges::count(names, "mu") > 0 && std::ranges::count(names, "sigma") > 0;
  } catch (const Error&) {
    return false;
  }
}

const std::vector<std::string>& evaluationMetrics() {
  static const std::vector<std::string> metrics{"fid", "fid-infinity", "kid", "prdc", "swd", "is"};
  return metrics;
}

Evaluation evaluate(const EvaluationRequest& request, ProgressMonitor& monitor) {
  return Judge(request, monitor).run();
}

MomentsOutcome saveMoments(const JudgedSet& pictures, const JudgingNetwork& network, const std::filesystem::path& out,
                           ProgressMonitor& monitor) {
  if (!pictures.pictures) {
    throw Error(ErrorCode::kInvalidArgument, "evaluation_moments_already",
                "{set} holds moments already. Give the pictures that moments are to be computed of.",
                {{"set", pictures.name}});
  }
  requireFilePlace(out);
  const c10::InferenceMode inference;
  const std::unique_ptr<Dataset> dataset = openDataset(*pictures.pictures, Decoding::kWhole);
  const std::unique_ptr<FeatureNetwork> opened = openNetwork(network);
  const PictureFeatures found = featuresOfPictures(
      *dataset, *opened, {.stage = "pictures", .threads = network.threads, .batch = network.batch}, monitor);
  writeMoments(out, found.moments, opened->kind());
  return {.features = opened->kind(), .pictures = found.moments.count};
}

}  // namespace gan
