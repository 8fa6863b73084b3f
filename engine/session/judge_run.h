#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "core/progress_monitor.h"
#include "evaluation/evaluate.h"
#include "session/picture_requests.h"

namespace gan {

/// A side of a comparison: somebody's pictures or moments, or a run. A run as the real side stands for the images that
/// it is trained on, at its resolution and without mirroring or random crops; as the other side for pictures drawn from
/// it.
struct JudgedSide {
  std::optional<JudgedSet> set = {};  ///< Pictures or moments; none: a run.
  std::filesystem::path run = {};     ///< Its folder; of pictures to draw also a file of weights.
  /// Of a run that does not exist yet: as it would have it, with a number of classes. For forecastJudging() alone.
  std::optional<RunConfig> unbegun = {};
  std::optional<std::int64_t> step = {};   ///< Of a checkpoint; none: the newest.
  std::filesystem::path checkpoints = {};  ///< As PictureSource has it,
  std::string weights = {};                ///< this, too,
  std::string stages = {};                 ///< and this, of which RunJudging::network's device is the first.
};

/// Pictures that pass through networks for a comparison, as far as nothing is kept of earlier ones.
struct JudgingPlan {
  std::int64_t trained = 0;   ///< To make the in-domain classifier and those of "cas",
  std::int64_t accuracy = 0;  ///< of these for the latter, which each comparison makes anew.
  std::int64_t real = 0;
  std::int64_t generated = 0;  ///< Of all draws.

  std::int64_t all() const { return trained + real + generated; }
};

/// A comparison in which either side may be a run. `gan-engine evaluate RUN` has the run as both.
struct RunJudging {
  JudgedSide real;
  JudgedSide generated;
  DrawnAlike alike = {};        ///< What pictures are drawn from a run with; draw k has another k * count samples.
  std::int64_t count = 10'000;  ///< Pictures of a draw.
  std::int64_t draws = 1;       ///< Repetitions; more than 1 only of a run.
  JudgingNetwork network = {};  ///< See in_domain; its threads are this process's.
  /// Features of a classifier that is trained on the real side's images first, once for them and their resolution, and
  /// kept in `cache`; network.file counts for nothing then.
  bool in_domain = true;
  ScoreOptions scores = {};  ///< Its metrics are of judgingMetrics().
  /// Where what the real side gives, and in-domain classifiers, are kept from one evaluation to the next, and shares of
  /// unfinished ones: $XDG_CACHE_HOME/gan-studio/features; empty: nowhere. Then in_domain is refused.
  std::filesystem::path cache = {};
  bool leaves_shares = false;  ///< As EvaluationRequest has it.
  /// Called once what speaks against it has been thrown, before minutes are spent.
  std::function<void(const JudgingPlan& plan)> planned = {};
};

/// What a monitor is told, in steps of kJudgeBatch pictures, while the in-domain classifier is trained, and those of
/// "cas"; beside them come kRealStage and kGeneratedStage.
inline constexpr const char* kClassifierStage = "in-domain classifier, made once for these images";
inline constexpr const char* kAccuracyStage = "classifier of generated pictures";
inline constexpr std::int64_t kJudgeBatch = 128;

inline constexpr const char* kAccuracyMetric = "cas";

/// Scores, and of which weights and which drawing they are.
struct RunEvaluation {
  std::optional<std::int64_t> step = {};  ///< Of the weights, as far as it is known; none where nothing was drawn.
  std::string checkpoint = {};            ///< Name of the run's; empty of weights alone.
  std::string weights = {};               ///< "average" or "newest"; empty where nobody says it.
  std::string statistics = {};            ///< "running", "standing" or "batch"; empty where nothing was drawn.
  Truncation truncation = {};
  std::int64_t draws = 1;
  /// Of several draws each score is the mean and its deviation that between draws (unbiased), whatever it is of one;
  /// each class's distance, too, and the variance of generated features are means over draws.
  Evaluation evaluation = {};
  double seconds = 0;
};

/// Scores one side by the other. kAccuracyMetric is the classification accuracy score, see accuracyScore(): the share
/// of the real images whose class is named rightly, and beside it "cas_top5", that of those whose class is among five.
/// Pictures of a run are drawn as drawSamples() draws them, one by one into the feature network, without files in
/// between. What a picture's features are does not depend on how many threads and processes share the work, and
/// LibTorch computes scores and classifiers on kJudgeThreads: on a CPU scores have the same bits on any number of both.
/// An image of a run that cannot be read gives way to another one as in training, within data.corrupt_limit, and a
/// warning counts them. An evaluation that was ended goes on when it is asked for again: features, in shares of
/// FeatureShares::kPictures, accuracy scores and the state of the classifier of one are kept under `cache` until it is
/// done. Throws Error(kInvalidArgument, "judge_nothing_drawn"), and what openTrainedImages(), OpenedSource, evaluate()
/// and inDomainNetwork() do.
RunEvaluation judgeRun(const RunJudging& request, ProgressMonitor& monitor);

/// Takes away what an evaluation with leaves_shares left, once nobody computes features of it any more.
void removeShares(Evaluation& evaluation);

/// What judgeRun() would take, from a little of it: seconds, without those that are spent on scores alone. Throws what
/// it throws before minutes are spent.
struct JudgingForecast {
  JudgingPlan plan;
  double seconds = 0;                     ///< Of one process,
  double shared_seconds = 0;              ///< and what of these several would share.
  double once_seconds = 0;                ///< Of `seconds` what is kept for the next one of the same images,
  double shared_once_seconds = 0;         ///< and what of these several would share.
  std::optional<std::int64_t> step = {};  ///< As RunEvaluation's,
  std::string checkpoint = {};            ///< and this, too.
};
/// Of a run that is not begun the generator has its first weights, and its images are taken as they lie there.
JudgingForecast forecastJudging(const RunJudging& request);

/// What one of several processes does of judgeRun(): it computes features, and accuracy scores of whole draws, that
/// nobody else computes, until none are left, and says nothing. The same request; whoever calls judgeRun() meanwhile or
/// afterwards takes them.
void shareJudging(const RunJudging& request, ProgressMonitor& monitor);

/// `network` with the in-domain classifier of the real side's images; of pictures that are no run's at `size`, or where
/// that is 0 at the shorter side of the first, 128 at most. Throws Error(kInvalidArgument): "judge_no_cache",
/// "judge_in_domain_of_moments"; and what openTrainedImages(), openDataset() and inDomainClassifier() do.
JudgingNetwork inDomainNetwork(const JudgedSide& real, const JudgingNetwork& network,
                               const std::filesystem::path& cache, ProgressMonitor& monitor);

/// $XDG_CACHE_HOME/gan-studio/features, or ~/.cache/gan-studio/features; empty where neither is known.
std::filesystem::path featuresCache();

}  // namespace gan
