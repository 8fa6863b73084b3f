#include "state/steering.h"

#include <QDir>
#include <QFileInfo>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLocale>
#include <QMetaObject>
#include <algorithm>

#include "core/user_at_host.h"
#include "state/texts.h"

namespace gan {
namespace {

constexpr qsizetype kMaxUndo = 100;

/// Who asks, for the journal.
std::string clientName() { return userAtHost() + ", gan-studio"; }

QString stepText(std::int64_t step) { return QLocale().toString(static_cast<qlonglong>(step)); }

/// The live settings that can mean something in the run. What they need of settings that stay as they are is met, or
/// they are left out.
QVector<Setting> liveSettings(const RunStore& run) {
  QVector<Setting> live;
  for (const Field& field : run.schema().fields()) {
    if (field.change != Change::kLive) continue;
    Setting setting = settingOf(field);
    if (run.config() != nullptr) {
      const auto changes = [&](const std::string& path) { return run.schema().at(path).change == Change::kLive; };
      Field fixed = field;
      std::erase_if(fixed.needs, [&](const Need& need) { return changes(need.path); });
      if (!applies(fixed, *run.config())) continue;
      setting.needs.removeIf([&](const Setting::Need& need) { return !changes(need.path.toStdString()); });
    }
    live.push_back(setting);
  }
  return live;
}

/// The values of live settings that the run began with; empty when they cannot be read: then a person goes back to
/// defaults.
QVariantMap beginningOf(const RunStore& run) {
  QVariantMap values;
  if (run.config() == nullptr) return values;
  for (const Field& field : run.schema().fields()) {
    if (field.change != Change::kLive) continue;
    values.insert(QString::fromStdString(field.path), toVariant(run.config()->value(field.path)));
  }
  return values;
}

bool holds(const QVariantMap& values, const SettingsModel& settings) {
  for (auto value = values.begin(); value != values.end(); ++value) {
    if (settings.value(value.key()) != value.value()) return false;
  }
  return true;
}

}  // namespace

Steering::Steering(RunStore& run, QObject* parent) : QObject(parent), run_(run) {
  connect(&run_, &RunStore::opened, this, &Steering::onOpened);
  // After the store's own slots, so that the store knows the update already.
  connect(&run_.link(), &RunLink::updated, this,
          [this](const std::shared_ptr<const RunUpdate>& update) { onUpdated(*update); });
  connect(&run_.link(), &RunLink::answered, this, &Steering::onAnswered);
  connect(&run_, &RunStore::linkChanged, this, &Steering::onLink);
  connect(&settings_, &SettingsModel::wished, this, &Steering::onWished);
  if (run_.isOpen()) onOpened();
}

void Steering::onOpened() {
  settings_.setSettings(liveSettings(run_));
  settings_.setBaseline(beginningOf(run_));
  showValues();
  onLink();
}

/// An answer comes when the journal has its event: what an update does not tell of lies behind all that it tells.
void Steering::onUpdated(const RunUpdate& update) {
  if (!run_.isOpen()) return;
  QVector<Sent> settled;
  for (const Event& event : update.events) {
    const auto* handled = std::get_if<CommandHandled>(&event.what);
    if (handled == nullptr) continue;
    const auto is_it = [handled](const Sent& sent) { return sent.command.id == handled->command.id; };
    for (QVector<Sent>* list : {&pending_, &unsettled_, &undo_}) {
      for (Sent& sent : *list) {
        if (!is_it(sent)) continue;
        sent.in_journal = handled->answer;
        for (const Assignment& before : handled->previous) {
          sent.previous.insert(QString::fromStdString(before.path), toVariant(before.value));
        }
      }
    }
    std::copy_if(unsettled_.begin(), unsettled_.end(), std::back_inserter(settled), is_it);
    ahead_.removeIf(is_it);
  }
  showValues();
  for (const Sent& sent : settled) {
    unsettled_.removeIf([&sent](const Sent& other) { return other.number == sent.number; });
    settle(sent, *sent.in_journal);
  }
  if (!settled.isEmpty()) showValues();
  dropUndos();
}

/// What somebody else changed since, or a roll back, is not ours to take back.
void Steering::dropUndos() {
  const qsizetype before = undo_.size();
  while (canUndo() && !holds(undo_.last().next, settings_)) undo_.removeLast();
  if (undo_.size() != before) emit changed();
}

void Steering::showValues() {
  QVariantMap values;
  for (const auto& [path, value] : run_.summary().live_values) {
    values.insert(QString::fromStdString(path), toVariant(value));
  }
  for (const auto& change : ahead_) values.insert(change.next);
  settings_.setValues(values);
}

void Steering::onLink() {
  if (awaitsStart()) {
    awaited_ = true;
    markWaiting();
  } else if (run_.canSteer() && std::exchange(awaited_, false) && !taken_) {
    const QVariantMap left = settings_.edited();
    for (auto wish = left.begin(); wish != left.end(); ++wish) settings_.dropWish(wish.key());
    if (!left.isEmpty()) {
      emit reported(tr("The run was started from elsewhere, without the changes that waited here: they were let go."),
                    true);
    }
  }
  emit waitingChanged();
  if (at_once_) sendLater();
}

void Steering::onWished() {
  if (awaitsStart()) {
    markWaiting();
    emit waitingChanged();
  } else if (at_once_) {
    sendLater();
  }
}

void Steering::setStartable(bool startable) {
  startable_ = startable;
  onLink();
}

bool Steering::awaitsStart() const {
  return startable_ && !taken_ && run_.isOpen() && run_.linkState() == LinkState::kFinished;
}

void Steering::markWaiting() {
  const QVariantMap edited = settings_.edited();
  const QString note = tr("with the next start");
  for (auto wish = edited.begin(); wish != edited.end(); ++wish) {
    if (settings_.note(wish.key()) != note) settings_.setState(wish.key(), SettingsModel::State::kEdited, note);
  }
}

std::vector<Assignment> Steering::waiting() const {
  std::vector<Assignment> assignments;
  if (!awaitsStart()) return assignments;
  const QVariantMap edited = settings_.edited();
  for (auto wish = edited.begin(); wish != edited.end(); ++wish) {
    const Field* field = run_.schema().find(wish.key().toStdString());
    if (const auto value = field == nullptr ? std::nullopt : toValue(*field, wish.value())) {
      assignments.push_back({field->path, *value});
    }
  }
  return assignments;
}

void Steering::discardWaiting() {
  if (!awaitsStart()) return;
  for (const QString& path : settings_.edited().keys()) settings_.dropWish(path);
}

void Steering::startAsked() {
  if (!awaitsStart()) return;
  taken_ = settings_.edited().keys();
  for (const QString& path : *taken_) {
    settings_.setState(path, SettingsModel::State::kPending, tr("is being started …"));
  }
  emit waitingChanged();
}

void Steering::startEnded(bool started) {
  if (!taken_) return;
  const QStringList paths = *std::exchange(taken_, std::nullopt);
  awaited_ = awaited_ && !started;
  if (!started) {
    for (const QString& path : paths) settings_.setState(path, SettingsModel::State::kEdited);
    markWaiting();
  }
  emit waitingChanged();
}

QByteArray Steering::saveWaiting() const {
  QJsonObject texts;
  for (const Assignment& assignment : waiting()) {
    texts.insert(QString::fromStdString(assignment.path), QString::fromStdString(formatValue(assignment.value)));
  }
  return texts.isEmpty() ? QByteArray() : QJsonDocument(texts).toJson(QJsonDocument::Compact);
}

void Steering::restoreWaiting(const QByteArray& saved) {
  const QJsonObject texts = QJsonDocument::fromJson(saved).object();
  for (auto text = texts.begin(); text != texts.end(); ++text) {
    const Field* field = run_.schema().find(text.key().toStdString());
    if (field == nullptr || settings_.rowOf(text.key()) < 0) continue;
    try {
      settings_.wish(text.key(), toVariant(parseValue(*field, text.value().toString().toStdString())));
    } catch (const Error&) {
      continue;  // of another build
    }
  }
}

void Steering::setAppliesAtOnce(bool on) {
  at_once_ = on;
  if (at_once_) sendLater();
}

void Steering::apply() { sendEdited(); }

/// Wishes of one moment go out together.
void Steering::sendLater() {
  if (std::exchange(send_is_due_, true)) return;
  QMetaObject::invokeMethod(
      this,
      [this] {
        send_is_due_ = false;
        if (at_once_) sendEdited();
      },
      Qt::QueuedConnection);
}

void Steering::sendEdited() {
  if (!isPending(CommandKind::kSet) && run_.canSteer()) sendChange(settings_.edited(), Purpose::kWish);
}

void Steering::sendChange(const QVariantMap& wanted, Purpose purpose) {
  Sent change{.command = {}, .purpose = purpose};
  Command& command = change.command;
  command.client = clientName();
  command.kind = CommandKind::kSet;
  for (auto wish = wanted.begin(); wish != wanted.end(); ++wish) {
    const Field* field = run_.schema().find(wish.key().toStdString());
    const auto value = field == nullptr ? std::nullopt : toValue(*field, wish.value());
    if (!value) {
      settings_.setState(wish.key(), SettingsModel::State::kRefused, tr("This is not a value that the setting takes."));
      continue;
    }
    command.values.push_back({field->path, *value});
    const QVariant before = settings_.value(wish.key());
    if (before.isValid()) change.previous.insert(wish.key(), before);
    change.next.insert(wish.key(), toVariant(*value));
    settings_.setState(wish.key(), SettingsModel::State::kPending);
  }
  if (!command.values.empty()) send(std::move(change));
}

QString Steering::undoText() const {
  return undo_.isEmpty() ? QString() : tr("Undo: %1").arg(changeText(undo_.last()));
}

void Steering::undo() {
  if (!canUndo() || !run_.canSteer()) return;
  const QVariantMap previous = undo_.last().previous;
  for (auto value = previous.begin(); value != previous.end(); ++value) settings_.wish(value.key(), value.value());
  sendChange(previous, Purpose::kUndo);
}

void Steering::pause() { send(CommandKind::kPause); }
void Steering::goOn() { send(CommandKind::kContinue); }
void Steering::singleStep() { send(CommandKind::kStep); }
void Steering::sample() { send(CommandKind::kSample); }
void Steering::checkpoint() { send(CommandKind::kCheckpoint); }
void Steering::rollBack(std::optional<qint64> step, const std::vector<Assignment>& changes) {
  send(CommandKind::kRollback, step, {}, changes);
}
void Steering::branch(std::optional<qint64> step, const QString& out) { send(CommandKind::kBranch, step, out); }
void Steering::stop() { send(CommandKind::kStop); }

void Steering::lowerNow(const std::vector<Assignment>& values) {
  if (!run_.canSteer()) {
    emit reported(tr("Nothing was sent: there is no contact with the engine at present."), true);
    return;
  }
  QVariantMap wanted;
  for (const Assignment& one : values) {
    const QString path = QString::fromStdString(one.path);
    const QVariant value = toVariant(one.value);
    if (settings_.value(path).toDouble() > value.toDouble()) wanted.insert(path, value);
  }
  if (wanted.isEmpty()) {
    emit reported(tr("Nothing was sent: what is offered is no lower than what the run has by now."), true);
    return;
  }
  sendWishes(wanted);
}

void Steering::sendWishes(const QVariantMap& wanted) {
  for (auto wish = wanted.begin(); wish != wanted.end(); ++wish) settings_.wish(wish.key(), wish.value());
  sendChange(wanted, Purpose::kWish);
}

void Steering::ignoreNotFinite() {
  const QString field = QStringLiteral("guard.on_nan");
  const QString ignore = QStringLiteral("ignore");
  const auto ignores = [](const Sent& change) { return change.purpose == Purpose::kIgnore; };
  if (!run_.canSteer()) {
    emit reported(tr("Nothing was sent: there is no contact with the engine at present."), true);
  } else if (settings_.value(field) == ignore) {
    goOnIfPaused();
  } else if (std::none_of(pending_.begin(), pending_.end(), ignores)) {
    settings_.wish(field, ignore);
    sendChange({{field, ignore}}, Purpose::kIgnore);
  }
}

void Steering::goOnIfPaused() {
  if (run_.summary().status == RunStatus::kPaused) goOn();
}

/// A key that is held down asks for the next one when the last was answered.
void Steering::send(CommandKind kind, std::optional<qint64> step, const QString& path,
                    const std::vector<Assignment>& afterwards) {
  if (!run_.isOpen() || isPending(kind)) return;
  Sent sent{.command = {}, .afterwards = afterwards};
  sent.command.client = clientName();
  sent.command.kind = kind;
  if (step) sent.command.step = *step;
  sent.command.path = path.toStdString();
  send(std::move(sent));
}

void Steering::send(Sent sent) {
  sent.command.id = run_.link().send(sent.command).toStdString();
  sent.number = ++sent_;
  pending_.push_back(std::move(sent));
  emit changed();
}

bool Steering::isPending(CommandKind kind) const {
  return std::any_of(pending_.begin(), pending_.end(), [kind](const Sent& sent) { return sent.command.kind == kind; });
}

void Steering::onAnswered(const Command& command, const CommandAnswer& answer) {
  const auto found = std::find_if(pending_.begin(), pending_.end(),
                                  [&command](const Sent& sent) { return sent.command.id == command.id; });
  if (found == pending_.end()) return;
  Sent sent = *found;
  pending_.erase(found);
  if (answer.result != CommandResult::kUnknown) {
    settle(sent, answer);
  } else if (sent.in_journal) {
    settle(sent, *sent.in_journal);
  } else {
    note(sent, SettingsModel::State::kUnknown, translated(answer.reason));
    report(answer, sent);
    sent.unanswered = true;
    unsettled_.push_back(std::move(sent));
  }
  showValues();
  dropUndos();
  if (at_once_) sendLater();
  emit changed();
}

/// It is known what became of it.
void Steering::settle(const Sent& sent, const CommandAnswer& answer) {
  const Command& command = sent.command;
  const bool applied = answer.result == CommandResult::kApplied;
  if (command.kind == CommandKind::kSet) settleChange(sent, answer);
  if (command.kind == CommandKind::kRollback && applied) settleRollBack(sent);
  report(answer, sent);
  if (applied && command.kind == CommandKind::kBranch) {
    const QDir beside = QFileInfo(QString::fromStdString(run_.facts().path)).dir();
    emit branched(QDir::cleanPath(beside.absoluteFilePath(QString::fromStdString(command.path))));
  }
}

void Steering::settleChange(const Sent& change, const CommandAnswer& answer) {
  const bool applied = answer.result == CommandResult::kApplied;
  const QString reason = translated(answer.reason);
  note(change, applied ? SettingsModel::State::kApplied : SettingsModel::State::kRefused,
       applied                                         ? tr("applied at step %1").arg(stepText(answer.step))
       : answer.result == CommandResult::kNeedsRestart ? tr("Needs a restart: %1").arg(reason)
                                                       : reason);
  if (applied) {
    if (!change.in_journal && change.number > rolled_back_) ahead_.push_back(change);
    const bool is_undo = change.purpose == Purpose::kUndo;
    if (is_undo && !undo_.isEmpty()) undo_.removeLast();
    if (!is_undo && !change.previous.isEmpty()) undo_.push_back(change);
    if (undo_.size() > kMaxUndo) undo_.removeFirst();
  }
  if (change.purpose != Purpose::kIgnore) return;
  if (applied) goOnIfPaused();
  if (!applied) settings_.dropWish(change.next.firstKey());  // nobody wished it for later
}

/// What was sent before it is undone by it, and what is to follow it follows no other one that was asked for since.
void Steering::settleRollBack(const Sent& roll_back) {
  const auto is_later = [&roll_back](const Sent& sent) {
    const bool is_refused = sent.in_journal && sent.in_journal->result != CommandResult::kApplied;
    return sent.command.kind == CommandKind::kRollback && sent.number > roll_back.number && !is_refused;
  };
  const bool is_last = roll_back.number > rolled_back_ && std::none_of(pending_.begin(), pending_.end(), is_later) &&
                       std::none_of(unsettled_.begin(), unsettled_.end(), is_later);
  rolled_back_ = std::max(rolled_back_, roll_back.number);
  ahead_.removeIf([this](const Sent& change) { return change.number < rolled_back_; });
  showValues();
  QVariantMap wanted;
  for (const Assignment& one : roll_back.afterwards) {
    wanted.insert(QString::fromStdString(one.path), toVariant(one.value));
  }
  if (is_last && !wanted.isEmpty()) sendWishes(wanted);
}

void Steering::note(const Sent& change, SettingsModel::State state, const QString& text) {
  for (auto value = change.next.begin(); value != change.next.end(); ++value) {
    if (!isWishedAnew(value.key(), change)) settings_.setState(value.key(), state, text);
  }
}

/// What became of the change is no word on what is wished for the setting by now.
bool Steering::isWishedAnew(const QString& path, const Sent& change) const {
  const auto sends_it = [&path](const Sent& sent) { return sent.next.contains(path); };
  return std::any_of(pending_.begin(), pending_.end(), sends_it) ||
         (change.unanswered && settings_.shown(path) != change.next.value(path));
}

/// "G learning rate 1e-4 → 2e-4": as the log will say it.
QString Steering::changeText(const Sent& change) const {
  CommandHandled handled;
  handled.command = change.command;
  handled.command.client.clear();
  for (const Assignment& assignment : change.command.values) {
    const Field* field = run_.schema().find(assignment.path);
    const QVariant before = change.previous.value(QString::fromStdString(assignment.path));
    if (const auto value = field == nullptr ? std::nullopt : toValue(*field, before)) {
      handled.previous.push_back({assignment.path, *value});
    }
  }
  Event event;
  event.what = handled;
  return eventText(event, run_.schema());
}

void Steering::report(const CommandAnswer& answer, const Sent& sent) {
  const QString what = sent.command.kind == CommandKind::kSet ? changeText(sent) : commandText(sent.command.kind);
  switch (answer.result) {
    case CommandResult::kApplied:
      emit reported(tr("%1: applied at step %2.").arg(what, stepText(answer.step)), false);
      return;
    case CommandResult::kNeedsRestart:
      emit reported(tr("%1 needs a restart: %2").arg(what, translated(answer.reason)), true);
      return;
    case CommandResult::kRefused:
      emit reported(tr("%1 was refused: %2").arg(what, translated(answer.reason)), true);
      return;
    case CommandResult::kUnknown:
      emit reported(tr("%1: nobody knows whether it was carried out. %2").arg(what, translated(answer.reason)), true);
      return;
  }
}

}  // namespace gan
