#include "loss_chart/plot_view.h"

#include <QApplication>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QNativeGestureEvent>
#include <QToolTip>
#include <cmath>

#include "style/plain_text.h"

namespace gan {
namespace {

constexpr double kKeyPan = 0.1;
constexpr double kKeyZoom = 1.25;
constexpr double kWheelZoom = 1.0 / 500;  // log of the factor for one unit of a wheel's angle
constexpr double kWheelPan = 1.0 / 1200;  // widths for one unit
constexpr int kValueLabelDigits = 8;
constexpr int kTipChars = 100;

/// What was told about a run is text from outside, of any length.
QString markTip(const MarkCluster& cluster) {
  QStringList lines = cluster.text().split(QLatin1Char('\n'));
  const QFontMetrics metrics(QToolTip::font());
  for (QString& line : lines) {
    line = metrics.elidedText(line, Qt::ElideRight, metrics.averageCharWidth() * kTipChars);
  }
  return plainToolTip(lines);
}

}  // namespace

PlotView::PlotView(QWidget* parent)
    : QGraphicsView(parent), curves_(new CurveItem), marks_(new MarkItem), cursor_(new CursorItem) {
  auto* content = new QGraphicsScene(this);
  content->setItemIndexMethod(QGraphicsScene::NoIndex);
  frames_.push_back(std::make_unique<ChartFrame>(*content));
  double z = 1;
  for (QGraphicsItem* item : std::initializer_list<QGraphicsItem*>{curves_, marks_, cursor_}) {
    item->setZValue(z++);
    content->addItem(item);
  }
  setScene(content);
  setFrameShape(QFrame::NoFrame);
  setAlignment(Qt::AlignLeft | Qt::AlignTop);
  setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  setViewportUpdateMode(QGraphicsView::FullViewportUpdate);
  setOptimizationFlag(QGraphicsView::DontAdjustForAntialiasing);
  setFocusPolicy(Qt::StrongFocus);
  setMouseTracking(true);
  viewport()->setMouseTracking(true);
  viewport()->setCursor(Qt::CrossCursor);
  setMinimumSize(fontMetrics().averageCharWidth() * 24, fontMetrics().height() * 8);
  applyLook();
}

PlotView::~PlotView() = default;

void PlotView::applyLook() {
  for (const auto& frame : frames_) frame->setLook(palette(), font());
  curves_->setLook(palette(), font());
  marks_->setLook(palette(), font());
  cursor_->setLook(palette(), font());
  layOut();
}

void PlotView::layOut() {
  const QFontMetricsF metrics(font());
  const QSizeF whole = viewport()->size();
  setSceneRect(QRectF(QPointF(), whole));
  const double left =
      std::ceil(metrics.horizontalAdvance(QLatin1Char('0')) * kValueLabelDigits + metrics.height() * 0.6);
  const double below = std::ceil(metrics.height() * 2.9);
  const double above = std::ceil(metrics.height() * 0.7);
  const double right = std::ceil(metrics.horizontalAdvance(QLatin1Char('0')) * 4);
  plot_ = QRectF(left, above, std::max(1.0, std::floor(whole.width() - left - right)),
                 std::max(1.0, std::floor(whole.height() - above - below)));
  frames_.front()->setGeometry(whole, plot_);
  lanes_.clear();  // they are divided anew
  cursor_->setPlot(plot_);
  emit geometryChanged();
}

int PlotView::mostTicksX(const QString& widest_label) const {
  const QFontMetricsF metrics(font());
  const double width = metrics.horizontalAdvance(widest_label) + 3 * metrics.averageCharWidth();
  return std::max(1, static_cast<int>(plot_.width() / width));
}

int PlotView::mostTicksY(double height) const {
  return std::max(1, static_cast<int>(height / (2.6 * QFontMetricsF(font()).height())));
}

void PlotView::setAxes(const AxisLook& x, const QVector<Lane>& lanes) {
  const auto count = static_cast<std::size_t>(lanes.size());
  bool moved = lanes_.size() != lanes.size() || frames_.size() != count;
  for (qsizetype i = 0; !moved && i < lanes.size(); ++i) moved = lanes_[i].plot != lanes[i].plot;
  lanes_ = lanes;
  if (moved) {
    frames_.resize(std::min(frames_.size(), count));
    while (frames_.size() < count) {
      frames_.push_back(std::make_unique<ChartFrame>(*scene()));
      frames_.back()->setLook(palette(), font());
      frames_.back()->setAxesVisible(sentence_.isEmpty());
    }
    for (std::size_t i = 0; i < count; ++i)
      frames_[i]->setGeometry(viewport()->size(), lanes[static_cast<qsizetype>(i)].plot);
  }
  AxisLook grid = x;  // between lanes, lines alone
  grid.title.clear();
  QString label;
  for (Tick& tick : grid.ticks) tick.label = label += QChar(0x200B);  // labels of one axis differ
  for (std::size_t i = 0; i < count; ++i) {
    frames_[i]->setAxes(i + 1 == count ? x : grid, lanes[static_cast<qsizetype>(i)].y);
  }
}

void PlotView::setSentence(const QString& sentence) {
  if (sentence == sentence_) return;
  sentence_ = sentence;
  for (const auto& frame : frames_) frame->setAxesVisible(sentence.isEmpty());
  for (QGraphicsItem* item : std::initializer_list<QGraphicsItem*>{curves_, marks_, cursor_}) {
    item->setVisible(sentence.isEmpty());
  }
  viewport()->update();
}

void PlotView::setRemark(const QString& remark) {
  if (remark == remark_) return;
  remark_ = remark;
  viewport()->update();
}

void PlotView::drawTo(QPainter* painter, const QRectF& target) {
  const bool had_focus_frame = hasFocus();
  hover(std::nullopt);
  if (had_focus_frame) clearFocus();
  render(painter, target, viewport()->rect());
  if (had_focus_frame) setFocus();
}

double PlotView::fractionX(double pixel) const { return std::clamp((pixel - plot_.left()) / plot_.width(), 0.0, 1.0); }

double PlotView::fractionY(double pixel) const {
  return std::clamp((plot_.bottom() - pixel) / plot_.height(), 0.0, 1.0);
}

void PlotView::hover(const std::optional<QPointF>& at) {
  const bool is_inside = at && plot_.adjusted(0, 0, 0, marks_->signSize() / 2).contains(*at);
  marks_->setHovered(is_inside ? marks_->at(*at) : nullptr);
  emit pointerMoved(is_inside ? at : std::nullopt);
}

bool PlotView::viewportEvent(QEvent* event) {
  if (event->type() == QEvent::Leave) hover(std::nullopt);
  if (event->type() == QEvent::NativeGesture) {
    const auto* gesture = static_cast<QNativeGestureEvent*>(event);
    if (gesture->gestureType() == Qt::ZoomNativeGesture) {
      emit zoomed(std::exp(gesture->value()), fractionX(gesture->position().x()));
      return true;
    }
  }
  if (event->type() == QEvent::ToolTip) {
    const auto* help = static_cast<QHelpEvent*>(event);
    if (const MarkCluster* cluster = marks_->at(help->pos())) {
      QToolTip::showText(help->globalPos(), markTip(*cluster), viewport());
    } else {
      QToolTip::hideText();
    }
    return true;
  }
  return QGraphicsView::viewportEvent(event);
}

void PlotView::resizeEvent(QResizeEvent* event) {
  QGraphicsView::resizeEvent(event);
  layOut();
}

void PlotView::changeEvent(QEvent* event) {
  QGraphicsView::changeEvent(event);
  if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange) {
    applyLook();
    emit lookChanged();
  }
}

