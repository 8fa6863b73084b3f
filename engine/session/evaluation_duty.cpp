#include "session/evaluation_duty.h"

#include <sys/wait.h>

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <map>
#include <optional>
#include <utility>

#include "config/evaluation_scores.h"
#include "config/recipe_kind.h"
#include "config/yaml.h"
#include "core/atomic_file.h"
#include "core/error.h"
#include "core/log.h"
#include "core/message.h"
#include "core/units.h"
#include "models/weights_file.h"
#include "run/journal.h"

namespace gan {
namespace {

namespace fs = std::filesystem;

constexpr const char* kEvaluationRule = "evaluation";
constexpr const char* kRuleClient = "rule";

fs::path logFile(const RunFolder& folder) { return folder.evaluation() / "newest.log"; }

std::string joined(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : ",") + word;
  return text;
}

Message failed(std::int64_t step, ErrorArgument reason) {
  return {"evaluation_failed",
          "The evaluation of step {step} failed: {reason}",
          {{"step", formatCount(step)}, std::move(reason)}};
}

/// Why there is no result; nothing where there is one.
std::optional<Message> failureOf(const EvaluationProcess::Outcome& outcome, std::int64_t step, const fs::path& errors) {
  if (outcome.not_started) {
    try {
      std::rethrow_exception(outcome.not_started);
    } catch (const std::exception& error) {
      return failed(step, because(error));
    }
  }
  const int status = outcome.status.value_or(SIGKILL);
  if (status == 0) return std::nullopt;
  if (WIFSIGNALED(status)) {
    return Message{"evaluation_killed",
                   "The evaluation of step {step} failed: its process was ended by signal {signal}. If the host has no "
                   "memory left, lower evaluation.count or set evaluation.while to paused.",
                   {{"step", formatCount(step)}, {"signal", std::to_string(WTERMSIG(status))}}};
  }
  if (const auto told = evaluationFailure(outcome.printed)) return failed(step, because(*told));
  return Message{
      "evaluation_without_result",
      "The evaluation of step {step} failed: its process ended with code {code}. Its last words are in {log}.",
      {{"step", formatCount(step)}, {"code", std::to_string(WEXITSTATUS(status))}, {"log", errors.string()}}};
}

/// Weights that an engine which ended left before they were judged.
struct LeftWeights {
  fs::path file;
  std::int64_t step = 0;
  std::int32_t segment = 0;
};

std::vector<LeftWeights> leftIn(const fs::path& folder) {
  std::error_code failed;
  std::vector<LeftWeights> found;
  for (fs::directory_iterator entry(folder, failed), end; !failed && entry != end; entry.increment(failed)) {
    if (entry->path().extension() != ".safetensors") continue;
    LeftWeights left{.file = entry->path()};
    const std::string name = left.file.stem().string();
    long long step = 0;
    if (std::sscanf(name.c_str(), "step-%lld.s%d", &step, &left.segment) == 2) left.step = step;
    found.push_back(std::move(left));
  }
  return found;
}

}  // namespace

bool EvaluationDuty::isAskedFor(std::int64_t step) const {
  if (parts_.program.empty() || !parts_.trainer.makesPictures()) return false;
  const std::int64_t interval = parts_.config.integer("evaluation.every_steps");
  return interval > 0 && step > 0 && step % interval == 0;
}

bool EvaluationDuty::isAtInterval(std::int64_t step) const {
  return isAskedFor(step) && !whyNotEvaluated(parts_.config);
}

bool EvaluationDuty::due(const Standing& now) const { return process_.done() || isAskedFor(now.step); }

void EvaluationDuty::run() {
  collect();
  if (!isAskedFor(parts_.trainer.stepCount())) return;
  if (const std::optional<Error> why = whyNotEvaluated(parts_.config)) return tellRest(*why);
  holds_ = parts_.config.text("evaluation.while") == "paused";
  if (parts_.recorder == nullptr) return;
  if (!process_.busy()) return startIfFinite();
  if (std::exchange(told_skipped_, true)) return;
  tell(Severity::kInfo, {"evaluation_skipped",
                         "Step {step} is not evaluated, because the evaluation of step {running} still runs. Raise "
                         "evaluation.every_steps or lower evaluation.count, or set evaluation.while to paused.",
                         {{"step", formatCount(parts_.trainer.stepCount())}, {"running", formatCount(step_)}}});
}

