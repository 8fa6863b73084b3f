#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "config/evaluation_scores.h"
#include "config/run_config.h"
#include "core/message.h"
#include "core/progress_monitor.h"
#include "evaluation/feature_kind.h"

namespace gan {

class Dataset;

/// A side of a comparison: pictures, or a file of moments of such.
struct JudgedSet {
  std::string name;                   ///< As whoever asks calls it.
  std::optional<RunConfig> pictures;  ///< Where they are read from: data.source, data.path.
  std::filesystem::path moments;      ///< Where there are no pictures.
  /// Pictures that come from elsewhere, instead of all that; read() from several threads at once.
  std::shared_ptr<const Dataset> opened = {};
  std::string identity = {};  ///< Of `opened`: another text for other pictures; empty: nothing is kept of them.
  /// How many of `opened` could not be read by now and have given way to others; empty: none ever. From the first one
  /// on nothing is kept of them. From any thread.
  std::function<std::int64_t()> replaced = {};

  bool holdsPictures() const { return pictures || opened; }
};

/// Whether a file is a .npz with `mu` and `sigma`. False for anything else, also for what cannot be read.
bool holdsMoments(const std::filesystem::path& path);

/// A network's file and what it is fed, see FeatureOptions.
struct JudgingNetwork {
  std::filesystem::path file = {};  ///< Empty: none, for moments on both sides.
  std::string resize = {};
  std::optional<RunConfig> classifier = {};  ///< Of the run that the file is the classifier of.
  std::int64_t size = 0;
  std::string device = "cpu";
  int threads = 1;  ///< That read pictures, and on a CPU compute features.
  std::int64_t batch = 50;
};

/// Which scores, and what they depend on beside pictures and features.
struct ScoreOptions {
  std::vector<std::string> metrics = {};  ///< Of evaluationMetrics(); empty: the usual ones that both sides allow.
  std::uint64_t seed = 0;
  std::int64_t kept = kUsuallyKept;  ///< Features that each side keeps for all but fid and is.
  std::int64_t inception_splits = kUsualInceptionSplits;
  std::int64_t kid_subsets = 100;
  std::int64_t kid_subset_size = kUsualKidSubset;
  std::int64_t neighbours = kUsualNeighbours;  ///< Of prdc.
};

/// What a monitor is told while pictures of either side pass through the network.
inline constexpr const char* kRealStage = "pictures of A";
inline constexpr const char* kGeneratedStage = "pictures of B";

struct EvaluationRequest : ScoreOptions {
  JudgedSet real;  ///< What the other side is judged by.
  JudgedSet generated;
  JudgingNetwork network;
  /// Folder in which is kept what the real side gave, for the next evaluation, and features of an unfinished one, so
  /// that it goes on; empty: nothing is kept. Several evaluations and processes may use one.
  std::filesystem::path store = {};
  bool leaves_shares = false;  ///< For others that look for this evaluation's features when it is done.
};

/// "fid", "fid-infinity", "kid", "prdc", "swd", "intra-fid", "is".
const std::vector<std::string>& evaluationMetrics();

struct Score {
  std::string name;  ///< "fid", "fid_infinity", "kid", "precision" ...
  double value = 0;
  std::optional<double> deviation;  ///< Over splits or subsets; none where it was measured once.
  std::int64_t real = 0;  ///< Samples that it is of; 0: the moments do not say, or there are none of that side.
  std::int64_t generated = 0;
};

/// The Frechet distance between what both sides have of a class.
struct ClassDistance {
  std::string name;  ///< As the real side has it.
  double fid = 0;
  std::int64_t real = 0;  ///< Samples.
  std::int64_t generated = 0;
};

/// What a side turned out to be.
struct JudgedFacts {
  std::string name;
  std::string content;     ///< "pictures" or "moments".
  std::int64_t count = 0;  ///< Pictures; 0: the moments do not say.
  /// Of features from picture to picture, summed over all features; none where no score needed it.
  std::optional<double> variance = {};
};

struct Evaluation {
  std::optional<FeatureKind> features;  ///< None: moments on both sides that do not say.
  JudgedFacts real;
  JudgedFacts generated;
  std::vector<Score> scores;
  std::vector<ClassDistance> classes;  ///< With "intra-fid".
  /// Whether the Inception Score is of logits with the last layer's bias; none where the network does not say.
  std::optional<bool> logits_with_bias;
  std::vector<Message> warnings;
  std::vector<std::filesystem::path> shares;  ///< Folders of this evaluation's features that it left.
};

/// Scores the generated side by the real one, in memory that does not grow with the number of pictures. A function of
/// its request and of LibTorch's number of threads: on another one scores differ by rounding, by less than 1e-4 of
/// them; features on a CPU have the same bits on any. Throws
/// Error(kInvalidArgument): "evaluation_no_network", "evaluation_needs_pictures", "evaluation_other_features",
/// "evaluation_no_classes", "evaluation_no_labels", "evaluation_no_common_class", "samples_too_few",
/// "samples_kept_too_few", and what reading either side, openFeatureNetwork() and the scores throw.
Evaluation evaluate(const EvaluationRequest& request, ProgressMonitor& monitor);

/// Throws what evaluate() would of its metrics and of how many pictures there are, before there is a network.
void requireScores(const EvaluationRequest& request);

/// Whether what the real side gives is kept in `store`, or is not needed. Throws likewise, and openFeatureNetwork()'s.
bool knowsReal(const EvaluationRequest& request);

/// What one of several processes does of evaluate(), with the same request and `store`: it computes features that no
/// other one computes, until none are left.
void shareEvaluation(const EvaluationRequest& request, ProgressMonitor& monitor);

struct MomentsOutcome {
  FeatureKind features;
  std::int64_t pictures = 0;
  std::vector<Message> warnings;
};

struct MomentsRequest {
  JudgedSet pictures;
  JudgingNetwork network;
  std::filesystem::path out;         ///< A .npz file.
  std::filesystem::path store = {};  ///< For features while it is unfinished; as EvaluationRequest has it,
  bool leaves_shares = false;        ///< and this, too.
};

/// Writes the moments of pictures for later comparisons: on a CPU the same bytes from any number of processes. Throws
/// Error(kInvalidArgument, "evaluation_moments_already"), and what reading pictures, openFeatureNetwork() and
/// writeMoments() throw.
MomentsOutcome saveMoments(const MomentsRequest& request, ProgressMonitor& monitor);

/// What one of several processes does of saveMoments(), with the same request: it computes features that no other one
/// computes, until none are left.
void shareMoments(const MomentsRequest& request, ProgressMonitor& monitor);

}  // namespace gan
