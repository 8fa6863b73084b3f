#include "sample_gallery/filmstrip.h"

#include <QPainter>
#include <QScrollBar>
#include <QStyledItemDelegate>
#include <QWheelEvent>

#include "sample_gallery/sample_model.h"
#include "style/icons.h"

namespace gan {
namespace {

constexpr int kThumbnailBytes = 16 << 20;
constexpr int kAtATime = 2;
constexpr int kRestMs = 120;

class ThumbnailDelegate : public QStyledItemDelegate {
 public:
  ThumbnailDelegate(const SampleModel& model, const Filmstrip& strip, QObject* parent)
      : QStyledItemDelegate(parent), model_(model), strip_(strip) {}

  QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex&) const override {
    const int gap = option.fontMetrics.height() / 3;
    const int extent = strip_.thumbnailExtent();
    return {extent + 2 * gap, extent + option.fontMetrics.height() + 2 * gap};
  }

  void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override {
    QStyleOptionViewItem frame = option;
    initStyleOption(&frame, index);
    frame.text.clear();
    strip_.style()->drawControl(QStyle::CE_ItemViewItem, &frame, painter, &strip_);

    const int gap = option.fontMetrics.height() / 3;
    const int extent = strip_.thumbnailExtent();
    const QRect square(option.rect.x() + (option.rect.width() - extent) / 2, option.rect.y() + gap, extent, extent);
    paintPicture(*painter, square, index.row());
    const bool selected = option.state & QStyle::State_Selected;
    const bool superseded = index.data(SampleModel::kSupersededRole).toBool();
    const auto role = selected ? QPalette::HighlightedText : superseded ? QPalette::PlaceholderText : QPalette::Text;
    painter->setPen(option.palette.color(role));
    const QRect line(option.rect.x(), square.bottom() + 1, option.rect.width(), option.fontMetrics.height() + gap);
    const QString step = index.data(Qt::DisplayRole).toString();
    painter->drawText(line, Qt::AlignCenter, option.fontMetrics.elidedText(step, Qt::ElideRight, line.width()));
  }

 private:
  void paintPicture(QPainter& painter, const QRect& square, int row) const {
    const QPixmap thumbnail = strip_.thumbnail(row);
    if (!thumbnail.isNull()) {
      const QSize size = (QSizeF(thumbnail.size()) / thumbnail.devicePixelRatio()).toSize();
      QRect target(QPoint(), size);
      target.moveCenter(square.center());
      if (model_.sheets()[row].superseded) painter.setOpacity(0.5);
      painter.drawPixmap(target, thumbnail);
      painter.setOpacity(1);
      return;
    }
    if (model_.failed(row)) {
      icon(QStringLiteral("warning"))
          .paint(&painter, square.adjusted(0, 0, -square.width() / 2, -square.height() / 2)
                               .translated(square.width() / 4, square.height() / 4));
      return;
    }
    painter.setPen(strip_.palette().color(QPalette::Mid));
    painter.drawRect(square.adjusted(0, 0, -1, -1));
  }

  const SampleModel& model_;
  const Filmstrip& strip_;
};

}  // namespace

Filmstrip::Filmstrip(SampleModel& model, QWidget* parent)
    : QListView(parent), model_(model), thumbnails_(kThumbnailBytes) {
  setObjectName(QStringLiteral("filmstrip"));
  setFlow(QListView::LeftToRight);
  setWrapping(false);
  setUniformItemSizes(true);
  setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
  setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOn);
  setSelectionMode(QAbstractItemView::SingleSelection);
  setEditTriggers(QAbstractItemView::NoEditTriggers);
  setItemDelegate(new ThumbnailDelegate(model, *this, this));
  setModel(&model);
  rest_.setSingleShot(true);
  rest_.setInterval(kRestMs);
  connect(&rest_, &QTimer::timeout, this, &Filmstrip::askForVisible);
  connect(horizontalScrollBar(), &QScrollBar::valueChanged, &rest_, qOverload<>(&QTimer::start));
  connect(&model, &QAbstractItemModel::modelReset, this, [this] { thumbnails_.clear(); });
  fitHeight();
  setTexts();
}

int Filmstrip::thumbnailExtent() const { return 4 * fontMetrics().height(); }

