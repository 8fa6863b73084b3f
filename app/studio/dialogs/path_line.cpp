#include "dialogs/path_line.h"

#include <QDir>
#include <QMimeData>
#include <QUrl>

#include "link/data_finding.h"

namespace gan {

QString absolutePath(const QString& text) {
  QString path = text.trimmed();
  if (path.isEmpty() || isBucket(path)) return path;
  if (path == QLatin1String("~") || path.startsWith(QLatin1String("~/"))) path.replace(0, 1, QDir::homePath());
  return QDir::cleanPath(QDir::current().absoluteFilePath(path));
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

}  // namespace gan
