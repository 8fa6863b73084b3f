#include "comparison/comparison_cursor.h"

#include <QLocale>
#include <algorithm>
#include <cmath>

#include "loss_chart/plot_view.h"
#include "loss_chart/readings.h"
#include "style/duration_text.h"
#include "style/run_style.h"
#include "style/series_style.h"

namespace gan {
namespace {

constexpr double kStep = 0.01;  // of what is in view

}  // namespace

ComparisonCursor::ComparisonCursor(const ComparedCurves& curves, PlotView& plot, QObject* parent)
    : QObject(parent), curves_(curves), plot_(plot) {
  connect(&plot_, &PlotView::pointerMoved, this, [this](const std::optional<QPointF>& at) {
    if (at == pointer_) return;
    pointer_ = at;
    update();
  });
  connect(&plot_, &PlotView::clicked, this, [this](double pixel) {
    by_keys_ = false;
    if (!lanes_.empty()) moveTo(lanes_.front().mapping.axisX(pixel));
  });
  connect(&plot_, &PlotView::cursorStepped, this, &ComparisonCursor::step);
  connect(&plot_, &PlotView::cursorCleared, this, &ComparisonCursor::clear);
}

void ComparisonCursor::setDrawn(const std::vector<ComparisonLane>& lanes, const ComparisonLook& look,
                                const QStringList& names) {
  lanes_ = lanes;
  look_ = look;
  names_ = names;
  update();
}

void ComparisonCursor::clear() { moveTo(std::nullopt); }

void ComparisonCursor::step(int points) {
  by_keys_ = true;
  const double width = curves_.last() - curves_.first();
  const double from = place_.value_or(points > 0 ? curves_.first() : curves_.last());
  moveTo(std::clamp(from + points * kStep * width, curves_.first(), curves_.last()));
}

void ComparisonCursor::moveTo(std::optional<double> place) {
  place_ = place;
  update();
  emit moved();
}

void ComparisonCursor::update() {
  CursorItem& item = plot_.cursor();
  if (lanes_.empty()) {
    item.setCursor(std::nullopt, {});
    item.setBoxes(std::nullopt, {});
    return;
  }
  const PlotMapping& mapping = lanes_.front().mapping;
  const auto cursor = place_ ? std::optional(mapping.pixelX(*place_)) : std::nullopt;
  item.setCursor(cursor, place_ ? placeText(*place_) : QString());
  if (pointer_) {
    item.setBoxes(pointer_->x(), {boxAt(*laneAt(pointer_->y()), mapping.axisX(pointer_->x()))});
  } else if (place_ && by_keys_) {
    QVector<CursorBox> boxes;
    for (const ComparisonLane& lane : lanes_) {
      boxes.append(boxAt(lane, *place_));
      boxes.last().lane = lane.mapping.plot;
    }
    item.setBoxes(cursor, boxes);
  } else {
    item.setBoxes(std::nullopt, {});
  }
}

/// The nearest of those there are.
const ComparisonLane* ComparisonCursor::laneAt(double pixel) const {
  const auto away = [pixel](const ComparisonLane& lane) {
    return std::max({0.0, lane.mapping.plot.top() - pixel, pixel - lane.mapping.plot.bottom()});
  };
  return &*std::ranges::min_element(lanes_, {}, away);
}

CursorBox ComparisonCursor::boxAt(const ComparisonLane& lane, double x) const {
  CursorBox box;
  box.heading = QStringLiteral("%1 · %2").arg(seriesTitle(lane.name), placeText(x));
  for (const ComparedValue& each : valuesAt(curves_, lane.name, x)) {
    const SeriesStyle style = runStyle(each.run, look_.is_dark);
    CursorBox::Row row{.colour = style.colour,
                       .dash = style.dash,
                       .title = names_.value(each.run),
                       .value = valueText(each.value),
                       .extra = {},
                       .point = {}};
    if (std::isfinite(each.value)) row.point = QPointF(lane.mapping.pixelX(each.x), lane.mapping.pixelY(each.value));
    box.rows.append(row);
  }
  return box;
}

QString ComparisonCursor::placeText(double x) const {
  switch (curves_.alignment()) {
    case Alignment::kStep:
      return tr("Step %1").arg(stepText(x));
    case Alignment::kEpoch:
      return tr("Epoch %1").arg(QLocale().toString(x, 'f', 2));
    case Alignment::kTime:
      return tr("%1 after the start").arg(clockText(x));
    case Alignment::kBranchPoint:
      return tr("%1 steps after the branch point").arg(stepText(x));
  }
  return {};
}

}  // namespace gan
