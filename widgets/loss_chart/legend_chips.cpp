#include "loss_chart/legend_chips.h"

#include <QHelpEvent>
#include <QLocale>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>
#include <algorithm>

#include "loss_chart/curve_item.h"
#include "loss_chart/series_model.h"
#include "style/plain_text.h"
#include "style/series_style.h"

namespace gan {
namespace {

constexpr int kMostLines = 2;
constexpr int kMostChips = 32;
constexpr int kTitleLetters = 34;

}  // namespace

LegendChips::LegendChips(SeriesModel& series, QWidget* parent) : QWidget(parent), series_(series) {
  setObjectName(QStringLiteral("chart_chips"));
  setAccessibleName(tr("What is drawn"));
  QSizePolicy policy(QSizePolicy::Expanding, QSizePolicy::Fixed);
  policy.setHeightForWidth(true);
  setSizePolicy(policy);
  setCursor(Qt::PointingHandCursor);
  connect(&series_, &SeriesModel::shownChanged, this, &LegendChips::seriesChanged);
  connect(&series_, &QAbstractItemModel::modelReset, this, &LegendChips::seriesChanged);
  connect(&series_, &QAbstractItemModel::dataChanged, this, qOverload<>(&QWidget::update));
}

void LegendChips::seriesChanged() {
  QVector<Chip> shown = chips();
  QStringList titles;
  for (const Chip& chip : shown) titles << chip.title;
  setAccessibleDescription(titles.join(QStringLiteral(", ")));
  if (const int height = place(shown, width()); height != this->height()) updateGeometry();
  update();
}

QVector<LegendChips::Chip> LegendChips::chips() const {
  QVector<Chip> result;
  const auto add = [&](const QString& name, const QString& title, const QModelIndex& at) {
    Chip chip;
    chip.name = name;
    chip.title = fontMetrics().elidedText(title, Qt::ElideMiddle, fontMetrics().averageCharWidth() * kTitleLetters);
    chip.value = at.siblingAtColumn(SeriesModel::kAtCursor).data().toString();
    chip.colour = at.data(SeriesModel::kColourRole).value<QColor>();
    chip.dash = static_cast<Qt::PenStyle>(at.data(SeriesModel::kDashRole).toInt());
    result << chip;
  };
  for (const BandQuery& band : series_.bands()) {
    add(band.name, seriesGroupTitle(band.name), series_.indexOfGroup(band.name));
  }
  for (const QString& name : series_.curveNames()) {
    if (result.size() > kMostChips) break;
    add(name, seriesTitle(name), series_.indexOf(name));
  }
  return result;
}

int LegendChips::place(QVector<Chip>& chips, int width) const {
  const QFontMetrics metrics = fontMetrics();
  const int letter = metrics.averageCharWidth();
  const int height = metrics.height() + metrics.height() / 3;
  const int all = static_cast<int>(series_.bands().size() + series_.curveNames().size());
  // All values have as much room, or the chips would move as they change.
  const int value = metrics.horizontalAdvance(QStringLiteral("0.00000"));
  const auto moreText = [](int count) { return tr("%1 more").arg(QLocale().toString(count)); };
  const int more = metrics.horizontalAdvance(moreText(all)) + 2 * letter;
  int x = 0;
  int line = 0;
  for (qsizetype i = 0; i < chips.size(); ++i) {
    Chip& chip = chips[i];
    const int wide = std::min(width, letter * 9 / 2 + metrics.horizontalAdvance(chip.title) + value);
    const bool last_line = line == kMostLines - 1;
    const bool is_last = i + 1 == all;
    if (x > 0 && x + wide + (last_line && !is_last ? more : 0) > width) {
      if (last_line) {
        Chip rest;
        rest.title = moreText(all - static_cast<int>(i));
        rest.place = QRect(x, line * height, more, height);
        chips.resize(i);
        chips << rest;
        break;
      }
      ++line;
      x = 0;
    }
    chip.place = QRect(x, line * height, wide, height);
    x += wide;
  }
  return (line + 1) * height;
}

int LegendChips::heightForWidth(int width) const {
  QVector<Chip> shown = chips();
  return place(shown, width);
}

QSize LegendChips::sizeHint() const {
  return {fontMetrics().averageCharWidth() * 40, heightForWidth(std::max(1, width()))};
}

QSize LegendChips::minimumSizeHint() const { return {fontMetrics().averageCharWidth() * 10, fontMetrics().height()}; }

void LegendChips::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  if (event->size().width() != event->oldSize().width()) updateGeometry();
}

bool LegendChips::event(QEvent* event) {
  if (event->type() == QEvent::ToolTip) {
    const auto* help = static_cast<QHelpEvent*>(event);
    QVector<Chip> shown = chips();
    place(shown, width());
    for (const Chip& chip : shown) {
      if (!chip.place.contains(help->pos())) continue;
      const QString text = chip.name.isEmpty() ? tr("Show all series of the run") : seriesTitle(chip.name);
      QToolTip::showText(help->globalPos(), plainToolTip(text), this);
      return true;
    }
    QToolTip::hideText();
    return true;
  }
  if (event->type() == QEvent::FontChange) updateGeometry();
  return QWidget::event(event);
}

void LegendChips::mouseReleaseEvent(QMouseEvent* event) {
  QVector<Chip> shown = chips();
  place(shown, width());
  for (const Chip& chip : shown) {
    if (chip.place.contains(event->pos())) return emit chosen(chip.name);
  }
}

void LegendChips::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  QVector<Chip> shown = chips();
  place(shown, width());
  const int letter = fontMetrics().averageCharWidth();
  for (const Chip& chip : shown) {
    const QRect inside = chip.place.adjusted(letter / 2, 0, -letter / 2, 0);
    if (chip.name.isEmpty()) {
      painter.setPen(palette().color(QPalette::Link));
      painter.drawText(inside, Qt::AlignLeft | Qt::AlignVCenter, chip.title);
      continue;
    }
    QPen pen(chip.colour, 2.5);
    pen.setCapStyle(Qt::FlatCap);
    if (chip.dash == Qt::DashLine) pen.setDashPattern({3, 1.6});
    if (chip.dash == Qt::DotLine) pen.setDashPattern({1, 1});
    painter.setPen(pen);
    const double middle = inside.center().y() + 0.5;
    painter.drawLine(QPointF(inside.left(), middle), QPointF(inside.left() + 5 * letter / 2, middle));
    const QRect text = inside.adjusted(3 * letter, 0, 0, 0);
    painter.setPen(palette().color(QPalette::WindowText));
    const int value = fontMetrics().horizontalAdvance(chip.value);
    painter.drawText(text, Qt::AlignRight | Qt::AlignVCenter, chip.value);
    painter.setPen(palette().color(QPalette::PlaceholderText));
    painter.drawText(text, Qt::AlignLeft | Qt::AlignVCenter,
                     fontMetrics().elidedText(chip.title, Qt::ElideMiddle, text.width() - value - letter / 2));
  }
}

}  // namespace gan
