#include "make_evaluation.h"

#include <fcntl.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <system_error>
#include <vector>

#include "config/class_list.h"
#include "config/evaluation_scores.h"
#include "core/atomic_file.h"
#include "core/error.h"
#include "core/file_descriptor.h"
#include "core/log.h"
#include "core/units.h"
#include "core/worker_process.h"
#include "evaluation_text.h"
#include "judging_options.h"
#include "judging_processes.h"
#include "make_export.h"
#include "picture_options.h"
#include "protocol/convert.h"
#include "protocol/studio.pb.h"
#include "run/kept_evaluations.h"
#include "run/run_folder.h"

namespace gan::app {
namespace {

namespace fs = std::filesystem;
namespace v1 = ganstudio::v1;

constexpr std::int64_t kMostPictures = 1'000'000;
constexpr std::int64_t kMostDraws = 1000;
constexpr const char* kShare = "--share";
constexpr const char* kShareTruncation = "--share-truncation";
constexpr const char* kShareRank = "--share-rank";
constexpr const char* kShareSize = "--share-size";

/// Counts pictures that pass through networks over all evaluations of an order.
class JudgingProgress {
 public:
  JudgingProgress(ProgressMonitor& told, std::int64_t evaluations, std::int64_t generated)
      : told_(told), generated_(generated), total_(evaluations * generated) {}

  /// One of them begins.
  void plan(const JudgingPlan& plan) {
    if (plan.trained + plan.real > 0) total_ = std::max(total_, done_ + plan.all() + (total_ - done_ - generated_));
    plan_ = plan;
    forget();
  }
  void hear(const Progress& progress) {
    told_.throwIfCancelled();
    if (progress.stage == kClassifierStage || progress.stage == kAccuracyStage) {
      if (progress.done * kJudgeBatch < in_training_) of_trainings_ += in_training_;
      in_training_ = progress.done * kJudgeBatch;
    } else if (progress.stage == kRealStage) {
      real_ = std::min(plan_.real, progress.done);
    } else if (progress.stage == kGeneratedStage) {
      real_ = plan_.real;
      if (progress.done < in_draw_) of_draws_ += in_draw_;
      in_draw_ = progress.done;
    }
    tell();
  }
  /// One is over, or was before.
  void finish(std::int64_t generated) {
    done_ += plan_.trained + plan_.real + generated;
    plan_ = {};
    forget();
    tell();
  }
  std::int64_t total() const { return total_; }

 private:
  void forget() { of_trainings_ = in_training_ = real_ = of_draws_ = in_draw_ = 0; }
  void tell() {
    const std::int64_t here =
        std::min(plan_.trained, of_trainings_ + in_training_) + real_ + std::min(generated_, of_draws_ + in_draw_);
    told_.report({.stage = "Evaluation", .done = std::min(total_, done_ + here), .total = total_, .unit = "pictures"});
  }

