#include "state/run_store.h"

#include <QDateTime>
#include <QSet>
#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "config/yaml.h"
#include "run/rank_balance.h"
#include "run/standing_alerts.h"
#include "state/alert_notices.h"
#include "state/texts.h"
#include "style/series_style.h"

namespace gan {
namespace {

Severity severityOf(const Event& event) {
  if (const auto* alert = std::get_if<Alert>(&event.what)) return alert->severity;
  if (const auto* reported = std::get_if<RankReported>(&event.what)) return reported->severity;
  if (const auto* handled = std::get_if<CommandHandled>(&event.what)) {
    const bool applied = handled->answer.result == CommandResult::kApplied;
    return applied ? Severity::kInfo : Severity::kWarning;
  }
  const auto* changed = std::get_if<StatusChanged>(&event.what);
  const bool bad = changed && (changed->status == RunStatus::kDiverged || changed->status == RunStatus::kFailed);
  return bad ? Severity::kError : Severity::kInfo;
}

LogLine lineOf(const Event& event, const QString& text) {
  const double milliseconds = std::clamp(event.unix_seconds * 1000, 0.0, 1e15);
  return {QDateTime::fromMSecsSinceEpoch(static_cast<qint64>(milliseconds)), event.step, severityOf(event), text};
}

/// The kind of mark that an event leaves on a chart; nothing for most. What a command makes marks itself.
std::optional<ChartMark::Kind> markOf(const Event& event) {
  if (const auto* started = std::get_if<SegmentStarted>(&event.what)) {
    if (started->cause == SegmentStarted::Cause::kStart) return std::nullopt;
    return ChartMark::Kind::kSegment;
  }
  if (const auto* handled = std::get_if<CommandHandled>(&event.what)) {
    const CommandKind kind = handled->command.kind;
    const bool makes_a_mark = kind == CommandKind::kCheckpoint || kind == CommandKind::kRollback;
    if (makes_a_mark || handled->answer.result != CommandResult::kApplied) return std::nullopt;
    return ChartMark::Kind::kCommand;
  }
  if (const auto* alert = std::get_if<Alert>(&event.what); alert != nullptr && alert->severity != Severity::kInfo) {
    return ChartMark::Kind::kAlert;
  }
  if (std::holds_alternative<CheckpointWritten>(event.what)) return ChartMark::Kind::kCheckpoint;
  return std::nullopt;
}

/// Whether others stand after it, or are of other use.
bool changesCheckpoints(const Event& event) {
  const auto* handled = std::get_if<CommandHandled>(&event.what);
  const bool keeps = handled != nullptr && handled->command.kind == CommandKind::kKeep;
  const bool cuts_off = std::holds_alternative<SegmentStarted>(event.what);
  const bool ranks = std::holds_alternative<Evaluated>(event.what);  // those that are best are kept
  return keeps || cuts_off || ranks || std::holds_alternative<CheckpointWritten>(event.what);
}

QSet<qint64> stepsOf(const std::vector<CheckpointStore::Entry>& checkpoints) {
  QSet<qint64> steps;
  for (const CheckpointStore::Entry& each : checkpoints) steps.insert(each.state.step);
  return steps;
}

std::optional<RunConfig> configOf(const RunFacts& facts, const Schema& schema) {
  if (facts.config_yaml.empty()) return std::nullopt;
  RunConfig config(schema);
  try {
    applyYaml(config, facts.config_yaml, facts.path);
  } catch (const Error&) {  // another build's
    return std::nullopt;
  }
  return config;
}

/// Numbers by their size: layer 2 before layer 10. (QCollator can do so only with ICU.)
bool comesBefore(const QString& a, const QString& b) {
  qsizetype i = 0;
  qsizetype j = 0;
  const auto number = [](const QString& text, qsizetype& at) {
    while (at + 1 < text.size() && text[at] == QLatin1Char('0') && text[at + 1].isDigit()) ++at;
    const qsizetype from = at;
    while (at < text.size() && text[at].isDigit()) ++at;
    return QStringView(text).mid(from, at - from);
  };
  while (i < a.size() && j < b.size()) {
    if (a[i].isDigit() && b[j].isDigit()) {
      const QStringView left = number(a, i);
      const QStringView right = number(b, j);
      if (left.size() != right.size()) return left.size() < right.size();
      if (left != right) return left < right;
    } else {
      if (a[i] != b[j]) return a[i] < b[j];
      ++i;
      ++j;
    }
  }
  return a.size() - i < b.size() - j;
}

}  // namespace

RunStore::RunStore(RunLink& link, QObject* parent) : QObject(parent), link_(link) {
  connect(&link_, &RunLink::opened, this, &RunStore::onOpened);
  connect(&link_, &RunLink::failed, this, &RunStore::failed);
  connect(&link_, &RunLink::updated, this, &RunStore::onUpdated);
  connect(&link_, &RunLink::sampleLoaded, this, [this](const QString& name, const SheetContent& content) {
    const QString problem = content.problem.empty() ? QString() : translated(content.problem);
    samples_.setImage(name, content.image, {content.info, problem});
  });
  connect(&link_, &RunLink::sampleDropped, &samples_, &SampleModel::dropImage);
  connect(&link_, &RunLink::previewLoaded, &samples_, &SampleModel::setPreview);
  connect(&samples_, &SampleModel::imageWanted, &link_, &RunLink::requestSample);
  connect(&samples_, &SampleModel::previewWanted, &link_, &RunLink::requestPreview);
  connect(&link_, &RunLink::checkpointsListed, this, [this](const std::vector<CheckpointStore::Entry>& entries) {
    const QSet<qint64> before = stepsOf(std::exchange(checkpoints_, entries));
    emit checkpointsChanged();
    if (stepsOf(checkpoints_) != before) emit marksChanged();
  });
  connect(&link_, &RunLink::connectionChanged, this, [this](LinkState state, const Message& why) {
    link_state_ = state;
    link_reason_ = why;
    emit linkChanged();
  });
}

QVector<qint64> standingSteps(const std::vector<ListedCheckpoint>& checkpoints) {
  QVector<qint64> steps;
  for (const ListedCheckpoint& checkpoint : checkpoints) {
    if (!checkpoint.superseded) steps << checkpoint.entry.state.step;
  }
  return steps;
}

bool RunStore::isClassifier() const {
  const Field* rate = isOpen() ? schema_->find("optimizer.classifier.learning_rate") : nullptr;
  return rate != nullptr && config_ && applies(*rate, *config_);
}

bool RunStore::canSteer() const { return isOpen() && link_state_ == LinkState::kConnected; }

bool RunStore::engineDied() const {
  const RunStatus status = summary_.status;
  const bool going_on = status == RunStatus::kStarting || status == RunStatus::kRunning || status == RunStatus::kPaused;
  const bool begun = summary_.segment > 0;  // a branch that nobody has trained yet has lost nobody
  return isOpen() && link_state_ == LinkState::kFinished && begun && going_on;
}

QVector<ChartMark> RunStore::marks() const {
  QVector<ChartMark> marks = marks_;
  const QSet<qint64> standing = stepsOf(checkpoints_);
  marks.removeIf([&](const ChartMark& mark) {
    return mark.kind == ChartMark::Kind::kCheckpoint && !standing.contains(mark.step);
  });
  return marks;
}

std::vector<ListedCheckpoint> RunStore::checkpoints() const {
  std::vector<ListedCheckpoint> listed;
  const CheckpointStore::Entry* const best = bestOf(checkpoints_, line_, bestBy(summary_));
  for (const CheckpointStore::Entry& entry : checkpoints_) {
    const bool superseded = !line_.contains(entry.state.step, entry.state.segment);
    const bool healthy =
        !superseded && std::ranges::find(troubles_, entry.state.step, &Alert::healthy_step) != troubles_.end();
    listed.push_back({entry, superseded, &entry == best, healthy});
  }
  return listed;
}

RunGlance RunStore::glance() const {
  RunGlance glance{.status = summary_.status,
                   .has_begun = summary_.segment > 0,
                   .writer_alive = summary_.writer_alive,
                   .writer_here = false,  // who asks has it in its list
                   .step = summary_.step,
                   .total_steps = summary_.total_steps,
                   .iterations_per_second = summary_.iterations_per_second,
                   .preset = {},
                   .parent_path = {},
                   .parent_step = -1,
                   .best_by = {},
                   .best_score = {},
                   .best_compares_as = {},
                   .computes_on = {},
                   .alerts = standing_};
  if (!isOpen()) return glance;
  glance.preset = facts_->preset;
  glance.parent_path = facts_->parent_path;
  glance.parent_step = facts_->parent_step;
  return glance;
}

double RunStore::secondsLeft() const {
  const bool has_end = summary_.total_steps > 0 && summary_.iterations_per_second > 0;
  if (!has_end) return std::numeric_limits<double>::quiet_NaN();
  const auto left = static_cast<double>(std::max<std::int64_t>(0, summary_.total_steps - summary_.step));
  return left / summary_.iterations_per_second;
}

void RunStore::onOpened(const std::shared_ptr<const RunFacts>& facts, const std::shared_ptr<const Schema>& schema) {
  facts_ = facts;
  schema_ = schema;
  config_ = configOf(*facts_, *schema_);
  samples_.setHasPreviews(facts_->has_previews);
  link_.requestCheckpoints();
  emit opened();
}

void RunStore::onUpdated(const std::shared_ptr<const RunUpdate>& update) {
  if (!isOpen()) return;
  summary_ = update->summary;
  history_ = update->history;
  processes_.setFacts(summary_.ranks ? ProcessFacts{*summary_.ranks, balanceOf(*summary_.ranks)} : ProcessFacts{});
  setNames(update->series);
  addSheets(update->events);
  addTexts(update->events);
  bool checkpoints_changed = false;
  for (const Event& event : update->events) checkpoints_changed = checkpoints_changed || changesCheckpoints(event);
  if (checkpoints_changed) link_.requestCheckpoints();
  emit summaryChanged();
  for (const Event& event : update->events) {
    noteTrouble(event);
    settleFailures(event);
    noteAlert(event, update->history);
  }
  const bool history_ends = update->history && !update->more;
  if (history_ends) {
    for (const Alert& alert : std::vector(standing_)) emit alerted(noticeOf(alert));
  }
  history_ = false;
}

/// What goes back to before it began leaves it behind.
void RunStore::noteTrouble(const Event& event) {
  if (const auto* alert = std::get_if<Alert>(&event.what)) {
    std::erase_if(troubles_, [alert](const Alert& before) { return before.rule == alert->rule; });
    if (alert->severity != Severity::kInfo && alert->healthy_step >= 0) troubles_.push_back(*alert);
  } else if (const auto* started = std::get_if<SegmentStarted>(&event.what)) {
    std::erase_if(troubles_, [started](const Alert& before) { return started->first_step < before.since_step; });
  }
}

const Alert* RunStore::alert(const QString& notice) const {
  const auto found = std::ranges::find(standing_, notice, noticeId);
  return found == standing_.end() ? nullptr : &*found;
}

/// Of history only alerts that still stand at its end are told; what is no more than information stands in the log.
void RunStore::noteAlert(const Event& event, bool history) {
  if (const auto* alert = std::get_if<Alert>(&event.what)) {
    const AlertNotice notice = noticeOf(*alert);
    if (!notice.actions.isEmpty()) {
      std::erase_if(standing_, [&notice](const Alert& before) { return noticeId(before) == notice.id; });
      standing_.push_back(*alert);
    }
    if (alert->severity == Severity::kInfo) return dropStanding(notice.id, history);
    if (history) return;
    if (notice.actions.isEmpty()) noteFailure(event);
    emit alerted(notice);
  } else if (const auto* reported = std::get_if<RankReported>(&event.what)) {
    const bool late = isOfEarlierStart(*reported, event.unix_seconds);
    if (reported->severity != Severity::kError || history || late) return;
    noteFailure(event);
    emit alerted(noticeOf(*reported, eventText(event, *schema_)));
  } else if (settlesAlerts(event)) {
    for (const Alert& settled : std::exchange(standing_, {})) {
      if (!history) emit alertSettled(noticeId(settled));
    }
  }
}

void RunStore::noteFailure(const Event& event) {
  const QString id = failureId(event);
  std::erase_if(failures_, [&id](const Event& before) { return failureId(before) == id; });
  failures_.push_back(event);
}

void RunStore::settleFailures(const Event& event) {
  const auto settled =
      std::ranges::stable_partition(failures_, [&event](const Event& failure) { return !makesGood(event, failure); });
  const std::vector<Event> good(settled.begin(), settled.end());
  failures_.erase(settled.begin(), settled.end());
  for (const Event& failure : good) emit alertSettled(failureId(failure));
}

/// What a rule says of its trouble as information is that it is over.
void RunStore::dropStanding(const QString& id, bool history) {
  const auto gone = std::erase_if(standing_, [&id](const Alert& alert) { return noticeId(alert) == id; });
  if (gone > 0 && !history) emit alertSettled(id);
}

void RunStore::setNames(const std::vector<std::string>& names) {
  if (names == names_) return;
  names_ = names;
  QStringList list;
  for (const std::string& name : names) list << QString::fromStdString(name);
  std::ranges::stable_sort(list, [&](const QString& a, const QString& b) {
    const int rank_a = seriesRank(a);
    const int rank_b = seriesRank(b);
    return rank_a != rank_b ? rank_a < rank_b : comesBefore(a, b);
  });
  series_.setNames(list);
}

void RunStore::addTexts(std::span<const Event> events) {
  QVector<LogLine> lines;
  bool marked = false;
  for (const Event& event : events) {
    if (isMeasurement(event)) continue;  // the newest is shown elsewhere
    const QString text = eventText(event, *schema_);
    lines.push_back(lineOf(event, text));
    if (const auto* started = std::get_if<SegmentStarted>(&event.what)) {
      engine_ = QString::fromStdString(started->engine);
      line_.add(event.segment, started->first_step);
      for (ChartMark& mark : marks_) mark.superseded = mark.superseded || mark.step > started->first_step;
      marked = true;
    }
    if (const auto kind = markOf(event)) {
      marks_.push_back({*kind, event.step, text, false});
      marked = true;
    }
  }
  if (!lines.isEmpty()) log_.append(lines);
  if (marked) emit marksChanged();
}

void RunStore::addSheets(std::span<const Event> events) {
  QVector<SampleSheet> sheets;
  for (const Event& event : events) {
    if (const auto* written = std::get_if<SampleWritten>(&event.what)) {
      sheets.push_back({QString::fromStdString(written->name), event.step, event.segment, written->truncation, false});
    } else if (const auto* started = std::get_if<SegmentStarted>(&event.what)) {
      if (!sheets.isEmpty()) samples_.append(std::exchange(sheets, {}));
      samples_.supersedeAfter(started->first_step, event.segment);
    }
  }
  if (!sheets.isEmpty()) samples_.append(sheets);
}

}  // namespace gan
