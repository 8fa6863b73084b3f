#include "comparison/run_legend.h"

#include <QHelpEvent>
#include <QPainter>
#include <QToolTip>

#include "run_list/name_elision.h"
#include "style/plain_text.h"
#include "style/run_style.h"
#include "style/theme.h"

namespace gan {
namespace {

constexpr int kMostInOneLine = 3;
constexpr int kSwatchLetters = 5;

}  // namespace

RunLegend::RunLegend(QWidget* parent) : QWidget(parent) {
  setObjectName(QStringLiteral("run_legend"));
  setAccessibleName(tr("Compared runs"));
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

void RunLegend::setNames(const QStringList& names) {
  names_ = names;
  setAccessibleDescription(names.join(QStringLiteral(", ")));
  updateGeometry();
  update();
}

int RunLegend::runsPerLine() const {
  const auto count = static_cast<int>(names_.size());
  return count <= kMostInOneLine ? std::max(1, count) : (count + 1) / 2;
}

QRect RunLegend::place(int run) const {
  const int height = fontMetrics().height() * 4 / 3;
  const int width = this->width() / runsPerLine();
  return {run % runsPerLine() * width, run / runsPerLine() * height, width, height};
}

QString RunLegend::shortName(int run) const {
  const int letter = fontMetrics().averageCharWidth();
  return elidedAmong(names_[run], names_, fontMetrics(), place(run).width() - (kSwatchLetters + 2) * letter);
}

QStringList RunLegend::shortNames() const {
  QStringList names;
  for (int run = 0; run < names_.size(); ++run) names << shortName(run);
  return names;
}

QSize RunLegend::sizeHint() const {
  const int lines = names_.size() > runsPerLine() ? 2 : 1;
  return {fontMetrics().averageCharWidth() * 40, lines * (fontMetrics().height() * 4 / 3)};
}

QSize RunLegend::minimumSizeHint() const { return {fontMetrics().averageCharWidth() * 20, sizeHint().height()}; }

bool RunLegend::event(QEvent* event) {
  if (event->type() == QEvent::ToolTip) {
    const auto* help = static_cast<QHelpEvent*>(event);
    for (int run = 0; run < names_.size(); ++run) {
      if (!place(run).contains(help->pos())) continue;
      QToolTip::showText(help->globalPos(), plainToolTip(names_[run]), this);
      return true;
    }
    QToolTip::hideText();
    return true;
  }
  if (event->type() == QEvent::FontChange) updateGeometry();
  return QWidget::event(event);
}

void RunLegend::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  const int letter = fontMetrics().averageCharWidth();
  for (int run = 0; run < names_.size(); ++run) {
    const QRect inside = place(run).adjusted(letter / 2, 0, -letter, 0);
    const SeriesStyle style = runStyle(run, isDark(palette()));
    QPen pen(style.colour, 2.5);
    pen.setCapStyle(Qt::FlatCap);
    if (style.dash == Qt::DashLine) pen.setDashPattern({3, 1.6});
    if (style.dash == Qt::DotLine) pen.setDashPattern({1, 1});
    painter.setPen(pen);
    const double middle = inside.center().y() + 0.5;
    painter.drawLine(QPointF(inside.left(), middle), QPointF(inside.left() + (kSwatchLetters - 1) * letter, middle));
    const QRect text = inside.adjusted(kSwatchLetters * letter, 0, 0, 0);
    painter.setPen(palette().color(QPalette::WindowText));
    painter.drawText(text, Qt::AlignLeft | Qt::AlignVCenter, shortName(run));
  }
}

}  // namespace gan
