#include "processes/phase_look.h"

#include <QPainter>
#include <array>

#include "style/theme.h"

namespace gan {
namespace {

struct Look {
  const char* light;
  const char* dark;
  bool waits;
};

constexpr std::array<Look, kProcessPhases> kLooks = {{{"#e69f00", "#e69f00", true},
                                                      {"#56b4e9", "#7cc7f2", false},
                                                      {"#0072b2", "#2f8fd0", false},
                                                      {"#d55e00", "#e8702a", true},
                                                      {"#009e73", "#1fb58a", false},
                                                      {"#8a9099", "#7b828b", false}}};

const Look& lookOf(ProcessPhase phase) { return kLooks.at(static_cast<std::size_t>(phase)); }

}  // namespace

QColor phaseColour(ProcessPhase phase, const QPalette& palette) {
  const Look& look = lookOf(phase);
  return QColor(QLatin1String(isDark(palette) ? look.dark : look.light));
}

void paintPhase(QPainter& painter, const QRectF& area, ProcessPhase phase, const QPalette& palette) {
  painter.fillRect(area, phaseColour(phase, palette));
  if (!lookOf(phase).waits) return;
  QColor hatch = palette.color(QPalette::Base);
  hatch.setAlpha(150);
  painter.fillRect(area, QBrush(hatch, Qt::BDiagPattern));
}

}  // namespace gan
