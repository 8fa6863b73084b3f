#include "state/run_list_store.h"

#include <QDir>

namespace gan {

RunListStore::RunListStore(Preferences& preferences, QObject* parent) : QObject(parent), preferences_(preferences) {
  connect(&scanner_, &RunScanner::scanned, &model_, &RunListModel::setRuns);
  folders_ = preferences_.runFolders();
  scanner_.setFolders(folders_);
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

}  // namespace gan