  ProgressMonitor& told_;
  const std::int64_t generated_;  ///< Of one of them.
  std::int64_t total_;
  std::int64_t done_ = 0;  ///< By those that are over.
  JudgingPlan plan_;
  std::int64_t of_trainings_ = 0;
  std::int64_t in_training_ = 0;
  std::int64_t real_ = 0;
  std::int64_t of_draws_ = 0;
  std::int64_t in_draw_ = 0;
};

void requireAtMost(const char* field, std::int64_t value, std::int64_t most) {
  if (value <= most) return;
  throw Error(ErrorCode::kInvalidArgument, "export_request_bad",
              "{field} of an export is a number from {lowest} to {highest}, but {value} was asked for.",
              {{"field", field}, {"lowest", "1"}, {"highest", formatCount(most)}, {"value", formatCount(value)}});
}

void requireKnownMetrics(const EvaluationOrder& order) {
  const std::vector<std::string>& known = judgingMetrics();
  for (const std::string& metric : order.metrics) {
    if (std::ranges::count(known, metric) == 0) (void)metricList(metric);  // says what there is
  }
}

v1::SamplesAlike drawing(const EvaluationOrder& order) {
  v1::SamplesAlike message;
  message.set_seed(order.seed);
  message.set_classes(order.classes);
  message.set_truncation_kind(order.truncation_kind);
  message.set_statistics(order.statistics);
  return message;
}

RunJudging judgingFor(const ExportTask& task, const EvaluationOrder& order, const RunConfig& config,
                      const World& world) {
  requireKnownMetrics(order);
  requireAtMost("count", order.count, kMostPictures);
  requireAtMost("draws", order.draws, kMostDraws);
  JudgingOptions options;
  options.features = order.features;
  options.resize = order.resize;
  options.size = order.size.value_or(0);
  options.device = config.text("evaluation.device");
  options.threads = static_cast<int>(config.integer("evaluation.threads"));
  RunJudging judging{.real = {.run = task.run},
                     .generated = {.run = task.run, .checkpoints = task.checkpoints, .weights = order.weights},
                     .alike = drawnAlike(drawing(order)),
                     .count = order.count,
                     .draws = order.draws,
                     .network = judgingNetwork(options, world),
                     .in_domain = order.features == kInDomainFeatures,
                     .scores = {},
                     .cache = featuresCache(),
                     .leaves_shares = true};
  if (task.request.has_step()) judging.generated.step = task.request.step();
  judging.scores.metrics = order.metrics;
  judging.scores.seed = order.seed;
  judging.scores.kid_subset_size = std::min(order.count, kUsualKidSubset);
  return judging;
}

/// The processes that compute features beside this one, which takes them, until this object goes. One that cannot be
/// started, or ends, is done without.
class EvaluationHelpers {
 public:
  EvaluationHelpers(const ExportTask& task, std::size_t truncation, int size) {
    const FileDescriptor nowhere(::open("/dev/null", O_WRONLY | O_CLOEXEC));
    for (int rank = 1; rank < size; ++rank) {
      try {
        helpers_.emplace_back(WorkerStart{.command = command(task, truncation, rank, size),
                                          .environment = ownEnvironment(),
                                          .output = nowhere.get()});
      } catch (const std::exception& error) {
        log::warning(std::string("an evaluation goes on with fewer processes: ") + error.what());
      }
    }
  }
  ~EvaluationHelpers() {
    for (WorkerProcess& helper : helpers_) {
      if (helper.ended().value_or(0) != 0) log::warning("a process that shared an evaluation has ended too early");
    }
  }
  EvaluationHelpers(const EvaluationHelpers&) = delete;
  EvaluationHelpers& operator=(const EvaluationHelpers&) = delete;

 private:
  static std::vector<std::string> command(const ExportTask& task, std::size_t truncation, int rank, int size) {
    return {fs::read_symlink("/proc/self/exe").string(),
            "export-worker",
            task.run.string(),
            kShare,
            task.out.parent_path().filename().string(),
            kShareTruncation,
            std::to_string(truncation),
            kShareRank,
            std::to_string(rank),
            kShareSize,
            std::to_string(size)};
  }

