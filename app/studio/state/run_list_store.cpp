#include "state/run_list_store.h"

#include <QDir>
#include <QFileInfo>
#include <optional>

#include "core/error.h"
#include "link/run_bin.h"
#include "link/run_marks_file.h"

namespace gan {

RunListStore::RunListStore(Preferences& preferences, QObject* parent) : QObject(parent), preferences_(preferences) {
  connect(&scanner_, &RunScanner::scanned, this, &RunListStore::setRuns);
  connect(&thumbnails_, &RunThumbnails::found, this, [this](const QString& run, QImage picture) {
    picture.setDevicePixelRatio(pixel_ratio_);
    model_.setPicture(run, picture);
  });
  folders_ = preferences_.runFolders();
  scanner_.setFolders(folders_);
}

QString RunListStore::nameOf(const QString& run) const {
  const RunRow* row = model_.find(run);
  return row != nullptr ? displayName(*row) : QFileInfo(run).fileName();
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

void RunListStore::setRuns(const QVector<RunRow>& runs) {
  const bool changed = runs != model_.runs();
  model_.setRuns(runs);
  QStringList paths;
  for (const RunRow& run : runs) paths << run.path;
  thumbnails_.look(paths);
  if (changed) emit runsChanged();
}

void RunListStore::setPictureSize(QSize size, double pixel_ratio) {
  pixel_ratio_ = pixel_ratio;
  thumbnails_.setSize(size * pixel_ratio);
  scanner_.scanNow();
}

void RunListStore::change(const QString& run, const std::function<void()>& work,
                          void (RunListStore::*done)(const QString& run),
                          void (RunListStore::*failed)(const QString& run, const Message& why)) {
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

void RunListStore::mark(const QString& run, const std::function<void(RunMarks& marks)>& change_marks) {
  change(
      run, [run, change_marks] { changeRunMarks(run.toStdString(), change_marks); }, &RunListStore::marked,
      &RunListStore::notMarked);
}

void RunListStore::moveToBin(const QString& run) {
  change(
      run, [run] { moveRunToBin(run.toStdString()); }, &RunListStore::binned, &RunListStore::notBinned);
}

}  // namespace gan
