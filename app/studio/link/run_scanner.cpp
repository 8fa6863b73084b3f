#include "link/run_scanner.h"

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <optional>
#include <set>
#include <thread>

#include "core/error.h"
#include "core/log.h"
#include "link/ending.h"
#include "run/run_folder.h"
#include "run/run_glance.h"

namespace gan {
namespace {

constexpr std::chrono::seconds kInterval(2);

namespace fs = std::filesystem;

QString toText(const fs::path& path) { return QString::fromStdString(path.string()); }

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

RunRow rowOf(const fs::path& run, const QString& folder, const RunGlance& glance) {
  RunRow row;
  row.path = toText(run);
  row.name = toText(run.filename());
  row.folder = folder;
  if (!glance.parent_path.empty()) row.parent_path = toText((run / glance.parent_path).lexically_normal());
  row.parent_step = glance.parent_step;
  row.state = stateOf(glance);
  row.live = glance.writer_alive;
  row.step = glance.step;
  row.total_steps = glance.total_steps;
  row.iterations_per_second = glance.iterations_per_second;
  return row;
}

RunRow unreadableRow(const fs::path& run, const QString& folder, const QString& why) {
  RunRow row;
  row.path = toText(run);
  row.name = toText(run.filename());
  row.folder = folder;
  row.state = RunRow::State::kUnreadable;
  row.problem = why;
  return row;
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

}  // namespace

struct RunScanner::Impl {
  Impl(RunScanner& owner, Explain how_to_explain)
      : scanner(&owner), explain(std::move(how_to_explain)), thread([this] { loop(); }) {}
  /// Waits for the thread.
  ~Impl() { thread.join(); }
  /// From now on nothing is emitted.
  void leave() {
    change([this] {
      scanner = nullptr;
      stopping = true;
    });
  }

  template <class Change>
  void change(const Change& what) {
    {
      const std::lock_guard lock(mutex);
      what();
    }
    wake.notify_all();
  }
  void loop();
  std::optional<QVector<RunRow>> scan(const QStringList& in);
  void scanFolder(const QString& folder, QVector<RunRow>& rows, std::set<fs::path>& seen);

  RunScanner* scanner;  ///< Null once it is gone.
  const Explain explain;
  RunGlancer glancer;  // the thread's own

  std::mutex mutex;
  std::condition_variable wake;
  bool stopping = false;
  bool visible = true;
  bool due = false;
  QStringList folders;
  std::thread thread;  ///< The last member: it uses the others.
};

void RunScanner::Impl::loop() {
  std::unique_lock lock(mutex);
  while (!stopping) {
    if (!visible && !due) {
      wake.wait(lock);
      continue;
    }
    due = false;
    const QStringList now = folders;
    lock.unlock();
    const std::optional<QVector<RunRow>> rows = scan(now);
    lock.lock();
    if (rows && scanner != nullptr) {
      QMetaObject::invokeMethod(
          scanner, [to = scanner, found = *rows] { emit to->scanned(found); }, Qt::QueuedConnection);
    }
    wake.wait_for(lock, kInterval, [this] { return stopping || due; });
  }
}

/// Nothing when the list cannot be had now, for want of memory say: what is shown stays.
std::optional<QVector<RunRow>> RunScanner::Impl::scan(const QStringList& in) try {
  QVector<RunRow> rows;
  std::set<fs::path> seen;
  for (const QString& folder : in) scanFolder(folder, rows, seen);
  glancer.keepOnly(seen);
  return rows;
} catch (const std::exception& error) {
  log::warning(error.what());
  return std::nullopt;
}

void RunScanner::Impl::scanFolder(const QString& folder, QVector<RunRow>& rows, std::set<fs::path>& seen) {
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
      if (isRun(run)) rows.push_back(unreadableRow(run, folder, explain(messageOf(error))));
    }
  }
}

RunScanner::RunScanner(Explain explain, QObject* parent)
    : QObject(parent), impl_(std::make_unique<Impl>(*this, std::move(explain))) {}

RunScanner::~RunScanner() {
  impl_->leave();
  endAside([impl = std::shared_ptr<Impl>(std::move(impl_))]() mutable { impl.reset(); });
}

void RunScanner::setFolders(const QStringList& folders) {
  impl_->change([&] {
    impl_->folders = folders;
    impl_->due = true;
  });
}

void RunScanner::setVisible(bool visible) {
  impl_->change([&] {
    impl_->due = impl_->due || (visible && !impl_->visible);
    impl_->visible = visible;
  });
}

void RunScanner::scanNow() {
  impl_->change([&] { impl_->due = true; });
}

}  // namespace gan
