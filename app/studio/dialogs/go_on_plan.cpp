#include "dialogs/go_on_plan.h"

#include <QLocale>
#include <algorithm>
#include <cmath>

#include "config/batch_size_consistency.h"
#include "config/images_per_iteration.h"
#include "config/preset.h"
#include "core/error.h"
#include "run/training_end.h"
#include "state/texts.h"

namespace gan {
namespace {

constexpr qint64 kMostSteps = 1'000'000'000'000;  // as training.steps

QString inWords(qint64 number) { return QLocale().toString(number); }

bool isLength(const Field& field) { return field.path == "training.steps" || field.path == "training.epochs"; }

/// Weights and the state of an optimiser fit only what they were made by.
bool isOfTheWeights(const Field& field) {
  return field.path.starts_with("model.") || field.path == "data.resolution" || field.path == "data.channels" ||
         (field.path.starts_with("optimizer.") && field.path.ends_with(".algorithm"));
}

/// Whether the step was to be evaluated and was not.
bool leftUnjudged(const RunSummary& summary, std::int64_t step) {
  const auto found = summary.live_values.find("evaluation.every_steps");
  if (found == summary.live_values.end()) return false;
  const auto* every = std::get_if<std::int64_t>(&found->second);
  const bool is_due = every != nullptr && *every > 0 && step % *every == 0;
  return is_due && !(summary.evaluation && summary.evaluation->step == step);
}

}  // namespace

QStringList overridesOf(const std::vector<Assignment>& changes) {
  QStringList texts;
  for (const Assignment& one : changes) texts << QString::fromStdString(one.path + '=' + formatValue(one.value));
  return texts;
}

QStringList branchOverrides(const GoOnWish& wish) {
  QStringList texts = overridesOf(wish.changes);
  if (wish.until_step > 0) {
    texts << QStringLiteral("training.steps=%1").arg(wish.until_step) << QStringLiteral("training.epochs=0");
  }
  return texts;
}

GoOnPlan::GoOnPlan(const RunStore& run, const std::vector<Assignment>& waiting) : run_(run), what_(suggested()) {
  fill();
  for (const Assignment& one : waiting) settings_.wish(QString::fromStdString(one.path), toVariant(one.value));
}

QString GoOnPlan::whyFixed(const Field& field) const {
  if (what_ == GoOn::kBranch) return isOfTheWeights(field) ? tr("the checkpoint was made so") : QString();
  return field.change == Change::kLive ? QString() : tr("only in a branch");
}

QString GoOnPlan::refusal(GoOn what) const {
  if (what == GoOn::kResume && run_.linkState() != LinkState::kFinished) {
    return tr("An engine trains this run already: roll it back, or branch.");
  }
  if (what == GoOn::kRollBack && run_.linkState() == LinkState::kFinished) {
    return tr("Nobody trains this run: it can go on from the checkpoint instead.");
  }
  if (what == GoOn::kRollBack && !run_.canSteer()) return tr("There is no contact with the engine at present.");
  return {};
}

void GoOnPlan::setWhat(GoOn what) {
  if (what == what_) return;
  what_ = what;
  fill();
}

/// Without its configuration nothing is known but what can change while it trains.
void GoOnPlan::fill() {
  QVector<Setting> settings;
  for (const Field& field : run_.schema().fields()) {
    if (isLength(field) || (run_.config() == nullptr && field.change != Change::kLive)) continue;
    Setting setting = settingOf(field);
    if (run_.config() == nullptr) setting.needs.clear();
    setting.fixed = whyFixed(field);
    settings << setting;
  }
  for (const QString& path : settings_.edited().keys()) {
    const auto is_it = [&path](const Setting& setting) { return setting.path == path; };
    const auto now = std::ranges::find_if(settings, is_it);
    if (now == settings.end() || !now->fixed.isEmpty()) settings_.dropWish(path);
  }
  settings_.setSettings(settings);
  showValues();
}

std::vector<ListedCheckpoint> GoOnPlan::offered() const {
  std::vector<ListedCheckpoint> listed = run_.checkpoints();
  if (what_ != GoOn::kBranch) std::erase_if(listed, [](const auto& one) { return one.superseded; });
  std::ranges::reverse(listed);
  const auto same_step = [](const auto& a, const auto& b) { return a.entry.state.step == b.entry.state.step; };
  const auto others = std::ranges::unique(listed, same_step);
  listed.erase(others.begin(), others.end());
  return listed;
}

void GoOnPlan::setCheckpoint(const std::optional<ListedCheckpoint>& checkpoint) {
  checkpoint_ = checkpoint;
  showValues();
}

bool GoOnPlan::isNewest() const {
  if (!checkpoint_ || checkpoint_->superseded) return false;
  const std::vector<ListedCheckpoint> all = run_.checkpoints();
  const auto newest = std::find_if(all.rbegin(), all.rend(), [](const auto& one) { return !one.superseded; });
  return newest != all.rend() && newest->entry.name == checkpoint_->entry.name;
}

/// From the newest checkpoint a run goes on as it was set last, from an earlier one as it was set there.
void GoOnPlan::showValues() {
  QVariantMap values;
  for (const Field& field : run_.schema().fields()) {
    if (run_.config() == nullptr) break;
    values.insert(QString::fromStdString(field.path), toVariant(run_.config()->value(field.path)));
  }
  settings_.setBaseline(values);
  for (const auto& [path, value] : run_.summary().live_values) {
    values.insert(QString::fromStdString(path), toVariant(value));
  }
  if (checkpoint_ && !(what_ == GoOn::kResume && isNewest())) {
    for (const auto& [path, text] : checkpoint_->entry.state.live_values) {
      const Field* field = run_.schema().find(path);
      if (field == nullptr) continue;
      try {
        values.insert(QString::fromStdString(path), toVariant(parseValue(*field, text)));
      } catch (const Error&) {
        continue;  // of another build, which alone can go on from it
      }
    }
  }
  settings_.setValues(values);
}

std::vector<Assignment> GoOnPlan::changes() const {
  std::vector<Assignment> changes;
  const std::optional<RunConfig> config = configured();
  const QVariantMap edited = settings_.edited();
  for (auto wish = edited.begin(); wish != edited.end(); ++wish) {
    const Field* field = run_.schema().find(wish.key().toStdString());
    // Hidden by what was changed later, and refused if it were asked for.
    if (field == nullptr || (config && !applies(*field, *config))) continue;
    if (const auto value = toValue(*field, wish.value())) changes.push_back({field->path, *value});
  }
  return changes;
}

std::optional<RunConfig> GoOnPlan::configured() const {
  if (run_.config() == nullptr) return std::nullopt;
  RunConfig config = *run_.config();
  for (const Setting& setting : settings_.settings()) {
    const Field& field = run_.schema().at(setting.path.toStdString());
    if (const auto value = toValue(field, settings_.shown(setting.path))) config.set(field.path, *value);
  }
  for (const Field& field : config.schema().fields()) {
    if (!applies(field, config)) config.set(field.path, field.default_value);
  }
  return config;
}

bool GoOnPlan::isOfThisBuild() const {
  return std::ranges::all_of(Schema::builtin().fields(),
                             [this](const Field& field) { return run_.schema().find(field.path) != nullptr; });
}

void GoOnPlan::setLength(Length length, qint64 amount) {
  length_ = length;
  amount_ = amount;
}

bool GoOnPlan::knowsEpochs() const {
  return checkpoint_ && checkpoint_->entry.state.images_per_epoch > 0 && run_.config() != nullptr;
}

/// Of a run that nobody has trained since it was resumed there is one.
int GoOnPlan::processes() const {
  const std::optional<RanksMeasured>& ranks = run_.summary().ranks;
  return ranks ? std::max(1, static_cast<int>(ranks->ranks.size())) : 1;
}

/// Each takes as many images.
int GoOnPlan::replicas(const RunConfig& config) const {
  const auto stages = static_cast<int>(config.integer("distributed.stages"));
  return processes() % stages == 0 ? processes() / stages : 1;  // one process holds all of them
}

qint64 GoOnPlan::stepsOfEpochs(qint64 epochs) const {
  const std::optional<RunConfig> config = configured();
  if (!knowsEpochs() || !config || !isOfThisBuild()) return 0;
  const double images = static_cast<double>(epochs) * static_cast<double>(checkpoint_->entry.state.images_per_epoch);
  const double steps = std::ceil(images / static_cast<double>(imagesPerIteration(*config) * replicas(*config)));
  return static_cast<qint64>(std::min(steps, static_cast<double>(kMostSteps)));
}

qint64 GoOnPlan::untilStep() const {
  const qint64 from = checkpoint_ ? checkpoint_->entry.state.step : 0;
  switch (length_) {
    case Length::kAsSet:
      return 0;
    case Length::kMoreSteps:
      return from + amount_;
    case Length::kMoreEpochs:
      return from + stepsOfEpochs(amount_);
    case Length::kUntilStep:
      return amount_;
  }
  return 0;
}

qint64 GoOnPlan::ownEnd() const {
  if (!checkpoint_ || run_.config() == nullptr || !isOfThisBuild()) return 0;
  return trainingEnd(*run_.config(), checkpoint_->entry.state, replicas(*run_.config()));
}

bool GoOnPlan::isAtItsEnd() const {
  return checkpoint_ && run_.config() != nullptr && isOfThisBuild() &&
         isAtTrainingEnd(*run_.config(), checkpoint_->entry.state);
}

/// An engine that died behind the last iteration is made up for, and so is the score that a stopped one left out.
bool GoOnPlan::isOver() const {
  const RunSummary& summary = run_.summary();
  if (summary.status == RunStatus::kFinished) return true;
  if (!isAtItsEnd()) return false;
  const qint64 step = checkpoint_->entry.state.step;
  if (ownEnd() < step || summary.total_steps > step) return true;  // it was last to go further
  switch (summary.status) {
    case RunStatus::kRunning:
    case RunStatus::kPaused:
    case RunStatus::kFailed:
      return false;
    case RunStatus::kStopped:
      return !leftUnjudged(summary, step);
    default:
      return true;
  }
}

QString GoOnPlan::lengthText() const {
  if (!checkpoint_) return {};
  if (what_ == GoOn::kRollBack) return tr("The engine ends the run where it would have without this.");
  const qint64 from = checkpoint_->entry.state.step;
  const qint64 end = length_ == Length::kAsSet ? ownEnd() : untilStep();
  if (end == 0) return tr("No end is set: it trains until it is stopped.");
  if (end <= from) return tr("The checkpoint has all of these %1 steps already.").arg(inWords(end));
  return tr("It ends at step %1, which is %2 steps more.").arg(inWords(end), inWords(end - from));
}

QString GoOnPlan::problem() const {
  if (const QString refused = refusal(what_); !refused.isEmpty()) return refused;
  if (!checkpoint_) return tr("Choose a checkpoint.");
  const qint64 from = checkpoint_->entry.state.step;
  if (what_ != GoOn::kRollBack && length_ == Length::kAsSet && isAtItsEnd()) {
    return tr("The run has made all of its %1 steps: say how much longer it is to be trained.").arg(inWords(ownEnd()));
  }
  if (what_ != GoOn::kRollBack && length_ != Length::kAsSet && untilStep() <= from) {
    return tr("Choose an end after step %1, where the checkpoint stands.").arg(inWords(from));
  }
  const QStringList edited = settings_.edited().keys();
  if (edited.isEmpty() || !isOfThisBuild()) return {};
  std::vector<std::string> changed;
  for (const QString& path : edited) changed.push_back(path.toStdString());
  try {
    if (const auto config = configured()) {
      checkChanges(*config, changed);
      if (what_ == GoOn::kBranch) checkBranchBatchSize(*config, *run_.config(), replicas(*config));
    }
  } catch (const Error& error) {
    return translated(error);
  }
  return {};
}

bool GoOnPlan::canBeTried() const {
  return what_ != GoOn::kRollBack && run_.linkState() == LinkState::kFinished && !run_.facts().folder.empty() &&
         run_.config() != nullptr && isOfThisBuild() && processes() == 1;
}

std::optional<NewRun> GoOnPlan::toTry() const {
  if (!canBeTried() || !problem().isEmpty()) return std::nullopt;
  const std::string& own = run_.facts().preset;
  const bool is_known = std::ranges::find(presets(), own, &Preset::name) != presets().end();
  NewRun rest{.preset = QString::fromStdString(is_known ? own : std::string(presets().front().name)),
              .out = QString::fromStdString(run_.facts().folder) + QStringLiteral("-rest"),
              .devices = QStringLiteral("auto"),
              .config = *configured()};
  const qint64 end = length_ == Length::kAsSet ? ownEnd() : untilStep();
  const qint64 from = checkpoint_->entry.state.step;
  rest.config.set("training.steps", static_cast<std::int64_t>(end == 0 ? 0 : std::max<qint64>(1, end - from)));
  rest.config.set("training.epochs", std::int64_t{0});
  return rest;
}

GoOnWish GoOnPlan::wish(const QString& out) const {
  GoOnWish wish;
  wish.what = what_;
  wish.step = checkpoint_->entry.state.step;
  wish.newest = isNewest();
  wish.until_step = what_ == GoOn::kRollBack ? 0 : untilStep();
  wish.changes = changes();
  wish.out = out;
  return wish;
}

}  // namespace gan
