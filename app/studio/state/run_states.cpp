#include "state/run_states.h"

#include <QDataStream>
#include <QDateTime>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QSaveFile>
#include <algorithm>
#include <mutex>
#include <utility>

#include "core/log.h"

namespace gan {
namespace {

using Parts = QMap<QString, QByteArray>;

constexpr quint32 kMark = 0x47414E53;  // "GANS"
constexpr quint32 kVersion = 1;
constexpr qint64 kMostBytes = qint64{64} << 20U;
const QString kSuffix = QStringLiteral(".state");

/// Ids become names of files.
bool isPlain(const QString& run) {
  constexpr qsizetype kLongest = 64;
  return !run.isEmpty() && run.size() <= kLongest &&
         std::ranges::all_of(run, [](QChar letter) { return letter.unicode() < 128 && letter.isLetterOrNumber(); });
}

Parts readParts(const QString& path) {
  QFile file(path);
  if (!file.open(QIODevice::ReadOnly) || file.size() > kMostBytes) return {};
  QDataStream in(&file);
  in.setVersion(QDataStream::Qt_6_4);
  quint32 mark = 0;
  quint32 version = 0;
  Parts parts;
  in >> mark >> version;
  if (mark == kMark && version == kVersion) in >> parts;
  return in.status() == QDataStream::Ok ? parts : Parts();
}

bool writeParts(const QString& path, const Parts& parts) {
  if (parts.isEmpty()) return !QFile::exists(path) || QFile::remove(path);
  QDir().mkpath(QFileInfo(path).path());
  QSaveFile file(path);
  if (file.open(QIODevice::WriteOnly)) {
    QDataStream out(&file);
    out.setVersion(QDataStream::Qt_6_4);
    out << kMark << kVersion << parts;
    if (out.status() == QDataStream::Ok && file.commit()) return true;
  }
  log::warning("what is remembered of a run could not be written into " + path.toStdString() + ": " +
               file.errorString().toStdString());
  return false;
}

void put(Parts& parts, const QString& part, const QByteArray& state) {
  if (state.isEmpty()) {
    parts.remove(part);
  } else {
    parts[part] = state;
  }
}

}  // namespace

/// What the thread that writes shares with the others.
struct RunStates::Desk {
  explicit Desk(const QString& its_folder) : folder(its_folder) {}

  QString fileOf(const QString& run) const { return folder + QLatin1Char('/') + run + kSuffix; }
  /// On the thread that writes.
  void write(const QString& run);
  void forgetTheOldest() const;

  const QString folder;
  std::mutex mutex;
  QHash<QString, Parts> changed;  ///< Parts that are to be written; guarded by the mutex.
};

/// Another window may have written other parts meanwhile.
void RunStates::Desk::write(const QString& run) {
  Parts changes;
  {
    const std::lock_guard lock(mutex);
    changes = changed.take(run);
  }
  const QString path = fileOf(run);
  const bool is_new = !QFile::exists(path);
  Parts parts = readParts(path);
  for (auto change = changes.cbegin(); change != changes.cend(); ++change) put(parts, change.key(), change.value());
  if (writeParts(path, parts) && is_new) forgetTheOldest();
}

void RunStates::Desk::forgetTheOldest() const {
  const QFileInfoList files = QDir(folder).entryInfoList({QLatin1Char('*') + kSuffix}, QDir::Files, QDir::Time);
  for (const QFileInfo& file : files.mid(std::min<qsizetype>(kMost, files.size()))) QFile::remove(file.filePath());
}

RunStates::RunStates(const QString& folder) : desk_(std::make_shared<Desk>(folder)) {}

RunStates::~RunStates() = default;

QMap<QString, QByteArray>& RunStates::known(const QString& run) {
  if (const auto found = known_.find(run); found != known_.end()) return *found;
  const QString path = desk_->fileOf(run);
  Parts& parts = *known_.insert(run, readParts(path));
  QFile file(path);
  if (!parts.isEmpty() && file.open(QIODevice::ReadWrite)) {
    file.setFileTime(QDateTime::currentDateTime(), QFileDevice::FileModificationTime);
  }
  return parts;
}

QByteArray RunStates::state(const QString& run, const QString& part) {
  return isPlain(run) ? known(run).value(part) : QByteArray();
}

void RunStates::setState(const QString& run, const QString& part, const QByteArray& state) {
  if (!isPlain(run) || known(run).value(part) == state) return;
  put(known(run), part, state);
  {
    const std::lock_guard lock(desk_->mutex);
    const bool is_posted = desk_->changed.contains(run);
    desk_->changed[run].insert(part, state);
    if (is_posted) return;
  }
  writing_.post([desk = desk_, run] { desk->write(run); });
}

bool RunStates::takeOver(const QString& run, const QString& part, const QByteArray& state) {
  if (!isPlain(run)) return true;  // of no run
  Parts& parts = known(run);
  if (parts.contains(part) || state.isEmpty()) return true;
  parts[part] = state;
  return writeParts(desk_->fileOf(run), parts);
}

}  // namespace gan