void PlotView::wheelEvent(QWheelEvent* event) {
  const QPointF delta = event->pixelDelta().isNull() ? QPointF(event->angleDelta()) : QPointF(event->pixelDelta());
  const bool pans = event->modifiers().testFlag(Qt::ShiftModifier);
  if (pans || std::abs(delta.x()) > std::abs(delta.y())) {
    emit panned(-(pans && delta.x() == 0 ? delta.y() : delta.x()) * kWheelPan, 0);
  } else if (event->modifiers().testFlag(Qt::ControlModifier)) {
    emit valuesZoomed(std::exp(delta.y() * kWheelZoom), fractionY(event->position().y()));
  } else {
    emit zoomed(std::exp(delta.y() * kWheelZoom), fractionX(event->position().x()));
  }
  event->accept();
}

void PlotView::mousePressEvent(QMouseEvent* event) {
  pressed_ = dragged_ = event->position();
  const bool is_left = event->button() == Qt::LeftButton;
  if (event->button() == Qt::RightButton || (is_left && event->modifiers().testFlag(Qt::ShiftModifier))) {
    drag_ = Drag::kRectangle;
  } else if (is_left) {
    drag_ = Drag::kPress;
  }
  event->accept();
}

void PlotView::mouseMoveEvent(QMouseEvent* event) {
  const QPointF at = event->position();
  if (drag_ == Drag::kPress && (at - pressed_).manhattanLength() >= QApplication::startDragDistance()) {
    drag_ = Drag::kPan;
    viewport()->setCursor(Qt::ClosedHandCursor);
  }
  if (drag_ == Drag::kPan) {
    emit panned(-(at.x() - dragged_.x()) / plot_.width(), (at.y() - dragged_.y()) / plot_.height());
    dragged_ = at;
  } else if (drag_ == Drag::kRectangle) {
    dragged_ = at;
    viewport()->update();
  }
  hover(drag_ == Drag::kNone ? std::optional(at) : std::nullopt);
}

void PlotView::mouseReleaseEvent(QMouseEvent* event) {
  const Drag drag = std::exchange(drag_, Drag::kNone);
  viewport()->setCursor(Qt::CrossCursor);
  viewport()->update();
  const bool moved = (event->position() - pressed_).manhattanLength() >= QApplication::startDragDistance();
  if (drag == Drag::kPress && plot_.contains(event->position())) emit clicked(event->position().x());
  if (drag == Drag::kRectangle && moved) {
    const QRectF chosen = QRectF(pressed_, event->position()).normalized().intersected(plot_);
    if (chosen.width() >= QApplication::startDragDistance()) emit rectangleChosen(chosen);
  }
}

