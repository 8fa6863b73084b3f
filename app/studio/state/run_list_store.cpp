#include "state/run_list_store.h"

#include <QDir>
#include <algorithm>
#include <chrono>
#include <utility>

#include "core/error.h"
#include "link/run_bin.h"
#include "link/run_marks_file.h"
#include "state/alert_notices.h"

namespace gan {
namespace {

constexpr std::chrono::seconds kUnseenInterval(10);

bool goesOnAs(RunRow::State state) {
  return state == RunRow::State::kStarting || state == RunRow::State::kRunning || state == RunRow::State::kPaused;
}

bool isEnd(RunRow::State state) {
  return state == RunRow::State::kFinished || state == RunRow::State::kDiverged || state == RunRow::State::kFailed ||
         state == RunRow::State::kLost;
}

/// Whether a rule has found something since.
bool hasNewTrouble(const RunRow& before, const RunRow& now) {
  if (!isTroubled(now)) return false;
  return std::ranges::find(before.glance.alerts, now.glance.alerts.back()) == before.glance.alerts.end();
}

}  // namespace

RunListStore::RunListStore(Preferences& preferences, QObject* parent) : QObject(parent), preferences_(preferences) {
  unseen_.setObjectName(QStringLiteral("unseen"));
  unseen_.setSingleShot(true);
  unseen_.setInterval(kUnseenInterval);
  connect(&unseen_, &QTimer::timeout, this, &RunListStore::scanNow);
  connect(&scanner_, &RunScanner::scanned, this, &RunListStore::takeScan);
  connect(&thumbnails_, &RunThumbnails::found, this, [this](const QString& run, QImage picture) {
    picture.setDevicePixelRatio(pixel_ratio_);
    model_.setPicture(RunPlace::ofFolder(run), picture);
  });
  folders_ = preferences_.runFolders();
  connections_ = preferences_.connections();
  showRuns();
  scanner_.setFolders(folders_);
}

QString RunListStore::nameOf(const RunPlace& run) const {
  const RunRow* row = model_.find(run);
  return row != nullptr ? displayName(*row) : run.name;
}

void RunListStore::setVisible(bool visible) {
  visible_ = visible;
  scanner_.setVisible(visible);
  lookAgainUnseen();
}

/// Who trains nothing is left in peace.
void RunListStore::lookAgainUnseen() {
  const bool any = std::ranges::any_of(scanned_, [](const RunRow& run) { return run.glance.writer_here; });
  if (visible_ || !any) return unseen_.stop();
  if (!unseen_.isActive()) unseen_.start();
}

QVector<OtherRun> RunListStore::runsBeside(const RunPlace& run) const {
  QVector<OtherRun> others;
  for (const RunRow& row : scanned_) {
    const bool computes = row.state == RunRow::State::kStarting || row.state == RunRow::State::kRunning;
    if (row.glance.writer_here && computes && row.place != run) {
      others << OtherRun{displayName(row), row.glance.computes_on};
    }
  }
  std::ranges::stable_sort(others, {}, &OtherRun::computes_on);
  return others;
}

QStringList RunListStore::trainedHere(const RunPlace& but) const {
  QStringList names;
  for (const OtherRun& run : runsBeside(but)) names << run.name;
  return names;
}

void RunListStore::takeScan(const QVector<RunRow>& runs) {
  QVector<RunRow> now = runs;
  for (RunRow& run : now) showTroubles(run);
  const QVector<RunRow> before = std::exchange(scanned_, now);
  showRuns();
  lookAgainUnseen();
  for (const RunRow& run : std::as_const(now)) {
    const auto same = std::ranges::find(before, run.place, &RunRow::place);
    if (same == before.end()) continue;
    if (goesOnAs(same->state) && isEnd(run.state)) emit ended(run);
    if (hasNewTrouble(*same, run)) emit troubled(run);
  }
}

/// In words, but for those that are ignored.
void RunListStore::showTroubles(RunRow& run) const {
  const std::vector<Alert> ignored = ignored_.value(run.place.target);
  std::erase_if(run.glance.alerts,
                [&ignored](const Alert& alert) { return std::ranges::find(ignored, alert) != ignored.end(); });
  run.troubles = textsOf(run.glance.alerts);
}

void RunListStore::ignoreAlert(const RunPlace& run, const Alert& alert) {
  ignored_[run.target].push_back(alert);
  for (RunRow& row : scanned_) {
    if (row.place == run) showTroubles(row);
  }
  showRuns();
}

void RunListStore::addFolder(const QString& folder) {
  const QString absolute = QDir::cleanPath(QDir(folder).absolutePath());
  if (folder.isEmpty() || folders_.contains(absolute)) return;
  setFolders(folders_ + QStringList(absolute));
}

void RunListStore::removeFolder(const QString& folder) {
  QStringList left = folders_;
  left.removeAll(QDir::cleanPath(QDir(folder).absolutePath()));
  if (left != folders_) setFolders(left);
}

void RunListStore::setFolders(const QStringList& folders) {
  folders_ = folders;
  preferences_.setRunFolders(folders_);
  scanner_.setFolders(folders_);
}

void RunListStore::addConnection(const RunPlace& place) {
  QVector<RunPlace> all = connections_;
  const qsizetype known = all.indexOf(place);
  if (known >= 0) {
    if (all[known].name == place.name) return;
    all[known] = place;
  } else {
    all << place;
  }
  setConnections(all.last(std::min<qsizetype>(all.size(), Preferences::kMostConnections)));
}

void RunListStore::removeConnection(const RunPlace& place) {
  QVector<RunPlace> left = connections_;
  if (left.removeAll(place) > 0) setConnections(left);
}

void RunListStore::setConnections(const QVector<RunPlace>& connections) {
  connections_ = connections;
  preferences_.setConnections(connections_);
  showRuns();
}

void RunListStore::setStanding(const RunPlace& place, const std::optional<RunGlance>& standing) {
  if (standing) {
    standings_.insert(place.target, *standing);
  } else {
    standings_.remove(place.target);
  }
  const RunRow* row = model_.find(place);
  if (row == nullptr) return;
  const RunRow::State state = standing ? stateOf(*standing) : RunRow::State::kElsewhere;
  const bool other_alerts = row->glance.alerts != (standing ? standing->alerts : std::vector<Alert>());
  if (row->state != state || other_alerts) showRuns();
}

/// What is known of runs on other computers.
QVector<RunRow> RunListStore::remoteRuns() const {
  QVector<RunRow> rows;
  for (const RunPlace& place : connections_) {
    RunRow row;
    row.place = place;
    const auto standing = standings_.constFind(place.target);
    row.state = standing == standings_.constEnd() ? RunRow::State::kElsewhere : stateOf(*standing);
    if (standing != standings_.constEnd()) row.glance = *standing;
    showTroubles(row);
    rows << row;
  }
  return rows;
}

void RunListStore::showRuns() {
  const QVector<RunRow> runs = scanned_ + remoteRuns();
  const bool changed = runs != model_.runs();
  model_.setRuns(runs);
  QStringList folders;
  for (const RunRow& run : scanned_) folders << run.place.folder();
  thumbnails_.look(folders);
  if (changed) emit runsChanged();
}

void RunListStore::setPictureSize(QSize size, double pixel_ratio) {
  pixel_ratio_ = pixel_ratio;
  thumbnails_.setSize(size * pixel_ratio);
  scanner_.scanNow();
}

void RunListStore::change(const RunPlace& run, const std::function<void()>& work,
                          void (RunListStore::*done)(const RunPlace& run),
                          void (RunListStore::*failed)(const RunPlace& run, const Message& why)) {
  changing_.post([this, run, work, done, failed, tell = changing_.teller()] {
    std::optional<Message> problem;
    try {
      work();
    } catch (const std::exception& error) {
      problem = messageOf(error);
    }
    tell([this, run, done, failed, problem] {
      scanner_.scanNow();
      if (problem) {
        emit(this->*failed)(run, *problem);
      } else {
        emit(this->*done)(run);
      }
    });
  });
}

void RunListStore::mark(const RunPlace& run, const std::function<void(RunMarks& marks)>& change_marks) {
  change(
      run, [run, change_marks] { changeRunMarks(run.folder().toStdString(), change_marks); }, &RunListStore::marked,
      &RunListStore::notMarked);
}

void RunListStore::moveToBin(const RunPlace& run) {
  change(
      run, [run] { moveRunToBin(run.folder().toStdString()); }, &RunListStore::binned, &RunListStore::notBinned);
}

}  // namespace gan
