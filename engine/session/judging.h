#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>

#include "config/run_config.h"
#include "core/progress_monitor.h"
#include "data/dataset.h"
#include "data/tolerant_dataset.h"
#include "evaluation/evaluate.h"
#include "session/drawn_pictures.h"
#include "session/in_domain.h"
#include "session/judge_run.h"
#include "session/shared_accuracy.h"

namespace gan {

/// The real side's images as networks of a size see them.
struct RealImages {
  std::shared_ptr<const Dataset> images;
  RunConfig config;  ///< Whose data.* say how they are fitted.
  std::string identity;
  const TolerantDataset* tolerant = nullptr;  ///< Of `images`; null where one that cannot be read is an error.
};

/// Of a run, as it is trained on them.
RealImages trainedImages(const std::filesystem::path& run);
/// fingerprint: of the data, as the run's manifest has it.
RealImages trainedImages(const RunConfig& config, const std::string& fingerprint);
/// Of one that does not exist yet.
RealImages imagesToTrainOn(const RunConfig& config);
/// Somebody's pictures at a size; 0: their own.
RealImages fittedPictures(const RunConfig& pictures, std::int64_t size);
/// What its in-domain classifier is made from; `real` must outlive it.
InDomainRequest classifierOf(const JudgingNetwork& network, const RealImages& real, const std::filesystem::path& cache);
/// `network` with the classifier of these images; see inDomainNetwork().
JudgingNetwork withInDomain(JudgingNetwork network, const RealImages& real, const std::filesystem::path& cache,
                            ProgressMonitor& monitor);
[[noreturn]] void throwMoments(const JudgedSet& set);

/// Both sides of a comparison opened, and what they are judged with. What speaks against it is thrown by the
/// constructor, before minutes are spent; prepare() spends them. request must outlive it.
class Judging {
 public:
  explicit Judging(const RunJudging& request);

  /// What will pass through networks.
  JudgingPlan plan() const;
  /// About how long all of it takes, from a little of it; of which weights it does not say.
  JudgingForecast forecast();
  /// Makes the classifier where there is none yet, and the statistics of batch normalisations.
  void prepare(ProgressMonitor& monitor);

  bool drawn() const { return !request_.generated.set; }
  const FoundGenerator& found() const { return source_->found; }
  bool needsFeatures() const { return !accuracy_ || !evaluation_.metrics.empty(); }

  /// All scores of a draw.
  Evaluation score(std::int64_t number, ProgressMonitor& monitor);
  /// The evaluation of a draw, but for its accuracy score.
  const EvaluationRequest& draw(std::int64_t number);
  /// Computes the accuracy score of a draw where it is wanted and nobody has computed or computes it.
  void shareAccuracy(std::int64_t number, ProgressMonitor& monitor);
  EvaluationRequest& evaluation() { return evaluation_; }

 private:
  void refuseWithoutClasses();
  void openSource();
  void openReal();
  /// The generated side of draw() as the real images are fitted, and what tells it from others.
  struct Fitted {
    std::shared_ptr<const Dataset> images;
    std::string identity;  ///< Empty: nothing is kept of it.
  };
  Fitted fittedGenerated() const;
  SharedAccuracy sharedAccuracy(std::int64_t number, ProgressMonitor& monitor);
  void addAccuracy(std::int64_t number, Evaluation& found, ProgressMonitor& monitor);
  std::filesystem::path folderOfAccuracy(const std::string& generated) const;
  void computeAlike() const;
  std::string identityOfSamples() const;
  void useClassifier(const std::filesystem::path& file);

  const RunJudging& request_;
  std::optional<OpenedSource> source_;
  std::optional<RealImages> real_;
  EvaluationRequest evaluation_;
  std::string weights_sha256_;
  bool accuracy_ = false;
  bool in_domain_ = false;
};

}  // namespace gan
