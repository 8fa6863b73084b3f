#include "dialogs/run_folder_name.h"

#include <QDate>
#include <QDir>
#include <QFileInfo>

namespace gan {
namespace {

/// A Slurm job makes its run's folder when it begins; while it waits, only its script is there.
bool isTaken(const QString& folder) {
  return QFileInfo::exists(folder) || QFileInfo::exists(folder + QStringLiteral(".sbatch"));
}

}  // namespace

QString freeFolder(const QString& folder) {
  QString free = folder;
  for (int number = 2; isTaken(free); ++number) free = folder + QLatin1Char('-') + QString::number(number);
  return free;
}

QString freeRunFolder(const QString& runs, const QString& preset) {
  const QString name = QDate::currentDate().toString(Qt::ISODate) + QLatin1Char('-') + preset;
  return freeFolder(QDir(runs).filePath(name));
}

bool isFreeForRun(const QString& folder) {
  const QFileInfo info(folder);
  return !info.exists() || (info.isDir() && QDir(folder).isEmpty());
}

}  // namespace gan