/// Only a folder of an older version asks for what cannot be made.
void EvaluationDuty::tellRest(const Error& why) {
  if (parts_.recorder == nullptr || std::exchange(told_rest_, true)) return;
  const std::int64_t step = parts_.trainer.stepCount();
  tell(step, Severity::kWarning,
       {"evaluations_rest",
        "Evaluations rest from step {step} on, because none could be made: {reason}",
        {{"step", formatCount(step)}, because(why)}});
}

void EvaluationDuty::begin(Commands later) {
  bool wanted = false;
  rules_ = {};
  obeyed_.clear();
  if (parts_.recorder != nullptr) {
    const std::set<std::int64_t> judged = followJournal(later);
    const std::int64_t step = parts_.trainer.stepCount();
    wanted = isAtInterval(step) && !judged.contains(step);
    takeUp(judged, wanted);
  }
  if (!parts_.ranks.decide(wanted)) return;
  holds_ = parts_.config.text("evaluation.while") == "paused";
  if (parts_.recorder != nullptr) startIfFinite();
}

std::set<std::int64_t> EvaluationDuty::followJournal(Commands later) {
  const std::int64_t step = parts_.trainer.stepCount();
  const ScoreThresholds thresholds = scoreThresholds(parts_.config);
  std::set<std::int64_t> judged;
  std::int64_t without_better = -1;
  for (const Event& event : journalSoFar(parts_.folder.journal())) {
    const auto* alert = std::get_if<Alert>(&event.what);
    if (alert != nullptr && alert->rule == kNoBetterRule) without_better = event.step;
    const auto* handled = std::get_if<CommandHandled>(&event.what);
    const bool obeyed = handled != nullptr && handled->command.client == kRuleClient;
    if (obeyed && without_better > step && later == Commands::kComeAgain) obeyed_.insert(without_better);
    const auto* started = std::get_if<SegmentStarted>(&event.what);
    if (started != nullptr && started->cause == SegmentStarted::Cause::kRollback) {
      obeyed_.erase(obeyed_.upper_bound(started->first_step), obeyed_.end());
    }
    const auto* evaluated = std::get_if<Evaluated>(&event.what);
    if (evaluated == nullptr || event.step > step || !parts_.line.contains(event.step, event.segment)) continue;
    rules_.check(event.step, *evaluated, thresholds);
    judged.insert(event.step);
  }
  return judged;
}

void EvaluationDuty::takeUp(const std::set<std::int64_t>& judged, bool present_is_due) {
  const std::int64_t present = parts_.trainer.stepCount();
  const bool can = !parts_.program.empty() && parts_.trainer.makesPictures() && !whyNotEvaluated(parts_.config);
  std::optional<LeftWeights> newest;
  const std::vector<LeftWeights> all = leftIn(parts_.folder.evaluation());
  for (const LeftWeights& left : all) {
    const bool is_of_now = left.step > 0 && left.step <= present && parts_.line.contains(left.step, left.segment);
    const bool is_made_anew = present_is_due && left.step == present;
    if (!can || !is_of_now || is_made_anew || judged.contains(left.step)) continue;
    if (!newest || newest->step < left.step) newest = left;
  }
  if (present_is_due && newest) {
    tell(newest->step, Severity::kInfo,
         {"evaluation_left_out",
          "Step {step} is not evaluated, because its evaluation ended with the engine, and step {present} is due now.",
          {{"step", formatCount(newest->step)}, {"present", formatCount(present)}}});
    newest.reset();
  }
  std::error_code ignored;
  for (const LeftWeights& left : all) {
    if (!newest || left.file != newest->file) fs::remove(left.file, ignored);
  }
  if (newest) orTell([&] { start(newest->step, newest->file, [] {}); });
}

