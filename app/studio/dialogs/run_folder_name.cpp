#include "dialogs/run_folder_name.h"

#include <QDate>
#include <QDir>
#include <QFileInfo>

namespace gan {

QString freeRunFolder(const QString& runs, const QString& preset) {
  const QString name = QDate::currentDate().toString(Qt::ISODate) + QLatin1Char('-') + preset;
  const QString first = QDir(runs).filePath(name);
  QString folder = first;
  for (int number = 2; QFileInfo::exists(folder); ++number) folder = first + QLatin1Char('-') + QString::number(number);
  return folder;
}

bool isFreeForRun(const QString& folder) {
  const QFileInfo info(folder);
  return !info.exists() || (info.isDir() && QDir(folder).isEmpty());
}

}  // namespace gan
