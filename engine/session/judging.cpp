#include "session/judging.h"

#include <ATen/Version.h>
#include <c10/core/Device.h>
#include <torch/version.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <system_error>
#include <utility>
#include <vector>

#include "core/error.h"
#include "core/sha256.h"
#include "data/fitted_images.h"
#include "data/images_identity.h"
#include "evaluation/feature_store.h"
#include "evaluation/opened_set.h"
#include "run/run_folder.h"
#include "session/accuracy_score.h"
#include "session/drawn_dataset.h"
#include "session/environment.h"
#include "session/in_domain.h"
#include "session/train_classifier.h"
#include "session/trained_images.h"

namespace gan {
namespace {

namespace fs = std::filesystem;

/// Changes when another training gives the same pictures another score.
constexpr const char* kAccuracyVersion = "accuracy 1";

JudgedSet setOf(const fs::path& run, const RealImages& real) {
  return {.name = run.string(),
          .pictures = {},
          .moments = {},
          .opened = real.images,
          .identity = "images " + real.identity + ", " + describeFit(fitWithoutChance(real.config)),
          .replaced = [images = real.images, tolerant = real.tolerant] { return tolerant->damagedCount(); }};
}

RealImages realImages(const RunConfig& config, std::unique_ptr<Dataset> images) {
  const std::string identity = identityOfImages(config, images->info());
  auto tolerant = std::make_unique<TolerantDataset>(
      std::move(images), ToleranceOptions{.limit = config.real("data.corrupt_limit"), .list = {}});
  const TolerantDataset* const said = tolerant.get();
  return {.images = std::make_shared<const FittedImages>(std::move(tolerant), fitWithoutChance(config)),
          .config = config,
          .identity = identity,
          .tolerant = said};
}

void requireCache(const fs::path& cache) {
  if (!cache.empty()) return;
  throw Error(ErrorCode::kInvalidArgument, "judge_no_cache",
              "An in-domain classifier has to be kept somewhere, but neither XDG_CACHE_HOME nor HOME names a folder. "
              "Set one of them, or name another network with --features.");
}

}  // namespace

InDomainRequest classifierOf(const JudgingNetwork& network, const RealImages& real, const fs::path& cache) {
  InDomainRequest request{.images = real.images,
                          .data = real.config,
                          .identity = real.identity,
                          .cache = cache,
                          .device = network.device,
                          .threads = network.threads};
  if (real.tolerant != nullptr) request.replaced = [&real] { return real.tolerant->damaged(); };
  return request;
}

RealImages trainedImages(const fs::path& path) {
  const RunFolder run = RunFolder::open(path);
  return trainedImages(run.config(), run.manifest().data_fingerprint);
}

RealImages trainedImages(const RunConfig& config, const std::string& fingerprint) {
  return realImages(config, openTrainedImages(config, fingerprint));
}

RealImages imagesToTrainOn(const RunConfig& config) { return realImages(config, openAsTheyLie(config)); }

/// Somebody's pictures at a size; 0: their own.
RealImages fittedPictures(const RunConfig& pictures, std::int64_t size) {
  constexpr std::int64_t kLeast = 8;
  constexpr std::int64_t kLargest = 128;
  RunConfig config = pictures;
  Image first;
  openDataset(config, Decoding::kWhole)->read(0, first);
  if (size == 0) size = std::clamp(std::min(first.width, first.height), kLeast, kLargest);
  config.set("data.resolution", Value(size));
  config.set("data.channels", Value(first.channels));
  auto images = std::make_shared<const FittedImages>(openDataset(config), fitWithoutChance(config));
  return {.images = images, .config = config, .identity = identityOfImages(config, images->info())};
}

JudgingNetwork withInDomain(JudgingNetwork network, const RealImages& real, const fs::path& cache,
                            ProgressMonitor& monitor) {
  requireCache(cache);
  network.file = inDomainClassifier(classifierOf(network, real, cache), monitor);
  network.size = 0;  // it says its own
  return network;
}

void throwMoments(const JudgedSet& set) {
  throw Error(ErrorCode::kInvalidArgument, "judge_in_domain_of_moments",
              "An in-domain classifier is made of the real pictures, but {set} holds moments. Give the pictures, or "
              "name with --features the file of the classifier that they were computed with.",
              {{"set", set.name}});
}

Judging::Judging(const RunJudging& request) : request_(request) {
  evaluation_.store = request.cache;
  static_cast<ScoreOptions&>(evaluation_) = request.scores;
  accuracy_ = std::erase(evaluation_.metrics, kAccuracyMetric) > 0;
  in_domain_ = request.in_domain && needsFeatures();
  if (drawn()) {
    openSource();
    classesInTurn(request.alike, source_->maker.facts());
  } else if (request.draws > 1) {
    throw Error(ErrorCode::kInvalidArgument, "judge_nothing_drawn",
                "Repeated draws were asked for, but nothing is drawn: {set} holds pictures or moments. Leave them "
                "away, or give a run.",
                {{"set", request.generated.set->name}});
  }
  openReal();
  refuseWithoutClasses();
  evaluation_.network = request.network;
  draw(0);  // a plan is of the first
  if (!in_domain_) return;
  if (!real_) throwMoments(*request.real.set);
  requireScores(evaluation_);
  requireCache(request.cache);
  if (const auto kept = keptInDomain(classifierOf(request.network, *real_, request.cache))) useClassifier(*kept);
}

void Judging::openSource() {
  const JudgedSide& side = request_.generated;
  const PictureSource source{.path = side.run,
                             .step = side.step,
                             .device = request_.network.device,
                             .stages = side.stages,
                             .threads = request_.network.threads,
                             .checkpoints = side.checkpoints,
                             .weights = side.weights};
  if (side.unbegun) {
    source_.emplace(*side.unbegun, source);
    return;
  }
  source_.emplace(source);
  // A copy of a run trains on under the names of the one that it is a copy of.
  weights_sha256_ = sha256OfFile(source_->found.file);
}

void Judging::useClassifier(const fs::path& file) {
  evaluation_.network = request_.network;
  evaluation_.network.file = file;
  evaluation_.network.size = 0;  // it says its own
}

void Judging::prepare(ProgressMonitor& monitor) {
  if (in_domain_) evaluation_.network = withInDomain(request_.network, *real_, request_.cache, monitor);
  computeAlike();
  if (drawn() && request_.alike.statistics != StatisticsMode::kRunning) {
    source_->maker.use(request_.alike.statistics, request_.alike.truncation);
  }
}

Evaluation Judging::score(std::int64_t number, ProgressMonitor& monitor) {
  draw(number);
  Evaluation found = needsFeatures() ? evaluate(evaluation_, monitor) : Evaluation();
  if (!accuracy_) return found;
  if (number == 0) {  // while others compute those of some draws, this process does of the rest
    for (std::int64_t other = 0; other < request_.draws; ++other) shareAccuracy(other, monitor);
  }
  addAccuracy(number, found, monitor);
  return found;
}

void Judging::shareAccuracy(std::int64_t number, ProgressMonitor& monitor) {
  if (accuracy_) sharedAccuracy(number, monitor).computeFree();
}

void Judging::addAccuracy(std::int64_t number, Evaluation& found, ProgressMonitor& monitor) {
  const AccuracyScore score = sharedAccuracy(number, monitor).score(monitor);
  for (const auto& [name, value] : {std::pair(kAccuracyMetric, score.top1), std::pair("cas_top5", score.top5)}) {
    found.scores.push_back(
        {.name = name, .value = value, .deviation = std::nullopt, .real = score.real, .generated = score.generated});
  }
  if (std::ranges::count(found.warnings, "pictures_replaced", &Message::id) == 0) {
    warnOfReplaced(evaluation_.real.name, score.replaced, score.real, found.warnings);
  }
  const fs::path folder = folderOfAccuracy(fittedGenerated().identity);
  if (!folder.empty()) found.shares.push_back(folder);
  if (!needsFeatures()) {
    found.real = {.name = evaluation_.real.name, .content = "pictures", .count = score.real};
    found.generated = {.name = evaluation_.generated.name, .content = "pictures", .count = score.generated};
  }
}

SharedAccuracy Judging::sharedAccuracy(std::int64_t number, ProgressMonitor& monitor) {
  draw(number);
  const Fitted generated = fittedGenerated();
  return {folderOfAccuracy(generated.identity), [this, images = generated.images, &monitor](const fs::path& states) {
            AccuracyRequest request{.real = real_->images,
                                    .generated = heldImages(*images, request_.network.threads, monitor),
                                    .data = real_->config,
                                    .device = request_.network.device,
                                    .threads = request_.network.threads,
                                    .states = states};
            if (real_->tolerant != nullptr) {
              request.replaced = [tolerant = real_->tolerant] { return tolerant->damagedCount(); };
            }
            const AccuracyScore score = accuracyScore(request, monitor);
            computeAlike();
            return score;
          }};
}

fs::path Judging::folderOfAccuracy(const std::string& generated) const {
  if (generated.empty()) return {};
  const at::Device device(request_.network.device);
  return FeatureStore(request_.cache)
      .shares(keyOf({kAccuracyVersion, TORCH_VERSION, device.is_cpu() ? at::get_cpu_capability() : "",
                     c10::DeviceTypeName(device.type(), /*lower_case=*/true), real_->identity,
                     describeFit(fitWithoutChance(real_->config)), generated}));
}

const EvaluationRequest& Judging::draw(std::int64_t number) {
  if (!drawn()) {
    evaluation_.generated = *request_.generated.set;
    return evaluation_;
  }
  const std::int64_t first = number * request_.count;
  evaluation_.generated = {
      .name = request_.generated.run.string(),
      .pictures = {},
      .moments = {},
      .opened = std::make_shared<const DrawnDataset>(source_->maker, request_.alike, first, request_.count),
      .identity = identityOfSamples() + ", " + std::to_string(request_.count) + " from " + std::to_string(first)};
  return evaluation_;
}

/// Before minutes are spent.
void Judging::refuseWithoutClasses() {
  if (!accuracy_ && std::ranges::count(evaluation_.metrics, "intra-fid") == 0) return;
  if (real_) requireClasses(evaluation_.real.name, real_->images->info());
  if (drawn()) requireClasses(request_.generated.run.string(), draw(0).generated.opened->info());
}

void Judging::openReal() {
  if (!request_.real.set) {
    real_ = request_.real.unbegun ? imagesToTrainOn(*request_.real.unbegun) : trainedImages(request_.real.run);
    evaluation_.real = setOf(request_.real.run, *real_);
    return;
  }
  evaluation_.real = *request_.real.set;
  if (accuracy_ && !request_.real.set->pictures) throwNeedsPictures(kAccuracyMetric, *request_.real.set);
  if ((!in_domain_ && !accuracy_) || !request_.real.set->pictures) return;
  const std::int64_t size = request_.network.size != 0 ? request_.network.size
                            : drawn()                  ? source_->maker.facts().resolution
                                                       : 0;
  real_ = fittedPictures(*request_.real.set->pictures, size);
}

Judging::Fitted Judging::fittedGenerated() const {
  if (drawn()) return {.images = evaluation_.generated.opened, .identity = evaluation_.generated.identity};
  if (!evaluation_.generated.pictures) throwNeedsPictures(kAccuracyMetric, evaluation_.generated);
  RunConfig config = *evaluation_.generated.pictures;
  for (const char* field : {"data.resolution", "data.channels", "data.resize", "data.crop"}) {
    config.set(field, real_->config.value(field));
  }
  auto images = std::make_shared<const FittedImages>(openDataset(config), fitWithoutChance(config));
  std::string identity = "pictures " + identityOfImages(config, images->info());
  return {.images = std::move(images), .identity = std::move(identity)};
}

/// Training and drawing have set this process's threads and precision.
void Judging::computeAlike() const {
  setThreads(kJudgeThreads);
  if (drawn()) useFloat32Precision(source_->found.config);
}

/// Not of a file's name: a training that goes on writes the weights of a step under another one.
std::string Judging::identityOfSamples() const {
  nlohmann::json facts = generatorFacts(source_->found);
  facts.erase("file");
  describe(facts, request_.alike);
  facts["asked_classes"] = request_.alike.classes;
  facts["sha256"] = weights_sha256_;
  return "samples " + facts.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

}  // namespace gan