void EvaluationDuty::judgeNow() {
  requireGenerator(parts_.config, "The run");
  if (parts_.recorder == nullptr) return;
  if (parts_.program.empty()) {
    throw Error(
        ErrorCode::kUnsupported, "evaluation_not_offered",
        "This program judges no pictures while it trains. `gan-engine evaluate {run}` scores the run's checkpoints.",
        {{"run", parts_.folder.path().string()}});
  }
  collect();
  if (process_.busy()) {
    throw Error(ErrorCode::kFailedPrecondition, "evaluation_running",
                "The evaluation of step {step} still runs: ask again when it has ended.",
                {{"step", formatCount(step_)}});
  }
  if (!parts_.statistics.areFinite()) {
    throw Error(
        ErrorCode::kFailedPrecondition, "evaluation_statistics_not_finite",
        "Running statistics of the networks are not finite, so their pictures are not worth a score. Roll back to "
        "a checkpoint before that.",
        {});
  }
  startNow();
}

void EvaluationDuty::startIfFinite() {
  if (parts_.statistics.areFinite()) orTell([this] { startNow(); });
}

/// The training does not end, nor a roll back half way, for want of a score.
void EvaluationDuty::orTell(const std::function<void()>& start) {
  try {
    start();
  } catch (const std::exception& error) {
    tell(Severity::kWarning, failed(step_, because(error)));
  }
}

void EvaluationDuty::startNow() {
  const std::int64_t step = step_ = parts_.trainer.stepCount();
  const fs::path folder = parts_.folder.evaluation();
  const fs::path weights = folder / (stepName(step, parts_.recorder->segment()) + ".safetensors");
  const std::map<std::string, std::string> metadata = {{kConfigMetadata, modelYaml(parts_.config)},
                                                       {kStepMetadata, std::to_string(step)}};
  start(step, weights, [folder, weights, metadata, snapshot = std::optional(parts_.trainer.snapshot())]() mutable {
    std::error_code failed;
    fs::create_directories(folder, failed);
    if (failed) throwFileError("make", folder, failed.value());
    writeWeights(weights, copyToHost(moduleTensors(*snapshot->generator)), metadata);
    snapshot.reset();  // the training has use for its place
  });
}

void EvaluationDuty::start(std::int64_t step, const fs::path& weights, std::function<void()> prepare) {
  step_ = step;
  started_ = std::chrono::steady_clock::now();
  told_skipped_ = false;
  weights_ = weights;
  const bool averaged = parts_.config.flag("ema.enabled") && parts_.config.text("sampling.weights") == "ema";
  begun_ = {};
  begun_.weights = averaged ? "average" : "newest";
  begun_.statistics = parts_.config.text("sampling.statistics");
  process_.start({.prepare = std::move(prepare), .command = command(weights), .errors = logFile(parts_.folder)});
}

std::vector<std::string> EvaluationDuty::command(const fs::path& weights) const {
  const RunConfig& config = parts_.config;
  std::vector<std::string> command = parts_.program;
  const auto add = [&command](const char* option, const std::string& value) {
    command.push_back(std::string(option) + "=" + value);  // a value that begins with dashes is one all the same
  };
  command.push_back(parts_.folder.path().string());
  add("--weights", weights.string());
  add("--features", config.text("evaluation.features"));
  add("--resize", config.text("evaluation.resize"));
  add("--size", formatValue(config.value("evaluation.size")));
  add("--count", formatValue(config.value("evaluation.count")));
  add("--truncation", "0");
  add("--statistics", begun_.statistics);
  add("--processes", std::to_string(evaluationProcesses(config, parts_.ranks.world().local_size)));
  add("--threads", formatValue(config.value("evaluation.threads")));
  add("--device", config.text("evaluation.device"));
  add("--metrics", joined(metricList(config.text("evaluation.metrics"))));
  add("--subset-size", std::to_string(std::min(config.integer("evaluation.count"), kUsualKidSubset)));
  command.emplace_back("--json");
  return command;
}

