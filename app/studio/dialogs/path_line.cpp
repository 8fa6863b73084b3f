#include "dialogs/path_line.h"

#include <QDate>
#include <QDir>
#include <QFileInfo>
#include <QMimeData>
#include <QUrl>

#include "link/data_task.h"

namespace gan {

QString absolutePath(const QString& text) {
  QString path = text.trimmed();
  if (path.isEmpty() || isBucket(path)) return path;
  if (path == QLatin1String("~") || path.startsWith(QLatin1String("~/"))) path.replace(0, 1, QDir::homePath());
  return QDir::cleanPath(QDir::current().absoluteFilePath(path));
}

QString pathThere(const QString& text) {
  QString path = text.trimmed();
  if (path == QLatin1String("~") || path.startsWith(QLatin1String("~/"))) path.prepend(QLatin1Char('/'));
  while (path.size() > 1 && path.endsWith(QLatin1Char('/'))) path.chop(1);
  return path;
}

QString shownPathThere(const QString& path) {
  return path == QLatin1String("/~") || path.startsWith(QLatin1String("/~/")) ? path.mid(1) : path;
}

QString droppedPath(const QMimeData* data) {
  for (const QUrl& url : data->urls()) {
    if (url.isLocalFile()) return url.toLocalFile();
  }
  return {};
}

void choosePath(QWidget* parent, QFileDialog::FileMode mode, const QString& title, const QString& from,
                const std::function<void(const QString&)>& chosen) {
  auto* dialog = new QFileDialog(parent, title);
  dialog->setObjectName(QStringLiteral("path_dialog"));
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->setFileMode(mode);
  if (mode == QFileDialog::AnyFile) dialog->setAcceptMode(QFileDialog::AcceptSave);
  dialog->setOption(QFileDialog::ShowDirsOnly, mode == QFileDialog::Directory);
  if (!from.isEmpty()) dialog->selectFile(from);
  QObject::connect(dialog, &QFileDialog::fileSelected, parent, chosen);
  dialog->open();
}

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
