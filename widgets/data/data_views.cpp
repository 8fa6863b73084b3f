#include "data/data_views.h"

#include <QAccessible>
#include <QFrame>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLabel>
#include <QPainter>
#include <QStyledItemDelegate>
#include <algorithm>
#include <cmath>

#include "data/data_facts.h"
#include "style/icons.h"
#include "style/scale.h"

namespace gan {
namespace {

constexpr int kBarLetters = 18;
constexpr int kRowsWrapped = 500;  // more would keep the window waiting

/// Draws the bar below the text, so that a selected cell can be read as any other.
class BarDelegate : public QStyledItemDelegate {
 public:
  using QStyledItemDelegate::QStyledItemDelegate;

  void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override {
    const QVariant share = index.data(kBarRole);
    if (share.isValid() && !option.state.testFlag(QStyle::State_Selected)) {
      QRectF bar = QRectF(option.rect).adjusted(2, 2, -2, -2);
      bar.setWidth(bar.width() * std::clamp(share.toDouble(), 0.0, 1.0));
      QColor colour = option.palette.color(QPalette::Highlight);
      colour.setAlpha(96);
      painter->fillRect(bar, colour);
    }
    QStyledItemDelegate::paint(painter, option, index);
  }

  /// Paths may break behind a slash, which only the screen sees.
  QString displayText(const QVariant& value, const QLocale& locale) const override {
    QString text = QStyledItemDelegate::displayText(value, locale);
    for (const QChar mark : {QLatin1Char('/'), QLatin1Char('_')}) text.replace(mark, QString(mark) + QChar(0x200b));
    return text;
  }

  QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override {
    QSize size = QStyledItemDelegate::sizeHint(option, index);
    size.rheight() += option.fontMetrics.height() / 3;
    if (index.data(kBarRole).isValid()) size.setWidth(kBarLetters * option.fontMetrics.averageCharWidth());
    return size;
  }
};

}  // namespace

FactsTable::FactsTable(QAbstractItemModel& model, int wide_column, QWidget* parent)
    : TextTable(model, {}, parent), wide_column_(wide_column) {
  setItemDelegate(new BarDelegate(this));
  verticalHeader()->setDefaultSectionSize(fontMetrics().height() * 3 / 2);
  connect(&model, &QAbstractItemModel::modelReset, this, &FactsTable::fitColumns);
  fitColumns();
}

void FactsTable::setEmptyText(const QString& text) {
  empty_text_ = text;
  viewport()->update();
}

void FactsTable::fitColumns() {
  const bool empty = model()->rowCount() == 0;
  horizontalHeader()->setVisible(!empty);
  for (int column = 0; column < model()->columnCount(); ++column) {
    horizontalHeader()->setSectionResizeMode(column,
                                             column == wide_column_ ? QHeaderView::Stretch : QHeaderView::Interactive);
    if (column == wide_column_ || empty) continue;
    fitColumn(column);
  }
  fitRows();
}

/// A reason that is longer than the table is wide must be read, too.
void FactsTable::fitRows() {
  if (model()->rowCount() <= kRowsWrapped) resizeRowsToContents();
}

void FactsTable::resizeEvent(QResizeEvent* event) {
  TextTable::resizeEvent(event);
  if (event->size().width() != event->oldSize().width()) fitRows();
}

void FactsTable::paintEvent(QPaintEvent* event) {
  TextTable::paintEvent(event);
  if (model()->rowCount() > 0) return;
  QPainter painter(viewport());
  painter.setPen(palette().color(QPalette::PlaceholderText));
  const int margin = fontMetrics().height();
  painter.drawText(viewport()->rect().adjusted(margin, margin, -margin, -margin), Qt::AlignCenter | Qt::TextWordWrap,
                   empty_text_);
}

NoticeList::NoticeList(Severity severity, QWidget* parent)
    : QWidget(parent), severity_(severity), layout_(new QVBoxLayout(this)) {
  layout_->setContentsMargins({});
  layout_->setSpacing(space(*this, Space::kHair));
  hide();
}

QWidget* NoticeList::makeStrip(const QString& notice) {
  const bool warns = severity_ == Severity::kWarning;
  auto* strip = new QFrame;
  strip->setAutoFillBackground(true);
  strip->setBackgroundRole(QPalette::ToolTipBase);
  strip->setAccessibleName(warns ? tr("Warning: %1").arg(notice) : tr("Error: %1").arg(notice));
  auto* text = new QLabel(notice);
  text->setTextFormat(Qt::PlainText);  // it may name what others named
  text->setWordWrap(true);
  text->setTextInteractionFlags(Qt::TextSelectableByMouse);
  text->setForegroundRole(QPalette::ToolTipText);
  auto* line = new QHBoxLayout(strip);
  const int gap = space(*this, Space::kTight);
  line->setContentsMargins(space(*this, Space::kSmall), gap, gap, gap);
  line->addWidget(new IconSign(icon(warns ? QStringLiteral("warning") : QStringLiteral("error")), strip), 0,
                  Qt::AlignTop);
  line->addWidget(text, 1);
  return strip;
}

void NoticeList::setNotices(const QStringList& notices) {
  if (notices == notices_) return;
  notices_ = notices;
  while (QLayoutItem* item = layout_->takeAt(0)) {
    delete item->widget();
    delete item;
  }
  for (const QString& notice : notices_) {
    QWidget* strip = makeStrip(notice);
    layout_->addWidget(strip);
    QAccessibleEvent event(strip, QAccessible::Alert);
    QAccessible::updateAccessibility(&event);
  }
  setVisible(!notices_.isEmpty());
}

SheetPicture::SheetPicture(QWidget* parent) : QWidget(parent) {
  setObjectName(QStringLiteral("data_sheet"));
  setAccessibleName(tr("Samples as the network sees them"));
  setFocusPolicy(Qt::ClickFocus);
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
}

void SheetPicture::setImage(const QImage& image) {
  image_ = image;
  update();
}

void SheetPicture::setEmptyText(const QString& text) {
  empty_text_ = text;
  update();
}

void SheetPicture::mouseMoveEvent(QMouseEvent* event) { carrier_.onMove(*this, *event, image_, accessibleName()); }

void SheetPicture::keyPressEvent(QKeyEvent* event) {
  if (event->matches(QKeySequence::Copy)) return carrier_.copy(image_, accessibleName());
  QWidget::keyPressEvent(event);
}

QSize SheetPicture::sizeHint() const { return QSize(24, 24) * fontMetrics().height(); }

QSize SheetPicture::minimumSizeHint() const { return QSize(10, 8) * fontMetrics().height(); }

void SheetPicture::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  if (image_.isNull()) {
    painter.setPen(palette().color(QPalette::PlaceholderText));
    painter.drawText(rect(), Qt::AlignCenter | Qt::TextWordWrap, empty_text_);
    return;
  }
  const QSizeF room = QSizeF(size()) * devicePixelRatioF();  // in device pixels
  double scale = std::min(room.width() / image_.width(), room.height() / image_.height());
  if (scale >= 1) scale = std::floor(scale);
  const QSizeF drawn = QSizeF(image_.size()) * scale / devicePixelRatioF();
  painter.setRenderHint(QPainter::SmoothPixmapTransform, scale < 1);
  painter.drawImage(QRectF(QPointF((width() - drawn.width()) / 2, 0), drawn), image_);
}

}  // namespace gan