Evaluated EvaluationDuty::judged(const EvaluationProcess::Outcome& outcome) const {
  Evaluated evaluated = evaluatedFromReport(outcome.printed);
  evaluated.weights = begun_.weights;
  evaluated.statistics = begun_.statistics;
  evaluated.truncation = begun_.truncation;
  evaluated.seconds = outcome.seconds;
  return evaluated;
}

void EvaluationDuty::collect() {
  const std::optional<EvaluationProcess::Outcome> outcome = process_.take();
  if (!outcome) return;
  std::error_code ignored;
  fs::remove(weights_, ignored);
  if (const auto failure = failureOf(*outcome, step_, logFile(parts_.folder)))
    return tell(Severity::kWarning, *failure);
  try {
    const Evaluated evaluated = judged(*outcome);
    parts_.found(step_, evaluated);
    apply(evaluated);
  } catch (const Error& error) {
    tell(Severity::kWarning, failed(step_, because(error)));
  }
}

void EvaluationDuty::apply(const Evaluated& evaluated) {
  const ScoreRules::Found found = rules_.check(step_, evaluated, scoreThresholds(parts_.config));
  for (const auto& alert : {found.collapsed, found.no_better}) {
    if (alert) parts_.alerts.tell(step_, *alert);
  }
  if (found.no_better && !obeyed_.contains(step_)) act();
}

void EvaluationDuty::act() {
  const RunConfig& config = parts_.config;
  const std::string& action = config.text("evaluation.on_no_better");
  Command command;
  command.client = kRuleClient;
  if (action == "stop") {
    command.kind = CommandKind::kStop;
  } else if (action == "lower_rates") {
    for (const char* rate : {"optimizer.generator.learning_rate", "optimizer.discriminator.learning_rate"}) {
      command.values.push_back({rate, config.real(rate) * config.real("evaluation.lower_rates_to")});
    }
  } else {
    return;
  }
  parts_.recorder->drain();  // what it follows from comes first, or a resume after a kill would command it again
  commands_.push_back(std::move(command));
}

bool EvaluationDuty::holds() {
  if (!holds_) return false;
  const bool lets_go =
      parts_.config.text("evaluation.while") != "paused" || parts_.config.integer("evaluation.every_steps") == 0;
  holds_ = parts_.ranks.decide(process_.busy() && !lets_go);
  if (parts_.recorder != nullptr) tellHeld();
  return holds_;
}

/// Of what takes no longer than a person waits without wondering, nothing is told.
void EvaluationDuty::tellHeld() {
  constexpr std::chrono::seconds kUnnoticed(2);
  if (!holds_) {
    if (std::exchange(told_held_, false)) parts_.recorder->record(step_, StatusChanged{RunStatus::kRunning, {}});
    return;
  }
  if (told_held_ || std::chrono::steady_clock::now() - started_ < kUnnoticed) return;
  told_held_ = true;
  parts_.recorder->record(
      step_,
      StatusChanged{RunStatus::kRunning,
                    {"evaluation_holds_training",
                     "training waits while step {step} is judged; with evaluation.while set to beside it would not",
                     {{"step", formatCount(step_)}}}});
}

void EvaluationDuty::end() {
  collect();
  if (!process_.busy()) return;
  process_.cancel();  // what it judges stays, for when the training goes on
  tell(Severity::kInfo, {"evaluation_given_up",
                         "The evaluation of step {step} was ended with the training. It is made when the training goes "
                         "on.",
                         {{"step", formatCount(step_)}}});
}

void EvaluationDuty::cancel() {
  holds_ = false;
  if (!process_.busy()) return;
  process_.cancel();
  std::error_code ignored;
  fs::remove(weights_, ignored);
}

void EvaluationDuty::tell(Severity severity, Message message) { tell(step_, severity, std::move(message)); }

void EvaluationDuty::tell(std::int64_t step, Severity severity, Message message) {
  log::write(severity == Severity::kInfo ? log::Level::kInfo : log::Level::kWarning, message.english());
  parts_.recorder->record(step, Alert{severity, kEvaluationRule, std::move(message), {}});
}

}  // namespace gan
