#include "evaluation/evaluate.h"

#include <c10/core/InferenceMode.h>

#include <algorithm>
#include <memory>

#include "config/evaluation_scores.h"
#include "core/error.h"
#include "core/units.h"
#include "data/dataset.h"
#include "evaluation/class_distances.h"
#include "evaluation/draw_rows.h"
#include "evaluation/feature_network.h"
#include "evaluation/feature_store.h"
#include "evaluation/frechet_distance.h"
#include "evaluation/kernel_distance.h"
#include "evaluation/neighbour_scores.h"
#include "evaluation/opened_set.h"
#include "evaluation/picture_features.h"
#include "evaluation/sliced_wasserstein.h"

namespace gan {
namespace {

constexpr std::uint64_t kWassersteinDraw = std::uint64_t{1} << 23U;

class Judge {
 public:
  Judge(const EvaluationRequest& request, ProgressMonitor& monitor)
      : request_(request), monitor_(monitor), store_(request.store) {}

  Evaluation run() {
    const c10::InferenceMode inference;
    begin();
    store_.trim();
    if (comparesSides()) readReal();
    readGenerated();
    warnOfComposed(real_, evaluation_.warnings);
    warnOfComposed(generated_, evaluation_.warnings);
    if (real_.replaced) {
      warnOfReplaced(real_.name, real_.replaced(), real_.pictures->info().count, evaluation_.warnings);
    }
    evaluation_.real = factsOf(real_);
    evaluation_.generated = factsOf(generated_);
    scoreMoments();
    scoreKept();
    leaveShares();
    return std::move(evaluation_);
  }

  void require() {
    chooseMetrics();
    openSides();
  }

  bool knowsReal() {
    const c10::InferenceMode inference;
    begin();
    return !comparesSides() || !real_.pictures || storedReal().has_value();
  }

  void share() {
    const c10::InferenceMode inference;
    begin();
    if (comparesSides() && real_.pictures && !storedReal()) {
      shareFeaturesOfPictures(*real_.pictures, *network_, options(real_), monitor_);
    }
    if (generated_.pictures) {
      shareFeaturesOfPictures(*generated_.pictures, *network_, options(generated_), monitor_);
    }
  }

 private:
  bool wants(const char* metric) const { return std::ranges::count(metrics_, metric) > 0; }
  bool comparesSides() const {
    return std::ranges::any_of(metrics_, [](const std::string& metric) { return metric != "is"; });
  }
  bool anyPictures() const { return request_.real.holdsPictures() || request_.generated.holdsPictures(); }
  bool bothPictures() const { return request_.real.holdsPictures() && request_.generated.holdsPictures(); }

  void begin() {
    chooseMetrics();
    openSides();
    if (anyPictures()) {
      requireNetwork();
      network_ = openNetwork(request_.network);
      if (wants("is") && !network_->tellsClasses()) throwNoClasses();
    }
    requireOneKind();
  }

  void openSides() {
    real_ = openSet(request_.real, evaluation_.warnings);
    generated_ = openSet(request_.generated, evaluation_.warnings);
    requireEnough();
  }

  void chooseMetrics() {
    metrics_ = request_.metrics;
    if (metrics_.empty())
      metrics_ = bothPictures() ? std::vector<std::string>{"fid", "kid", "prdc"} : std::vector<std::string>{"fid"};
    for (const char* metric : {"kid", "prdc", "swd", "intra-fid"}) {
      if (wants(metric) && !bothPictures())
        throwNeedsPictures(metric, request_.real.holdsPictures() ? request_.generated : request_.real);
    }
    if (wants("fid-infinity") && !anyPictures()) throwNeedsPictures("fid-infinity", request_.generated);
    if (wants("is") && !request_.generated.holdsPictures()) throwNeedsPictures("is", request_.generated);
  }

  void requireNetwork() const {
    if (!request_.network.file.empty()) return;
    const JudgedSet& pictures = request_.real.holdsPictures() ? request_.real : request_.generated;
    throw Error(
        ErrorCode::kInvalidArgument, "evaluation_no_network",
        "{set} holds pictures, which a network has to turn into features first. Name its file with --features: "
        "Inception v3 in safetensors, any network in TorchScript or the run of a classifier; or in-domain, which makes "
        "one.",
        {{"set", pictures.name}});
  }

  [[noreturn]] void throwNoClasses() const {
    throw Error(ErrorCode::kInvalidArgument, "evaluation_no_classes",
                "The Inception Score is computed from probabilities of classes, but {file} gives none: of a grey "
                "picture, numbers of 0 to 1 with a sum of 1. Leave the score away, or take Inception v3.",
                {{"file", request_.network.file.string()}});
  }

  std::int64_t least(const char* metric) const {
    return leastPictures(metric, request_.neighbours, request_.inception_splits);
  }

