#include "sample_gallery/sheet_view.h"

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QContextMenuEvent>
#include <QKeyEvent>
#include <QMenu>
#include <QMetaMethod>
#include <QMouseEvent>
#include <QPainter>
#include <QScrollBar>
#include <QToolTip>
#include <QWheelEvent>
#include <cmath>

#include "sample_gallery/sheet_layout.h"
#include "style/plain_text.h"

namespace gan {
namespace {

constexpr int kWheelStep = 120;  // eighths of a degree: one notch

/// Whatever else is known of them: the sheets of a run are laid out alike.
bool lieAlike(const SampleInfo& a, const SampleInfo& b) {
  return a.count == b.count && a.columns == b.columns && a.padding == b.padding && a.labels == b.labels;
}

}  // namespace

SheetView::SheetView(QWidget* parent) : QAbstractScrollArea(parent) {
  setFocusPolicy(Qt::StrongFocus);
  setFrameShape(QFrame::NoFrame);
  setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  horizontalScrollBar()->setFocusPolicy(Qt::NoFocus);
  verticalScrollBar()->setFocusPolicy(Qt::NoFocus);
  viewport()->setMouseTracking(true);
}

void SheetView::setImage(const QImage& image) {
  const QPointF middle = centre();
  const bool same_size = image.size() == image_.size();
  image_ = image;
  message_.clear();
  shown_ = {};
  layOut();
  updateScrollBars();
  if (!same_size) setCentre(middle);
  viewport()->update();
}

void SheetView::setMessage(const QString& message) {
  if (message_ == message && image_.isNull()) return;
  image_ = {};
  shown_ = {};
  setGrid({});
  pixmap_ = {};
  pixmap_key_ = 0;
  message_ = message;
  updateScrollBars();
  viewport()->update();
}

void SheetView::setNote(const QString& note) {
  if (note_ == note) return;
  note_ = note;
  viewport()->update();
}

/// For the room there is.
void SheetView::layOut() {
  const int count = shown_grid_.count();
  if (showsSingle()) {
    layout_.reset();
    shown_ = part(chosen_);
    shown_grid_ = {};
    if (count != 0) emit shownCountChanged();
    return;
  }
  const QSizeF room = QSizeF(maximumViewportSize()) * devicePixelRatioF();
  const auto layout = zoom_ == 0 ? layoutFor(grid_, image_.size(), room) : std::nullopt;
  if (layout == layout_ && !shown_.isNull()) return;
  layout_ = layout;
  LaidOutSheet sheet = layout ? laidOut(image_, grid_, *layout) : LaidOutSheet{image_, grid_};
  shown_ = std::move(sheet.image);
  shown_grid_ = std::move(sheet.grid);
  if (chosen_ && !placeOf(chosen_)) point(hovered_, std::nullopt);
  if (shown_grid_.count() != count) emit shownCountChanged();
}

void SheetView::setGrid(const SheetGrid& grid) {
  if (!lieAlike(grid_.info, grid.info)) shown_ = {};
  grid_ = grid;
  if (single_ && !showsSingle()) shown_ = {};
  layOut();
  if (showsSingle()) return point(std::nullopt, chosen_);
  shown_grid_ = layout_ ? laidOut(grid_, *layout_) : grid_;
  const QPointF pointer = viewport()->mapFromGlobal(QPointF(QCursor::pos()));
  const bool is_under = viewport()->underMouse();
  point(is_under ? imageUnder(pointer) : std::nullopt, placeOf(chosen_) ? chosen_ : std::nullopt);
}

QString SheetView::pointedText() const {
  const std::optional<int> image = hovered_ ? hovered_ : chosen_;
  return image ? imageText(grid_, *image) : QString();
}

std::optional<int> SheetView::imageUnder(QPointF at) const {
  const QRectF picture = pictureRect();
  if (picture.isEmpty() || !picture.contains(at)) return std::nullopt;
  const double scaled_x = (at.x() - picture.x()) / picture.width() * shown_.width();
  const double scaled_y = (at.y() - picture.y()) / picture.height() * shown_.height();
  const std::optional<int> place = imageAt(shown_grid_, shown_.size(), {scaled_x, scaled_y});
  return place ? std::optional(imageOf(*place)) : std::nullopt;
}

std::optional<int> SheetView::placeOf(std::optional<int> image) const {
  if (!image) return std::nullopt;
  if (layout_) return placeOfImage(grid_, *layout_, *image);
  return *image < shown_grid_.count() ? image : std::nullopt;
}

void SheetView::point(std::optional<int> hovered, std::optional<int> chosen) {
  const bool chooses = chosen != chosen_;
  hovered_ = hovered;
  chosen_ = chosen;
  single_ = single_ && chosen_;
  if (chooses && single_) layOut();
  if (chooses) viewport()->update();
  const QString text = pointedText();
  if (text == pointed_text_) return;
  pointed_text_ = text;
  emit pointedChanged(text);
}

/// False when the key is for something else.
bool SheetView::chooseBy(int key) {
  const bool single = showsSingle();
  const SheetGrid& grid = single ? grid_ : shown_grid_;
  if (imageRect(grid, single ? image_.size() : shown_.size(), 0).isEmpty()) return false;
  const int at = (single ? chosen_ : placeOf(chosen_)).value_or(0);
  int to = at;
  if (key == Qt::Key_Left) to = at - 1;
  if (key == Qt::Key_Right) to = at + 1;
  if (key == Qt::Key_Up) to = at - grid.columns();
  if (key == Qt::Key_Down) to = at + grid.columns();
  if (to == at) return false;
  if (!chosen_) to = 0;
  if (to >= 0 && to < grid.count()) point(std::nullopt, imageOf(to));
  return true;
}

bool SheetView::showsSingle() const {
  return single_ && chosen_ && !imageRect(grid_, image_.size(), *chosen_).isEmpty();
}

void SheetView::setSingle(bool on) {
  const int image = chosen_.value_or(hovered_.value_or(0));
  if (on == showsSingle() || (on && imageRect(grid_, image_.size(), image).isEmpty())) return;
  if (on) point(std::nullopt, image);
  single_ = on;
  shown_ = {};
  layOut();
  updateScrollBars();
  setCentre({0.5, 0.5});
}

void SheetView::copy() { carrier_.copy(part(chosen_), accessibleDescription()); }

bool SheetView::viewportEvent(QEvent* event) {
  if (event->type() == QEvent::ToolTip) {
    const auto* help = static_cast<QHelpEvent*>(event);
    const std::optional<int> image = imageUnder(help->pos());
    if (image) {
      QToolTip::showText(help->globalPos(), plainToolTip(imageText(grid_, *image)), viewport());
    } else {
      QToolTip::hideText();
    }
    return true;
  }
  if (event->type() == QEvent::Leave) point(std::nullopt, chosen_);
  return QAbstractScrollArea::viewportEvent(event);
}

void SheetView::setZoom(int factor, std::optional<QPointF> anchor) {
  factor = std::clamp(factor, 0, kMaxZoom);
  const QPointF at = anchor.value_or(QRectF(viewport()->rect()).center());
  const QRectF before = pictureRect();
  QPointF point = before.isEmpty()
                      ? QPointF(0.5, 0.5)
                      : QPointF((at.x() - before.x()) / before.width(), (at.y() - before.y()) / before.height());
  const std::optional<int> under = imageUnder(at);
  const auto lies = [this, under] {
    const std::optional<int> place = placeOf(under);
    return place ? QRectF(imageRect(shown_grid_, shown_.size(), *place)) : QRectF();
  };
  const QRectF was = lies();
  const QPointF inside =
      under ? QPointF(point.x() * shown_.width(), point.y() * shown_.height()) - was.topLeft() : QPointF();
  zoom_ = factor;
  layOut();
  if (const QRectF is = lies(); !is.isEmpty()) {
    // The same place of the same image, wherever the layout has put it.
    const QPointF place = is.topLeft() + inside;
    point = {place.x() / shown_.width(), place.y() / shown_.height()};
  }
  const auto policy = factor == 0 ? Qt::ScrollBarAlwaysOff : Qt::ScrollBarAsNeeded;
  setHorizontalScrollBarPolicy(policy);
  setVerticalScrollBarPolicy(policy);
  updateScrollBars();
  const QSizeF content = contentSize();
  scrollTo(QPointF(point.x() * content.width(), point.y() * content.height()) - at);
  if (anchor) emit centreMoved(centre());
  viewport()->update();
}

int SheetView::zoomAfter(int steps) const {
  const double now = scale();
  const int wished = static_cast<int>(steps > 0 ? std::floor(now) : std::ceil(now)) + steps;
  if (wished >= 1) return std::min(wished, kMaxZoom);
  return fitScale(maximumViewportSize()) < 1 ? 0 : 1;  // smaller than one to one is only the fitted picture
}

double SheetView::fitScale(QSizeF viewport) const {
  if (shown_.isNull()) return 1;
  const double ratio = devicePixelRatioF();
  const double fits = std::min(viewport.width() * ratio / shown_.width(), viewport.height() * ratio / shown_.height());
  return std::max(fits,
                  1.0 / std::max(shown_.width(), shown_.height()));  // one device pixel, however small the view is
}

double SheetView::scaleOf(int zoom) const { return zoom > 0 ? zoom : fitScale(maximumViewportSize()); }

double SheetView::scale() const { return scaleOf(zoom_); }

QSize SheetView::deviceSize() const { return (QSizeF(shown_.size()) * scale()).toSize().expandedTo(QSize(1, 1)); }

QSizeF SheetView::contentSize() const { return QSizeF(deviceSize()) / devicePixelRatioF(); }

QRectF SheetView::pictureRect() const {
  if (image_.isNull()) return {};
  const QSizeF content = contentSize();
  const QSizeF view = viewport()->size();
  const double ratio = devicePixelRatioF();
  // On whole device pixels, or hard pixels would have soft edges.
  const auto origin = [ratio](double view_length, double length, int scrolled) {
    const double at = length > view_length ? -scrolled : (view_length - length) / 2;
    return std::round(at * ratio) / ratio;
  };
  return {QPointF(origin(view.width(), content.width(), horizontalScrollBar()->value()),
                  origin(view.height(), content.height(), verticalScrollBar()->value())),
          content};
}

QPointF SheetView::centre() const {
  const QRectF picture = pictureRect();
  if (picture.isEmpty()) return {0.5, 0.5};
  const QPointF middle = QRectF(viewport()->rect()).center();
  return {std::clamp((middle.x() - picture.x()) / picture.width(), 0.0, 1.0),
          std::clamp((middle.y() - picture.y()) / picture.height(), 0.0, 1.0)};
}

void SheetView::setCentre(QPointF centre) {
  const QSizeF content = contentSize();
  scrollTo(QPointF(centre.x() * content.width(), centre.y() * content.height()) - QRectF(viewport()->rect()).center());
}

void SheetView::scrollTo(QPointF offset) {
  moving_ = true;
  horizontalScrollBar()->setValue(qRound(offset.x()));
  verticalScrollBar()->setValue(qRound(offset.y()));
  moving_ = false;
  viewport()->update();
}

void SheetView::updateScrollBars() {
  const QSizeF content = image_.isNull() || zoom_ == 0 ? QSizeF() : contentSize();
  const QSize whole = maximumViewportSize();
  // What fits without scroll bars gets none, or each would make the other one necessary.
  const bool fits = content.width() <= whole.width() && content.height() <= whole.height();
  const QSize view = fits ? whole : viewport()->size();
  moving_ = true;
  horizontalScrollBar()->setPageStep(view.width());
  horizontalScrollBar()->setRange(0, std::max(0, static_cast<int>(std::ceil(content.width())) - view.width()));
  horizontalScrollBar()->setSingleStep(std::max(1, view.width() / 20));
  verticalScrollBar()->setPageStep(view.height());
  verticalScrollBar()->setRange(0, std::max(0, static_cast<int>(std::ceil(content.height())) - view.height()));
  verticalScrollBar()->setSingleStep(std::max(1, view.height() / 20));
  moving_ = false;
  updateCursor();
}

bool SheetView::isPannable() const {
  return horizontalScrollBar()->maximum() > 0 || verticalScrollBar()->maximum() > 0;
}

void SheetView::updateCursor() {
  if (!isPannable()) {
    viewport()->unsetCursor();
  } else {
    viewport()->setCursor(drag_from_ ? Qt::ClosedHandCursor : Qt::OpenHandCursor);
  }
}

void SheetView::scrollContentsBy(int, int) {
  viewport()->update();
  if (!moving_) emit centreMoved(centre());
}

void SheetView::resizeEvent(QResizeEvent* event) {
  QAbstractScrollArea::resizeEvent(event);
  layOut();
  updateScrollBars();
}

void SheetView::wheelEvent(QWheelEvent* event) {
  if (!(event->modifiers() & Qt::ControlModifier)) {
    if (isPannable()) {
      QAbstractScrollArea::wheelEvent(event);
    } else {
      event->ignore();
    }
    return;
  }
  wheel_rest_ += event->angleDelta().y();  // touch pads send parts of a notch
  const int steps = wheel_rest_ / kWheelStep;
  wheel_rest_ -= steps * kWheelStep;
  if (steps != 0) emit zoomWished(steps, event->position());
  event->accept();
}

void SheetView::keyPressEvent(QKeyEvent* event) {
  if (event->modifiers() == Qt::ControlModifier && chooseBy(event->key())) return;
  if (event->matches(QKeySequence::Copy)) return copy();
  const bool enter = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
  if (enter && chosen_ && event->modifiers() == Qt::NoModifier) return setSingle(!showsSingle());
  if (event->key() == Qt::Key_Escape && showsSingle()) return setSingle(false);
  if (event->key() == Qt::Key_Escape && chosen_) return point(hovered_, std::nullopt);
  const bool pans = event->modifiers() == Qt::ShiftModifier && isPannable();
  switch (pans ? event->key() : 0) {
    case Qt::Key_Left:
      return horizontalScrollBar()->triggerAction(QAbstractSlider::SliderSingleStepSub);
    case Qt::Key_Right:
      return horizontalScrollBar()->triggerAction(QAbstractSlider::SliderSingleStepAdd);
    case Qt::Key_Up:
      return verticalScrollBar()->triggerAction(QAbstractSlider::SliderSingleStepSub);
    case Qt::Key_Down:
      return verticalScrollBar()->triggerAction(QAbstractSlider::SliderSingleStepAdd);
    default:
      event->ignore();  // the gallery's: steps and zoom
  }
}

void SheetView::mousePressEvent(QMouseEvent* event) {
  if (event->button() != Qt::LeftButton && event->button() != Qt::MiddleButton) return event->ignore();
  drag_from_ = event->pos();
  updateCursor();
}

void SheetView::mouseMoveEvent(QMouseEvent* event) {
  point(imageUnder(event->position()), chosen_);
  if (!drag_from_) return;
  const bool single = event->modifiers().testFlag(Qt::ControlModifier);
  if (isPannable() && !single) return pan(event->pos());
  const bool far = (event->pos() - *drag_from_).manhattanLength() >= QApplication::startDragDistance();
  if (!event->buttons().testFlag(Qt::LeftButton) || !far) return;
  std::optional<int> image = single ? imageUnder(*drag_from_) : std::nullopt;
  if (showsSingle()) image = chosen_;
  drag_from_.reset();
  updateCursor();
  if (image || !single) carrier_.drag(*this, part(image), accessibleDescription());
}

QImage SheetView::part(std::optional<int> image) const {
  return image ? image_.copy(imageRect(grid_, image_.size(), *image)) : image_;
}

void SheetView::pan(QPoint to) {
  const QPoint by = to - *drag_from_;
  drag_from_ = to;
  horizontalScrollBar()->setValue(horizontalScrollBar()->value() - by.x());
  verticalScrollBar()->setValue(verticalScrollBar()->value() - by.y());
}

void SheetView::mouseReleaseEvent(QMouseEvent*) {
  drag_from_.reset();
  updateCursor();
}

void SheetView::mouseDoubleClickEvent(QMouseEvent* event) {
  if (event->button() != Qt::LeftButton) return event->ignore();
  drag_from_.reset();
  emit doubleClicked();
}

void SheetView::contextMenuEvent(QContextMenuEvent* event) {
  if (image_.isNull()) return event->ignore();
  const bool by_mouse = event->reason() == QContextMenuEvent::Mouse;
  const std::optional<int> image = by_mouse && !showsSingle() ? imageUnder(event->pos()) : chosen_;
  auto* menu = new QMenu(this);
  menu->setObjectName(QStringLiteral("sheet_menu"));
  menu->setAttribute(Qt::WA_DeleteOnClose);
  QAction* enlarge = showsSingle() ? menu->addAction(tr("&Show the whole sheet"), this, [this] { setSingle(false); })
                                   : menu->addAction(tr("&Enlarge this image"), this, [this, image] {
                                       if (*image < grid_.count())
                                         point(std::nullopt, image);  // else another sheet came
                                       setSingle(true);
                                     });
  QAction* copy_one = menu->addAction(tr("&Copy this image"), this,
                                      [this, image] { carrier_.copy(part(image), accessibleDescription()); });
  for (QAction* action : {enlarge, copy_one}) action->setEnabled(image.has_value());
  menu->addAction(tr("Copy the s&heet"), this, [this] { carrier_.copy(image_, accessibleDescription()); });
  const QString line = image && lines_offered_ ? imageLine(grid_, *image) : QString();
  if (!line.isEmpty()) {
    menu->addAction(tr("Copy the &line of this image"), this, [line] { QGuiApplication::clipboard()->setText(line); });
    if (isSignalConnected(QMetaMethod::fromSignal(&SheetView::lineWished))) {
      menu->addAction(tr("E&xplore this image"), this, [this, line] { emit lineWished(line); });
    }
  }
  menu->popup(event->globalPos());
}

void SheetView::focusInEvent(QFocusEvent* event) {
  QAbstractScrollArea::focusInEvent(event);
  viewport()->update();
}

void SheetView::focusOutEvent(QFocusEvent* event) {
  QAbstractScrollArea::focusOutEvent(event);
  viewport()->update();
}

QSize SheetView::sizeHint() const { return QSize(40, 24) * fontMetrics().height() / 2; }

QSize SheetView::minimumSizeHint() const { return QSize(6, 4) * fontMetrics().height(); }

void SheetView::preparePixmap() {
  const double factor = scale();
  const bool whole = factor >= 1 && std::abs(factor - std::round(factor)) < 1e-9;
  const QSize target = whole ? shown_.size() : deviceSize();
  if (pixmap_key_ == shown_.cacheKey() && pixmap_.size() == target) return;
  pixmap_key_ = shown_.cacheKey();
  QImage drawn = shown_;
  drawn.setDevicePixelRatio(1);
  // Between whole factors: hard pixels at the next larger one, averaged down, so that only their edges are soft.
  if (!whole && factor > 1) drawn = drawn.scaled(shown_.size() * static_cast<int>(std::ceil(factor)));
  if (!whole) drawn = drawn.scaled(target, Qt::IgnoreAspectRatio, Qt::SmoothTransformation);
  pixmap_ = QPixmap::fromImage(std::move(drawn));
}

void SheetView::paintEvent(QPaintEvent*) {
  QPainter painter(viewport());
  if (shown_.isNull()) {
    paintMessage(painter);
  } else {
    preparePixmap();
    painter.drawPixmap(pictureRect(), pixmap_, QRectF(pixmap_.rect()));
    if (chosen_ && !showsSingle()) paintChosen(painter);
  }
  if (!note_.isEmpty()) paintNote(painter);
  if (hasFocus()) {
    painter.setPen(QPen(palette().color(QPalette::Highlight), 2));
    painter.drawRect(QRectF(viewport()->rect()).adjusted(1, 1, -1, -1));
  }
}

void SheetView::paintMessage(QPainter& painter) {
  const int margin = fontMetrics().height();
  painter.setPen(palette().color(QPalette::PlaceholderText));
  painter.drawText(viewport()->rect().adjusted(margin, margin, -margin, -margin), Qt::AlignCenter | Qt::TextWordWrap,
                   message_);
}

void SheetView::paintChosen(QPainter& painter) {
  const QRectF picture = pictureRect();
  const double scaled = picture.width() / shown_.width();
  const std::optional<int> place = placeOf(chosen_);
  if (!place) return;
  const QRect inside = imageRect(shown_grid_, shown_.size(), *place);
  const QRectF frame(picture.topLeft() + QPointF(inside.topLeft()) * scaled, QSizeF(inside.size()) * scaled);
  painter.setPen(QPen(palette().color(QPalette::Base), 4));
  painter.drawRect(frame);
  painter.setPen(QPen(palette().color(QPalette::Highlight), 2));
  painter.drawRect(frame);
}

void SheetView::paintNote(QPainter& painter) {
  const int margin = fontMetrics().height() / 3;
  const QString text = fontMetrics().elidedText(note_, Qt::ElideRight, viewport()->width() - 6 * margin);
  QRect box = fontMetrics().boundingRect(text).adjusted(-2 * margin, -margin, 2 * margin, margin);
  box.moveBottomLeft(viewport()->rect().bottomLeft() + QPoint(margin, -margin));
  QColor background = palette().color(QPalette::ToolTipBase);
  background.setAlphaF(0.9F);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(Qt::NoPen);
  painter.setBrush(background);
  painter.drawRoundedRect(box, margin, margin);
  painter.setPen(palette().color(QPalette::ToolTipText));
  painter.drawText(box, Qt::AlignCenter, text);
  painter.setRenderHint(QPainter::Antialiasing, false);
  painter.setBrush(Qt::NoBrush);
}

}  // namespace gan
