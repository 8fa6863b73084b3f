#include "dialogs/run_folder_name.h"

#include <QDate>
#include <QDir>
#include <QFileInfo>

namespace gan {

QString freeFolder(const QString& folder) {
  QString free = folder;
  for (int number = 2; QFileInfo::exists(free); ++number) free = folder + QLatin1Char('-') + QString::number(number);
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