  std::vector<WorkerProcess> helpers_;
};

/// A little of it was made: what all of it would take.
ExportMade tryOut(RunJudging judging, const EvaluationOrder& order, int processes) {
  judging.alike.statistics = StatisticsMode::kRunning;  // as exports of pictures do
  const JudgingForecast forecast = forecastJudging(judging);
  const JudgingPlan& plan = forecast.plan;
  const auto times = static_cast<std::int64_t>(order.truncations.size());
  const std::int64_t all = std::max<std::int64_t>(1, plan.all() + (times - 1) * (plan.accuracy + plan.generated));
  const double seconds = sharedAmong(judging.network, processes, forecast.seconds, forecast.shared_seconds);
  const double each = seconds / static_cast<double>(std::max<std::int64_t>(1, plan.all()));
  return {.step = forecast.step,
          .checkpoint = forecast.checkpoint,
          .done = all,
          .total = all,
          .unit = "pictures",
          .seconds = each * static_cast<double>(all)};
}

fs::path fileOf(const fs::path& out, std::size_t number) {
  std::string digits = std::to_string(number);
  digits.insert(0, digits.size() < 3 ? 3 - digits.size() : 0, '0');
  return out / ("evaluation-" + digits + ".json");
}

/// Names of runs and classes may be of any bytes.
std::string toText(const nlohmann::json& facts, int indent = -1) {
  return facts.dump(indent, ' ', false, nlohmann::json::error_handler_t::replace);
}

EvaluationOrder orderOf(const ExportTask& task, const RunConfig& config) {
  EvaluationOrder order = completed(fromMessage(task.request.evaluation()), config);
  if (order.metrics == std::vector<std::string>{kAccuracyMetric}) {
    throw Error(ErrorCode::kInvalidArgument, "evaluation_of_accuracy_alone",
                "Scores of a run are kept by the features that they are computed from, but cas alone needs none. Ask "
                "for another score beside it, as in fid,cas; `gan-engine evaluate {run} --metrics cas` prints it.",
                {{"run", task.run.string()}});
  }
  return order;
}

/// "step-00001500.s2": 2.
std::int32_t segmentOf(const std::string& checkpoint) {
  const auto mark = checkpoint.rfind(".s");
  return mark == std::string::npos ? 0
                                   : static_cast<std::int32_t>(std::strtol(checkpoint.c_str() + mark + 2, nullptr, 10));
}

}  // namespace

void keepInRun(const fs::path& run, const std::string& id, const RunEvaluation& found, const RunJudging& request) {
  if (!found.step || !found.evaluation.features) return;
  keepEvaluation(run, id,
                 {.step = *found.step,
                  .segment = segmentOf(found.checkpoint),
                  .unix_seconds = unixSeconds(),
                  .evaluated = evaluatedFromReport(toText(factsOf({found}, request)))});
}

ExportMade makeEvaluation(const ExportTask& task, ProgressMonitor& monitor) {
  const RunConfig config = RunFolder::open(task.run).config();
  const EvaluationOrder order = orderOf(task, config);
  const auto processes = static_cast<int>(evaluationProcesses(config, /*trains=*/1));
  RunJudging judging = judgingFor(task, order, config, worldOf(0, processes));
  if (task.at_most > 0) return tryOut(judging, order, processes);
  const auto begin = std::chrono::steady_clock::now();
  const std::int64_t generated = order.count * order.draws;
  JudgingProgress progress(monitor, static_cast<std::int64_t>(order.truncations.size()), generated);
  ProgressMonitor listening([&](const Progress& heard) { progress.hear(heard); });
  judging.planned = [&](const JudgingPlan& plan) { progress.plan(plan); };
  ExportMade made{.unit = "pictures"};
  for (std::size_t i = 0; i < order.truncations.size(); ++i) {
    const fs::path file = fileOf(task.out, i);
    if (!fs::exists(file)) {
      judging.alike.truncation.threshold = order.truncations[i];
      RunEvaluation found = [&] {
        const EvaluationHelpers helpers(task, i, processes);
        return judgeRun(judging, listening);
      }();
      keepInRun(task.run, task.out.parent_path().filename().string() + "-" + std::to_string(i), found, judging);
      writeFileAtomically(file, toText(factsOf({found}, judging), 2) + "\n");
      removeShares(found.evaluation);  // until then who goes on has use for them
      made.step = found.step;
      made.checkpoint = found.checkpoint;
    }
    progress.finish(generated);
  }
  made.done = made.total = progress.total();
  made.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  return made;
}

void addHelperOptions(CLI::App& command, EvaluationHelper& helper) {
  command.add_option(kShare, helper.id);
  command.add_option(kShareTruncation, helper.truncation);
  command.add_option(kShareRank, helper.rank);
  command.add_option(kShareSize, helper.size);
}

void helpEvaluation(const ExportTask& task, const EvaluationHelper& helper) {
  const RunConfig config = RunFolder::open(task.run).config();
  const EvaluationOrder order = orderOf(task, config);
  RunJudging judging = judgingFor(task, order, config, worldOf(helper.rank, helper.size));
  judging.alike.truncation.threshold = order.truncations.at(helper.truncation);
  ProgressMonitor monitor;
  shareJudging(judging, monitor);
}

}  // namespace gan::app
