#include "latent_explorer/thumbnail_list.h"

#include <QApplication>
#include <QClipboard>
#include <QDrag>
#include <QKeyEvent>
#include <QScrollBar>
#include <QStyledItemDelegate>

#include "latent_explorer/explored_picture.h"

namespace gan {
namespace {

/// Draws every picture as large as the others, also where there is none yet; enlarged ones with hard pixels.
class ThumbnailDelegate : public QStyledItemDelegate {
 public:
  explicit ThumbnailDelegate(QListView& list) : QStyledItemDelegate(&list), list_(list) {}

  void hideTexts() { hides_texts_ = true; }

 protected:
  void initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const override {
    QStyledItemDelegate::initStyleOption(option, index);
    const QSize side = list_.iconSize();
    const QSize size = side * list_.devicePixelRatioF();
    const QImage image = index.data(Qt::DecorationRole).value<QImage>();
    QPixmap picture(size);
    picture.fill(Qt::transparent);
    if (!image.isNull()) {
      const bool enlarged = image.width() < size.width();
      picture = QPixmap::fromImage(
          image.scaled(size, Qt::KeepAspectRatio, enlarged ? Qt::FastTransformation : Qt::SmoothTransformation));
    }
    picture.setDevicePixelRatio(list_.devicePixelRatioF());
    option->features |= QStyleOptionViewItem::HasDecoration;
    option->icon = QIcon(picture);
    option->decorationSize = side;
    if (hides_texts_) option->features &= ~QStyleOptionViewItem::HasDisplay;
  }

 private:
  QListView& list_;
  bool hides_texts_ = false;
};

}  // namespace

ThumbnailList::ThumbnailList(QAbstractItemModel& model, QWidget* parent) : QListView(parent) {
  setModel(&model);
  setItemDelegate(new ThumbnailDelegate(*this));
  setViewMode(QListView::IconMode);
  setFlow(QListView::LeftToRight);
  setWrapping(false);
  setMovement(QListView::Static);
  setUniformItemSizes(true);
  setTextElideMode(Qt::ElideMiddle);
  setHorizontalScrollMode(ScrollPerPixel);
  setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  const int line = fontMetrics().height();
  setIconSize(QSize(3, 3) * line);
  setGridSize({6 * line, 5 * line});
  setFixedHeight(gridSize().height() + horizontalScrollBar()->sizeHint().height() + 2 * frameWidth());
  connect(this, &QListView::clicked, this, [this](const QModelIndex& index) { emit taken(index.row()); });
  connect(selectionModel(), &QItemSelectionModel::selectionChanged, this, &ThumbnailList::choiceChanged);
}

void ThumbnailList::hideTexts() {
  static_cast<ThumbnailDelegate*>(itemDelegate())->hideTexts();
  const int line = fontMetrics().height();
  setGridSize(iconSize() + QSize(line / 2, line / 2));
  setFixedHeight(gridSize().height() + horizontalScrollBar()->sizeHint().height() + 2 * frameWidth());
}

int ThumbnailList::chosenRow() const {
  const QModelIndexList chosen = selectionModel()->selectedIndexes();
  return chosen.isEmpty() ? -1 : chosen.first().row();
}

void ThumbnailList::copy(const QModelIndex& index) {
  const QVariant leaving = index.data(kLeavingRole);
  if (leaving.typeId() == QMetaType::QImage)
    return carrier_.copy(leaving.value<QImage>(), index.data(Qt::AccessibleTextRole).toString());
  if (!leaving.isValid()) return;
  QGuiApplication::clipboard()->setText(leaving.toString());
  emit lineCopied(leaving.toString());
}

std::unique_ptr<QMimeData> ThumbnailList::dragged(const QModelIndex& index) {
  const QVariant leaving = index.data(kLeavingRole);
  if (!leaving.isValid()) return nullptr;
  if (leaving.typeId() == QMetaType::QImage) {
    return carrier_.packed(leaving.value<QImage>(), index.data(Qt::AccessibleTextRole).toString());
  }
  const QString line = leaving.toString();
  std::unique_ptr<QMimeData> mime = carrier_.packed(index.data(kPictureOfLineRole).value<QImage>(), line);
  if (!mime) mime = std::make_unique<QMimeData>();
  mime->setText(line);
  return mime;
}

void ThumbnailList::drag(const QModelIndex& index) {
  std::unique_ptr<QMimeData> mime = dragged(index);
  if (!mime) return;
  auto* drag = new QDrag(this);
  drag->setMimeData(mime.release());
  const QImage picture = index.data(Qt::DecorationRole).value<QImage>();
  if (!picture.isNull()) drag->setPixmap(QPixmap::fromImage(picture.scaled(iconSize(), Qt::KeepAspectRatio)));
  drag->exec(Qt::CopyAction);
}

void ThumbnailList::mousePressEvent(QMouseEvent* event) {
  pressed_ = event->pos();
  QListView::mousePressEvent(event);
}

void ThumbnailList::mouseMoveEvent(QMouseEvent* event) {
  const bool far = (event->pos() - pressed_).manhattanLength() >= QApplication::startDragDistance();
  if (event->buttons().testFlag(Qt::LeftButton) && far && indexAt(pressed_).isValid()) return drag(indexAt(pressed_));
  QListView::mouseMoveEvent(event);
}

void ThumbnailList::keyPressEvent(QKeyEvent* event) {
  if (event->matches(QKeySequence::Copy)) return copy(currentIndex());
  switch (event->key()) {
    case Qt::Key_Return:
    case Qt::Key_Enter:
    case Qt::Key_Space:
      if (const int row = chosenRow(); row >= 0) emit taken(row);
      return;
    default:
      QListView::keyPressEvent(event);
  }
}

}  // namespace gan
