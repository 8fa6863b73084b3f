#include "loss_chart/chart_looks.h"

#include <QCoreApplication>
#include <QDateTime>
#include <QLocale>

#include "loss_chart/readings.h"

namespace gan {
namespace {

QString translated(const char* text) { return QCoreApplication::translate("LossChart", text); }

QString headingOf(const Moment& moment) {
  const auto time = QDateTime::fromMSecsSinceEpoch(static_cast<qint64>(moment.unix_seconds * 1000));
  return translated(QT_TRANSLATE_NOOP("LossChart", "Step %1 · epoch %2 · %3"))
      .arg(stepText(static_cast<double>(moment.step)), QLocale().toString(moment.epoch, 'f', 2),
           QLocale().toString(time, QLocale::ShortFormat));
}

}  // namespace

AxisLook xAxisLook(ChartAxis axis, const PlotMapping& mapping, const PlotView& plot) {
  AxisLook look{.low = mapping.x_first, .high = mapping.x_last, .ticks = {}, .title = {}};
  switch (axis) {
    case ChartAxis::kStep:
      look.title = translated(QT_TRANSLATE_NOOP("LossChart", "Step"));
      look.ticks = stepTicks(look.low, look.high, plot.mostTicksX(stepText(look.high)));
      break;
    case ChartAxis::kEpoch:
      look.title = translated(QT_TRANSLATE_NOOP("LossChart", "Epoch"));
      look.ticks = valueTicks(look.low, look.high, plot.mostTicksX(QStringLiteral("0,000.00")));
      break;
    case ChartAxis::kTime:
      look.title = translated(QT_TRANSLATE_NOOP("LossChart", "Time since the start"));
      look.ticks = durationTicks(look.low, look.high, plot.mostTicksX(elapsedText(look.high)));
      break;
  }
  return look;
}

AxisLook yAxisLook(const PlotMapping& mapping, const PlotView& plot) {
  const int most = plot.mostTicksY();
  return {.low = mapping.y_low,
          .high = mapping.y_high,
          .ticks = mapping.logarithmic ? logTicks(mapping.y_low, mapping.y_high, most)
                                       : valueTicks(mapping.y_low, mapping.y_high, most),
          .title = {}};
}

std::vector<DrawnCurve> drawnCurves(const ChartSubject& subject) {
  std::vector<DrawnCurve> drawn;
  for (const QString& name : subject.names) {
    const Curve* curve = curveOf(subject.reply, name);
    if (curve == nullptr) continue;
    DrawnCurve each{.style = seriesStyle(name, subject.is_dark), .raw = {}, .smoothed = {}, .superseded = {}};
    each.raw = geometryOf(curve->raw, subject.scale, subject.mapping);
    if (subject.options.smoothing > 0) each.smoothed = geometryOf(curve->smoothed, subject.scale, subject.mapping);
    if (subject.options.superseded) {
      for (const ChartColumns& piece : curve->superseded) {
        // A piece that was cut off has its own times: it ran before what took its place.
        const XScale scale(subject.options.axis, piece, subject.origin_seconds);
        each.superseded.push_back(geometryOf(piece, scale, subject.mapping));
      }
    }
    drawn.push_back(std::move(each));
  }
  return drawn;
}

CursorBox cursorBox(const ChartSubject& subject, double step) {
  CursorBox box;
  const auto moment = momentAt(subject.reply, subject.names, step);
  if (!moment) return box;
  box.heading = headingOf(*moment);
  for (const Reading& reading : readingsAt(subject.reply, subject.names, static_cast<double>(moment->step))) {
    const SeriesStyle style = seriesStyle(reading.name, subject.is_dark);
    CursorBox::Row row{.colour = style.colour,
                       .dash = style.dash,
                       .title = seriesTitle(reading.name),
                       .value = valueText(reading.value),
                       .extra = {},
                       .point = {}};
    if (reading.extremes) {
      row.extra = translated(QT_TRANSLATE_NOOP("LossChart", "%1 to %2"))
                      .arg(valueText(reading.extremes->first), valueText(reading.extremes->second));
    } else if (reading.raw) {
      row.extra = translated(QT_TRANSLATE_NOOP("LossChart", "recorded %1")).arg(valueText(*reading.raw));
    }
    if (std::isfinite(reading.value)) {
      row.point = QPointF(subject.mapping.pixelX(subject.scale.at(static_cast<double>(reading.step))),
                          subject.mapping.pixelY(reading.value));
    }
    box.rows.append(row);
  }
  return box;
}

QString description(const ChartSubject& subject, double first_step, double last_step, double step) {
  QStringList titles;
  for (const QString& name : subject.names) titles.append(seriesTitle(name));
  const auto moment = momentAt(subject.reply, subject.names, step);
  if (!moment) return translated(QT_TRANSLATE_NOOP("LossChart", "No curve is shown."));
  QStringList values;
  for (const Reading& reading : readingsAt(subject.reply, subject.names, step)) {
    values.append(
        translated(QT_TRANSLATE_NOOP("LossChart", "%1: %2")).arg(seriesTitle(reading.name), valueText(reading.value)));
  }
  return translated(QT_TRANSLATE_NOOP("LossChart", "Curves of %1 from step %2 to step %3. At step %4: %5."))
      .arg(QLocale().createSeparatedList(titles), stepText(first_step), stepText(last_step),
           stepText(static_cast<double>(moment->step)), values.join(QStringLiteral("; ")));
}

}  // namespace gan
