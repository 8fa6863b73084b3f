#include "link/run_scanner.h"

#include <chrono>
#include <optional>
#include <set>

#include "core/error.h"
#include "core/log.h"
#include "link/run_marks_file.h"
#include "run/run_folder.h"

namespace gan {
namespace {

constexpr std::chrono::seconds kScanInterval(2);

namespace fs = std::filesystem;

QString toText(const fs::path& path) { return QString::fromStdString(path.string()); }

RunRow rowOf(const fs::path& run, const QString& folder, const RunGlance& glance) {
  RunRow row;
  row.place = RunPlace::ofFolder(toText(run));
  row.group = folder;
  if (!glance.parent_path.empty()) row.parent = RunPlace::ofFolder(toText(run / glance.parent_path));
  row.state = stateOf(glance);
  row.glance = glance;
  return row;
}

RunRow unreadableRow(const fs::path& run, const QString& folder, const QString& why) {
  RunRow row;
  row.place = RunPlace::ofFolder(toText(run));
  row.group = folder;
  row.state = RunRow::State::kUnreadable;
  row.problem = why;
  return row;
}

void addMarks(RunRow& row, const fs::path& run, const RunScanner::Explain& explain) try {
  row.marks = readRunMarks(run);
} catch (const Error& error) {
  row.marks_problem = explain(messageOf(error));
}

/// It may have been removed since it was found.
bool isRun(const fs::path& run) {
  std::error_code missing;
  return fs::exists(run / "run.yaml", missing);
}

/// Absolute and without a slash at its end, so that a run has one path however its folder was named.
fs::path normalised(const QString& folder) {
  const fs::path path = fs::absolute(folder.toStdString()).lexically_normal();
  return path.has_filename() ? path : path.parent_path();
}

void scanFolder(const QString& folder, RunGlancer& glancer, const RunScanner::Explain& explain, QVector<RunRow>& rows,
                std::set<fs::path>& seen) {
  std::vector<fs::path> runs;
  try {
    runs = findRuns(normalised(folder));
  } catch (const Error&) {
    return;  // a disk that is not there now may come back
  }
  for (const fs::path& run : runs) {
    if (!seen.insert(run).second) continue;
    try {
      rows.push_back(rowOf(run, folder, glancer.look(run)));
    } catch (const std::exception& error) {
      if (!isRun(run)) continue;
      rows.push_back(unreadableRow(run, folder, explain(messageOf(error))));
    }
    addMarks(rows.back(), run, explain);
  }
}

/// Nothing when the list cannot be had now, for want of memory say: what is shown stays.
std::optional<QVector<RunRow>> scan(const QStringList& folders, RunGlancer& glancer,
                                    const RunScanner::Explain& explain) try {
  QVector<RunRow> rows;
  std::set<fs::path> seen;
  for (const QString& folder : folders) scanFolder(folder, glancer, explain, rows, seen);
  glancer.keepOnly(seen);
  return rows;
} catch (const std::exception& error) {
  log::warning(error.what());
  return std::nullopt;
}

}  // namespace

RunRow::State stateOf(const RunGlance& glance) {
  switch (glance.status) {
    case RunStatus::kStarting:
      if (!glance.has_begun && !glance.writer_alive) return RunRow::State::kStopped;
      return glance.writer_alive ? RunRow::State::kStarting : RunRow::State::kLost;
    case RunStatus::kRunning:
      return glance.writer_alive ? RunRow::State::kRunning : RunRow::State::kLost;
    case RunStatus::kPaused:
      return glance.writer_alive ? RunRow::State::kPaused : RunRow::State::kLost;
    case RunStatus::kFinished:
      return RunRow::State::kFinished;
    case RunStatus::kStopped:
      return RunRow::State::kStopped;
    case RunStatus::kDiverged:
      return RunRow::State::kDiverged;
    case RunStatus::kFailed:
      return RunRow::State::kFailed;
  }
  return RunRow::State::kFailed;
}

RunScanner::RunScanner(Explain explain, QObject* parent)
    : QObject(parent), explain_(std::move(explain)), glancer_(std::make_shared<RunGlancer>()) {
  again_.setSingleShot(true);
  again_.setInterval(kScanInterval);
  connect(&again_, &QTimer::timeout, this, &RunScanner::scanNow);
}

void RunScanner::setFolders(const QStringList& folders) {
  folders_ = folders;
  scanNow();
}

void RunScanner::setVisible(bool visible) {
  if (visible == visible_) return;
  visible_ = visible;
  if (visible_) {
    scanNow();
  } else {
    again_.stop();
  }
}

void RunScanner::scanNow() {
  again_.stop();
  background_.run(
      [folders = folders_, glancer = glancer_, explain = explain_] { return scan(folders, *glancer, explain); },
      [this](const std::optional<QVector<RunRow>>& rows) {
        if (visible_) again_.start();
        if (rows) emit scanned(*rows);
      });
}

}  // namespace gan
