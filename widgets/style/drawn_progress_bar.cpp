#include "style/drawn_progress_bar.h"

#include <QPainter>
#include <QStyleOption>
#include <algorithm>

#include "style/control_colours.h"
#include "style/control_shapes.h"

namespace gan {
namespace {

constexpr qint64 kThereAndBack_ms = 2400;
constexpr double kWanderingShare = 0.3;

/// 0 to 1.
double doneOf(const QStyleOptionProgressBar& bar) {
  const double all = static_cast<double>(bar.maximum) - bar.minimum;
  const double done = static_cast<double>(bar.progress) - bar.minimum;
  return all > 0 ? std::clamp(done / all, 0.0, 1.0) : 0;
}

QRect donePart(const QStyleOptionProgressBar& bar) {
  const bool from_right = (bar.direction == Qt::RightToLeft) != bar.invertedAppearance;
  QRect part = bar.rect;
  part.setWidth(qRound(bar.rect.width() * doneOf(bar)));
  if (from_right) part.moveRight(bar.rect.right());
  return part;
}

QRect wanderingPart(const QRect& rect, qint64 time_ms) {
  const double way = static_cast<double>(time_ms % kThereAndBack_ms) / (kThereAndBack_ms / 2.0);
  QRect part = rect;
  part.setWidth(qRound(rect.width() * kWanderingShare));
  part.translate(qRound((rect.width() - part.width()) * (way > 1 ? 2 - way : way)), 0);
  return part;
}

}  // namespace

bool isBusy(const QStyleOptionProgressBar& bar) { return bar.minimum == 0 && bar.maximum == 0; }

void drawProgressGround(QPainter& painter, const QStyleOptionProgressBar& bar) {
  drawShape(painter, bar.rect, fieldColours(bar.palette, bar.state & QStyle::State_Enabled));
}

void drawProgress(QPainter& painter, const QStyleOptionProgressBar& bar, qint64 time_ms) {
  const QRect part = isBusy(bar) ? wanderingPart(bar.rect, time_ms) : donePart(bar);
  if (part.isEmpty()) return;
  const bool enabled = bar.state.testFlag(QStyle::State_Enabled);
  const QColor full =
      enabled ? bar.palette.color(QPalette::Active, QPalette::Highlight) : fieldColours(bar.palette, {}).outline;
  drawShape(painter, part, {.fill = full, .outline = full});
}

void drawProgressText(QPainter& painter, const QStyleOptionProgressBar& bar) {
  if (bar.text.isEmpty()) return;
  const bool enabled = bar.state.testFlag(QStyle::State_Enabled);
  const auto group = enabled ? QPalette::Active : QPalette::Disabled;
  const int margin = bar.fontMetrics.height() / 3;
  const QString text = bar.fontMetrics.elidedText(bar.text, Qt::ElideRight, bar.rect.width() - 2 * margin);
  const QRegion filled = isBusy(bar) ? QRegion() : QRegion(donePart(bar));
  const auto write = [&](const QRegion& where, const QColor& colour) {
    if (where.isEmpty()) return;
    painter.save();
    painter.setClipRegion(where, Qt::IntersectClip);
    painter.setPen(colour);
    painter.drawText(bar.rect, Qt::AlignCenter | Qt::TextSingleLine, text);
    painter.restore();
  };
  write(QRegion(bar.rect) - filled, bar.palette.color(group, QPalette::Text));
  // What is disabled is filled with a pale grey.
  write(filled,
        enabled ? bar.palette.color(group, QPalette::HighlightedText) : bar.palette.color(group, QPalette::Text));
}

}  // namespace gan