void Filmstrip::fitHeight() {
  QStyleOptionViewItem option;
  initViewItemOption(&option);
  setFixedHeight(itemDelegate()->sizeHint(option, {}).height() + horizontalScrollBar()->sizeHint().height() +
                 2 * frameWidth());
}

void Filmstrip::showRow(int row) {
  const QModelIndex index = model_.index(row);
  if (index == currentIndex()) return;
  showing_ = true;
  setCurrentIndex(index);
  showing_ = false;
}

void Filmstrip::currentChanged(const QModelIndex& current, const QModelIndex& previous) {
  QListView::currentChanged(current, previous);
  if (!showing_ && current.isValid()) emit rowChosen(current.row());
}

QPixmap Filmstrip::thumbnail(int row) const {
  const QString name = model_.sheets()[row].name;
  if (const QPixmap* kept = thumbnails_.object(name)) return *kept;
  const QImage image = model_.previewInMemory(row);
  if (image.isNull()) return {};
  const double ratio = devicePixelRatioF();
  const int extent = qRound(thumbnailExtent() * ratio);
  const bool shrinks = image.width() > extent || image.height() > extent;
  QPixmap made = QPixmap::fromImage(image.scaled(QSize(extent, extent), Qt::KeepAspectRatio,
                                                 shrinks ? Qt::SmoothTransformation : Qt::FastTransformation));
  made.setDevicePixelRatio(ratio);
  thumbnails_.insert(name, new QPixmap(made), 4LL * made.width() * made.height());
  return made;
}

QPair<int, int> Filmstrip::visibleRows() const {
  if (model_.rowCount() == 0) return {0, -1};
  const int middle = viewport()->height() / 2;
  const QModelIndex first = indexAt({1, middle});
  const QModelIndex last = indexAt({viewport()->width() - 1, middle});
  return {first.isValid() ? first.row() : 0, last.isValid() ? last.row() : model_.rowCount() - 1};
}

void Filmstrip::askForVisible() {
  if (!isVisible()) return;
  const auto [first, last] = visibleRows();
  int asked = 0;
  for (int row = first; row <= last; ++row) asked += model_.isPreviewAsked(row) ? 1 : 0;
  for (int row = first; row <= last && asked < kAtATime; ++row) {
    if (!thumbnail(row).isNull() || model_.isPreviewAsked(row) || model_.failed(row)) continue;
    ++asked;
    model_.wishPreview(row);
    if (!model_.previewInMemory(row).isNull()) --asked;  // answered at once
  }
}

void Filmstrip::dataChanged(const QModelIndex& first, const QModelIndex& last, const QList<int>& roles) {
  QListView::dataChanged(first, last, roles);
  if (roles.isEmpty()) {  // a sheet was written again
    for (int row = first.row(); row <= last.row(); ++row) thumbnails_.remove(model_.sheets()[row].name);
  }
  if (!isVisible() || !roles.contains(SampleModel::kImageRole)) return;
  const auto [from, to] = visibleRows();
  // Made now: by the time it is painted, large pictures may have pushed it out of memory.
  if (first.row() >= from && first.row() <= to) thumbnail(first.row());
  askForVisible();
}

void Filmstrip::paintEvent(QPaintEvent* event) {
  QListView::paintEvent(event);
  const auto [first, last] = visibleRows();
  for (int row = first; row <= last && !rest_.isActive(); ++row) {
    if (thumbnail(row).isNull() && !model_.isPreviewAsked(row) && !model_.failed(row)) rest_.start();
  }
}

void Filmstrip::wheelEvent(QWheelEvent* event) {
  const QPoint delta = event->angleDelta();
  if (delta.x() != 0 || delta.y() == 0) return QListView::wheelEvent(event);
  horizontalScrollBar()->setValue(horizontalScrollBar()->value() - delta.y());  // most wheels turn one way only
  event->accept();
}

void Filmstrip::changeEvent(QEvent* event) {
  QListView::changeEvent(event);
  if (event->type() == QEvent::FontChange || event->type() == QEvent::StyleChange) {
    thumbnails_.clear();
    fitHeight();
  }
}

void Filmstrip::setTexts() { setAccessibleName(tr("Filmstrip of all sheets")); }

}  // namespace gan
