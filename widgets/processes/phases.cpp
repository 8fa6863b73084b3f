#include "processes/phases.h"

#include <QPainter>
#include <QStringList>
#include <array>

#include "style/theme.h"

namespace gan {
namespace {

struct Look {
  const char* light;
  const char* dark;
  bool waits;
};

constexpr std::array<Look, kPhaseCount> kLooks = {{{"#e69f00", "#e69f00", true},
                                                   {"#56b4e9", "#7cc7f2", false},
                                                   {"#0072b2", "#2f8fd0", false},
                                                   {"#d55e00", "#e8702a", true},
                                                   {"#009e73", "#1fb58a", false},
                                                   {"#8a9099", "#7b828b", false}}};

const Look& lookOf(Phase phase) { return kLooks.at(static_cast<std::size_t>(phase)); }

}  // namespace

QColor phaseColour(Phase phase, const QPalette& palette) {
  const Look& look = lookOf(phase);
  return QColor(QLatin1String(isDark(palette) ? look.dark : look.light));
}

void paintPhase(QPainter& painter, const QRectF& area, Phase phase, const QPalette& palette) {
  painter.fillRect(area, phaseColour(phase, palette));
  if (!lookOf(phase).waits) return;
  QColor hatch = palette.color(QPalette::Base);
  hatch.setAlpha(150);
  painter.fillRect(area, QBrush(hatch, Qt::BDiagPattern));
}

PhaseLegend::PhaseLegend(QWidget* parent) : QWidget(parent) {
  setObjectName(QStringLiteral("phase_legend"));
  setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
  QStringList titles;
  for (const Phase phase : kPhases) titles << phaseTitle(phase);
  setAccessibleName(tr("Phases of a bar, from left to right: %1").arg(titles.join(QStringLiteral(", "))));
}

int PhaseLegend::entryWidth(Phase phase) const {
  const int line = fontMetrics().height();
  return 3 * line + fontMetrics().horizontalAdvance(phaseTitle(phase));
}

QVector<QPoint> PhaseLegend::places(int width) const {
  QVector<QPoint> places;
  QPoint at(0, 0);
  for (const Phase phase : kPhases) {
    if (at.x() > 0 && at.x() + entryWidth(phase) > width) at = QPoint(0, at.y() + fontMetrics().height() * 3 / 2);
    places << at;
    at.rx() += entryWidth(phase);
  }
  return places;
}

int PhaseLegend::heightForWidth(int width) const { return places(width).last().y() + fontMetrics().height() * 3 / 2; }

QSize PhaseLegend::sizeHint() const {
  int width = 0;
  for (const Phase phase : kPhases) width += entryWidth(phase);
  return {width, heightForWidth(width)};
}

QSize PhaseLegend::minimumSizeHint() const {
  int width = 0;
  for (const Phase phase : kPhases) width = std::max(width, entryWidth(phase));
  return {width, fontMetrics().height() * 3 / 2};
}

void PhaseLegend::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  const int line = fontMetrics().height();
  const QVector<QPoint> begins = places(width());
  for (const Phase phase : kPhases) {
    const QPoint at = begins[static_cast<int>(phase)] + QPoint(0, line / 4);
    paintPhase(painter, QRectF(at, QSizeF(line * 1.4, line)), phase, palette());
    painter.setPen(palette().color(QPalette::WindowText));
    painter.drawText(QRect(at + QPoint(line * 7 / 4, 0), QSize(entryWidth(phase), line)),
                     Qt::AlignLeft | Qt::AlignVCenter, phaseTitle(phase));
  }
}

}  // namespace gan