  /// Before minutes are spent on pictures.
  void requireEnough() const {
    for (const OpenedSet* side : {&real_, &generated_}) {
      if (!side->pictures || (side == &real_ && !comparesSides())) continue;
      const std::int64_t count = side->pictures->info().count;
      requireSamples(count, least("fid"), "A covariance");
      if (wants("fid-infinity")) requireKept(count, least("fid-infinity"), "A Frechet distance without bias");
      if (wants("prdc")) requireKept(count, least("prdc"), "Precision and recall by so many neighbours");
    }
    if (wants("intra-fid")) {
      for (const OpenedSet* side : {&real_, &generated_}) requireClasses(side->name, side->pictures->info());
    }
    if (wants("is")) {
      requireSamples(generated_.pictures->info().count, least("is"), "An Inception Score of so many splits");
    }
  }

  void requireKept(std::int64_t count, std::int64_t needed, const char* what) const {
    requireSamples(count, needed, what);
    if (request_.kept >= needed) return;
    throw Error(ErrorCode::kInvalidArgument, "samples_kept_too_few",
                "{what} needs at least {needed} samples of each side, but of the {count} of one {kept} are to be kept. "
                "Raise --keep, or leave this score away.",
                {{"what", what},
                 {"needed", std::to_string(needed)},
                 {"count", std::to_string(count)},
                 {"kept", std::to_string(request_.kept)}});
  }