void PlotView::mouseDoubleClickEvent(QMouseEvent* event) {
  drag_ = Drag::kNone;
  if (event->button() == Qt::LeftButton) emit doubleClicked();
}

void PlotView::contextMenuEvent(QContextMenuEvent* event) { event->accept(); }  // the right button zooms

bool PlotView::controlKey(QKeyEvent* event) {
  const int direction = event->key() == Qt::Key_Right ? 1 : event->key() == Qt::Key_Left ? -1 : 0;
  if (direction == 0) return false;
  if (event->modifiers().testFlag(Qt::ShiftModifier)) {
    emit markStepped(direction);
  } else {
    emit cursorStepped(direction);
  }
  return true;
}

void PlotView::valueKey(int up, Qt::KeyboardModifiers modifiers) {
  if (modifiers.testFlag(Qt::ShiftModifier)) {
    emit valuesScaled(up > 0 ? kKeyZoom : 1 / kKeyZoom);
  } else {
    emit valuesPanned(up * kKeyPan);
  }
}

void PlotView::keyPressEvent(QKeyEvent* event) {
  if (event->modifiers().testFlag(Qt::ControlModifier) && controlKey(event)) return;
  switch (event->key()) {
    case Qt::Key_Left:
      return emit panned(-kKeyPan, 0);
    case Qt::Key_Right:
      return emit panned(kKeyPan, 0);
    case Qt::Key_Up:
      return valueKey(+1, event->modifiers());
    case Qt::Key_Down:
      return valueKey(-1, event->modifiers());
    case Qt::Key_Plus:
    case Qt::Key_Equal:  // the same key without Shift
      return emit zoomed(kKeyZoom, 0.5);
    case Qt::Key_Minus:
      return emit zoomed(1 / kKeyZoom, 0.5);
    case Qt::Key_Home:
      return emit homeAsked();
    case Qt::Key_End:
      return emit endAsked();
    case Qt::Key_0:
      return emit fitAsked();
    case Qt::Key_Escape:
      if (drag_ == Drag::kNone) return emit cursorCleared();
      drag_ = Drag::kNone;
      return viewport()->update();
    default:
      event->ignore();  // not to QGraphicsView, which would scroll
  }
}

void PlotView::focusInEvent(QFocusEvent* event) {
  QGraphicsView::focusInEvent(event);
  viewport()->update();
}

void PlotView::focusOutEvent(QFocusEvent* event) {
  QGraphicsView::focusOutEvent(event);
  viewport()->update();
}

void PlotView::drawBackground(QPainter* painter, const QRectF& rect) {
  painter->fillRect(rect, palette().window());
  painter->fillRect(plot_, palette().base());  // Qt Charts' own one does not follow a plot area that was set
}

void PlotView::drawForeground(QPainter* painter, const QRectF&) {
  painter->setFont(font());
  for (const Lane& lane : lanes_) {
    if (lane.title.isEmpty() || !sentence_.isEmpty()) continue;
    const QFontMetricsF metrics(font());
    const QRectF place(lane.plot.left() + 4, std::max(0.0, lane.plot.top() - metrics.height()), lane.plot.width() - 8,
                       metrics.height());
    painter->setPen(palette().color(QPalette::PlaceholderText));
    painter->drawText(place, Qt::AlignLeft | Qt::AlignVCenter,
                      metrics.elidedText(lane.title, Qt::ElideRight, place.width()));
  }
  if (!sentence_.isEmpty()) {
    painter->setPen(palette().color(QPalette::PlaceholderText));
    const double margin = QFontMetricsF(font()).height() * 2;
    painter->drawText(plot_.adjusted(margin, 0, -margin, 0), Qt::AlignCenter | Qt::TextWordWrap, sentence_);
  } else if (!remark_.isEmpty()) {
    const QFontMetricsF metrics(font());
    const QRectF at(plot_.left() + 8, plot_.top() + 4, plot_.width() - 16, metrics.height() + 4);
    painter->setPen(palette().color(QPalette::PlaceholderText));
    painter->drawText(at, Qt::AlignRight | Qt::AlignVCenter, metrics.elidedText(remark_, Qt::ElideRight, at.width()));
  }
  if (drag_ == Drag::kRectangle) {
    QColor fill = palette().color(QPalette::Highlight);
    painter->setPen(QPen(fill, 1));
    fill.setAlphaF(0.2F);
    painter->setBrush(fill);
    painter->drawRect(QRectF(pressed_, dragged_).normalized().intersected(plot_));
  }
  if (hasFocus()) {
    painter->setPen(QPen(palette().color(QPalette::Highlight), 2));
    painter->setBrush(Qt::NoBrush);
    painter->drawRect(plot_.adjusted(-1, -1, 1, 1));
  }
}

}  // namespace gan
