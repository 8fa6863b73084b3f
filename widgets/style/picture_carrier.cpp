#include "style/picture_carrier.h"

#include <QApplication>
#include <QClipboard>
#include <QDrag>
#include <QMouseEvent>
#include <QPixmap>
#include <QUrl>
#include <QWidget>

namespace gan {

std::unique_ptr<QMimeData> PictureCarrier::packed(QImage picture, const QString& description) {
  if (picture.isNull()) return nullptr;
  picture.setText(QStringLiteral("Description"), description);
  auto mime = std::make_unique<QMimeData>();
  mime->setImageData(picture);
  if (!files_) files_ = std::make_unique<QTemporaryDir>();
  const QString file = files_->filePath(tr("picture-%1.png").arg(++packed_files_));
  if (files_->isValid() && picture.save(file, "PNG")) mime->setUrls({QUrl::fromLocalFile(file)});
  return mime;
}

void PictureCarrier::copy(const QImage& picture, const QString& description) {
  if (std::unique_ptr<QMimeData> mime = packed(picture, description)) {
    QGuiApplication::clipboard()->setMimeData(mime.release());
  }
}

void PictureCarrier::drag(QWidget& from, const QImage& picture, const QString& description) {
  std::unique_ptr<QMimeData> mime = packed(picture, description);
  if (!mime) return;
  auto* drag = new QDrag(&from);
  drag->setMimeData(mime.release());
  const int thumbnail = 4 * from.fontMetrics().height();
  drag->setPixmap(QPixmap::fromImage(picture.scaled(thumbnail, thumbnail, Qt::KeepAspectRatio)));
  drag->exec(Qt::CopyAction);
}

void PictureCarrier::onPress(const QMouseEvent& event) { pressed_ = event.position(); }

void PictureCarrier::onMove(QWidget& from, const QMouseEvent& event, const QImage& picture,
                            const QString& description) {
  const bool far = (event.position() - pressed_).manhattanLength() >= QApplication::startDragDistance();
  if (event.buttons().testFlag(Qt::LeftButton) && far) drag(from, picture, description);
}

}  // namespace gan