  void requireOneKind() {
    if (network_) {
      if (real_.pictures) real_.kind = network_->kind();
      if (generated_.pictures) generated_.kind = network_->kind();
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
    for (const OpenedSet* side : {&real_, &generated_}) {
      if (side->kind) continue;
      evaluation_.warnings.push_back(
          {"moments_of_unknown_features",
           "{set} does not say of which features its moments are; the score means something only where they are those "
           "of the other side, network and resizing.",
           {{"set", side->name}}});
    }
    const auto size = [](const OpenedSet& side) {
      return side.kind ? side.kind->features : side.found.moments.mean.size(0);
    };
    requireSameSize(size(real_), size(generated_));
  }

  PictureFeatureOptions options(const OpenedSet& side) const {
    const bool real = &side == &real_;
    PictureFeatureOptions options{.stage = real ? kRealStage : kGeneratedStage,
                                  .threads = request_.network.threads,
                                  .batch = request_.network.batch,
                                  .kept = comparesSides() ? request_.kept : 0,
                                  .seed = request_.seed,
                                  .inception_splits = !real && wants("is") ? request_.inception_splits : 0,
                                  .inception_order = InceptionOrder::kDrawn};
    options.replaced = side.replaced;
    if (side.identity.empty()) return options;
    const RowsHold rows = options.inception_splits > 0 ? RowsHold::kProbabilitiesToo : RowsHold::kFeatures;
    options.shares = store_.shares(keyOfFeatures(side, *network_, request_.network.batch, rows));
    return options;
  }

  std::string keyOfReal() const {
    const std::string features = keyOfFeatures(real_, *network_, request_.network.batch);
    return keyOf({features, std::to_string(request_.kept), std::to_string(request_.seed)});
  }
  std::optional<PictureFeatures> storedReal() const {
    return real_.identity.empty() ? std::nullopt : store_.find(keyOfReal(), *real_.kind);
  }

  void readReal() {
    if (!real_.pictures) return;
    if (std::optional<PictureFeatures> stored = storedReal()) {
      real_.found = std::move(*stored);
      return;
    }
    real_.found = featuresOfPictures(*real_.pictures, *network_, options(real_), monitor_);
    if (!real_.identity.empty() && real_.found.replaced == 0) store_.keep(keyOfReal(), *real_.kind, real_.found);
  }

  void readGenerated() {
    if (!generated_.pictures) return;
    generated_.found = featuresOfPictures(*generated_.pictures, *network_, options(generated_), monitor_);
  }

  void leaveShares() {
    for (const OpenedSet* side : {&real_, &generated_}) {
      if (!side->pictures || request_.store.empty() || side->identity.empty()) continue;
      const std::filesystem::path folder = options(*side).shares;
      std::error_code ignored;
      if (!request_.leaves_shares) {
        std::filesystem::remove_all(folder, ignored);
      } else if (std::filesystem::exists(folder, ignored)) {
        evaluation_.shares.push_back(folder);
      }
    }
  }

  void add(const char* name, double value, std::optional<double> deviation, std::int64_t real, std::int64_t generated) {
    evaluation_.scores.push_back(
        {.name = name, .value = value, .deviation = deviation, .real = real, .generated = generated});
  }

  void scoreMoments() {
    const Moments& real = real_.found.moments;
    const Moments& generated = generated_.found.moments;
    if (wants("fid")) {
      const bool few =
          (real.count > 0 && real.count < kEnoughForFid) || (generated.count > 0 && generated.count < kEnoughForFid);
      const bool also_infinity = few && !wants("fid-infinity") && canExtrapolate();
      say("fid");
      const double distance = frechetDistance(factorise(real, real_.name), factorise(generated, generated_.name));
      add("fid", distance, std::nullopt, real.count, generated.count);
      if (few) warnOfFew(also_infinity || wants("fid-infinity"));
      if (also_infinity) scoreInfinity();
    }
    if (wants("fid-infinity")) scoreInfinity();
    if (generated_.found.inception_score) {
      const Spread& score = *generated_.found.inception_score;
      evaluation_.logits_with_bias = network_->logitsWithBias();
      add("inception_score", score.mean, score.deviationIfAny(), 0, generated.count);
    }
  }

  bool canExtrapolate() const {
    const auto enough = [](const OpenedSet& side) {
      return !side.pictures || side.found.kept.size(0) >= kLeastForInfinity;
    };
    return anyPictures() && enough(real_) && enough(generated_);
  }

  void scoreInfinity() {
    constexpr const char* kStage = "fid to infinity";
    say(kStage);
    const auto used = [](const OpenedSet& side) {
      return side.pictures ? side.found.kept.size(0) : side.found.moments.count;
    };
    double value = 0;
    if (bothPictures()) {
      value = frechetInfinity(real_.found.kept, generated_.found.kept, request_.seed, telling(kStage));
    } else {
      const bool of_generated = generated_.pictures != nullptr;
      const OpenedSet& moments = of_generated ? real_ : generated_;
      value = frechetInfinity(factorise(moments.found.moments, moments.name),
                              (of_generated ? generated_ : real_).found.kept, request_.seed, telling(kStage));
    }
    add("fid_infinity", value, std::nullopt, used(real_), used(generated_));
    warnOfBiasIn(real_);
    warnOfBiasIn(generated_);
  }

  /// What no line through distances of shares takes away.
  void warnOfBiasIn(const OpenedSet& side) {
    if (!side.pictures) {
      if (side.found.moments.count >= kEnoughForFid) return;
      evaluation_.warnings.push_back(
          {"fid_infinity_beside_moments",
           "fid_infinity keeps the bias of {set}, because it holds moments, of fewer than {enough} samples or of a "
           "number that it does not say. Give its pictures.",
           {{"set", side.name}, {"enough", formatCount(kEnoughForFid)}}});
    } else if (side.found.kept.size(0) < side.kind->features) {
      evaluation_.warnings.push_back({"fid_infinity_of_few_samples",
                                      "fid_infinity keeps much of the bias, because it is of {count} samples of {set}, "
                                      "fewer than the {features} features.",
                                      {{"count", formatCount(side.found.kept.size(0))},
                                       {"set", side.name},
                                       {"features", formatCount(side.kind->features)}}});
    }
  }

  void scoreKept() {
    const at::Tensor& real = real_.found.kept;
    const at::Tensor& generated = generated_.found.kept;
    if (wants("kid")) {
      say("kid");
      const Spread kid = kernelDistance(real, generated,
                                        {.subsets = request_.kid_subsets,
                                         .subset_size = request_.kid_subset_size,
                                         .seed = request_.seed,
                                         .on_step = telling("kid")});
      add("kid", kid.mean, kid.deviationIfAny(), real.size(0), generated.size(0));
      warnOfSmallSubsets(std::min(real.size(0), generated.size(0)));
    }
    if (wants("prdc")) {
      constexpr const char* kStage = "precision, recall, density, coverage";
      say(kStage);
      const NeighbourScores found =
          neighbourScores(real, generated, {.neighbours = request_.neighbours, .on_step = telling(kStage)});
      for (const auto& [name, value] : {std::pair("precision", found.precision), std::pair("recall", found.recall),
                                        std::pair("density", found.density), std::pair("coverage", found.coverage)}) {
        add(name, value, std::nullopt, real.size(0), generated.size(0));
      }
    }
    if (wants("intra-fid")) scoreClasses();
    if (wants("swd")) {
      const std::int64_t count = std::min(real.size(0), generated.size(0));
      say("sliced wasserstein");
      const auto as_many = [&](const at::Tensor& rows) {
        // Drawn: the first ones are of the first classes where pictures lie by class.
        return rows.size(0) == count
                   ? rows
                   : rows.index_select(0, drawRows(request_.seed, kWassersteinDraw, rows.size(0), count));
      };
      const double distance = slicedWasserstein(as_many(real), as_many(generated));
      add("sliced_wasserstein", distance, std::nullopt, count, count);
    }
  }

  LabelledRows labelled(const OpenedSet& side) const {
    const DatasetInfo& info = side.pictures->info();
    LabelledRows rows{.rows = side.found.kept, .labels = {}, .class_names = info.class_names};
    for (const std::int64_t picture : keptPictures(info.count, options(side))) {
      rows.labels.push_back(side.pictures->label(picture));
    }
    return rows;
  }

  void scoreClasses() {
    constexpr const char* kStage = "fid within classes";
    say(kStage);
    const LabelledRows real = labelled(real_);
    std::vector<ClassDistance>& classes = evaluation_.classes;
    classes = classDistances(real, labelled(generated_), telling(kStage));
    if (classes.empty()) {
      throw Error(ErrorCode::kInvalidArgument, "evaluation_no_common_class",
                  "There is no class of which {a} and {b} have at least two pictures each among those that are kept. "
                  "Raise --keep, name classes alike, or leave intra-fid away.",
                  {{"a", real_.name}, {"b", generated_.name}});
    }
    double mean = 0;
    std::int64_t of_real = 0;
    std::int64_t of_generated = 0;
    for (const ClassDistance& found : classes) {
      mean += found.fid / static_cast<double>(classes.size());
      of_real += found.real;
      of_generated += found.generated;
    }
    add("intra_fid", mean, std::nullopt, of_real, of_generated);
    warnOfSmallClasses();
    if (classes.size() == real.class_names.size()) return;
    evaluation_.warnings.push_back(
        {"intra_fid_of_some_classes",
         "intra_fid is of {count} of the {all} classes: of the others one side has fewer than two pictures among those "
         "that are kept.",
         {{"count", std::to_string(classes.size())}, {"all", std::to_string(real.class_names.size())}}});
  }

  void warnOfSmallClasses() {
    const auto samples = [](const ClassDistance& of) { return std::min(of.real, of.generated); };
    const ClassDistance& smallest = *std::ranges::min_element(evaluation_.classes, {}, samples);
    if (samples(smallest) >= kEnoughForFid) return;
    evaluation_.warnings.push_back(
        {"intra_fid_of_few_samples",
         "intra_fid is of classes with as few as {count} samples ({class}), so it is too high by a bias that grows as "
         "they become fewer: compare it with those of as many samples only, and classes with ones of as many. From "
         "{enough} samples of a class on it is small.",
         {{"count", formatCount(samples(smallest))},
          {"class", smallest.name},
          {"enough", formatCount(kEnoughForFid)}}});
  }

  void say(const char* stage) {
    monitor_.throwIfCancelled();
    monitor_.report({.stage = stage, .done = 0, .total = 1, .unit = "scores"});
  }
  OnStep telling(const char* stage) {
    return [this, stage](std::int64_t done, std::int64_t total) {
      monitor_.throwIfCancelled();
      monitor_.report({.stage = stage, .done = done, .total = total, .unit = "steps"});
    };
  }

  void warnOfSmallSubsets(std::int64_t samples) {
    if (samples >= request_.kid_subset_size) return;
    evaluation_.warnings.push_back(
        {"kid_of_small_subsets",
         "KID is of subsets of {count} samples instead of {size}, because one side has no more: its deviation is not "
         "that of others.",
         {{"count", formatCount(samples)}, {"size", formatCount(request_.kid_subset_size)}}});
  }

  void warnOfFew(bool with_infinity) {
    std::int64_t least = std::max(real_.found.moments.count, generated_.found.moments.count);
    for (const OpenedSet* side : {&real_, &generated_}) {
      if (side->found.moments.count > 0) least = std::min(least, side->found.moments.count);
    }
    evaluation_.warnings.push_back(
        {"fid_of_few_samples",
         with_infinity
             ? "FID of {count} samples is too high by a bias that grows as they become fewer: compare it with "
               "those of as many samples only. fid_infinity has less of that bias; from {enough} samples on it "
               "is small."
             : "FID of {count} samples is too high by a bias that grows as they become fewer: compare it with "
               "those of as many samples only. From {enough} samples on it is small.",
         {{"count", formatCount(least)}, {"enough", formatCount(kEnoughForFid)}}});
  }

  const EvaluationRequest& request_;
  ProgressMonitor& monitor_;
  std::vector<std::string> metrics_;
  std::unique_ptr<FeatureNetwork> network_;
  FeatureStore store_;
  OpenedSet real_;
  OpenedSet generated_;
  Evaluation evaluation_;
};

}  // namespace

const std::vector<std::string>& evaluationMetrics() { return metricNames(); }

Evaluation evaluate(const EvaluationRequest& request, ProgressMonitor& monitor) {
  return Judge(request, monitor).run();
}

void requireScores(const EvaluationRequest& request) {
  ProgressMonitor monitor;
  Judge(request, monitor).require();
}

bool knowsReal(const EvaluationRequest& request) {
  ProgressMonitor monitor;
  return Judge(request, monitor).knowsReal();
}

void shareEvaluation(const EvaluationRequest& request, ProgressMonitor& monitor) { Judge(request, monitor).share(); }

}  // namespace gan
