#include "loss_chart/chart_looks.h"

#include <QCoreApplication>
#include <QDateTime>
#include <QLocale>
#include <algorithm>

#include "loss_chart/readings.h"
#include "style/duration_text.h"

namespace gan {
namespace {

QString translated(const char* text) { return QCoreApplication::translate("LossChart", text); }

/// More than can be read beside a cursor, or listened to.
constexpr qsizetype kMostTold = 16;

QString rangeText(double low, double high) {
  return translated(QT_TRANSLATE_NOOP("LossChart", "%1 to %2")).arg(valueText(low), valueText(high));
}

QString stepRemark(qint64 step) {
  return translated(QT_TRANSLATE_NOOP("LossChart", "at step %1")).arg(stepText(static_cast<double>(step)));
}

QString moreText(int count) { return QCoreApplication::translate("LossChart", "and %n more", nullptr, count); }

/// The group's part of a name that sticks out of it is known from where it stands.
QString labelOf(const QString& name, const std::vector<const Band*>& bands) {
  for (const Band* band : bands) {
    if (band->sticking_out.contains(name)) return name.mid(band->name.size() + 1);
  }
  return {};
}

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
      look.ticks = durationTicks(look.low, look.high, plot.mostTicksX(clockText(look.high)));
      break;
  }
  return look;
}

AxisLook yAxisLook(const PlotMapping& mapping, const PlotView& plot) {
  const int most = plot.mostTicksY(mapping.plot.height());
  return {.low = mapping.y_low,
          .high = mapping.y_high,
          .ticks = mapping.logarithmic ? logTicks(mapping.y_low, mapping.y_high, most)
                                       : valueTicks(mapping.y_low, mapping.y_high, most),
          .title = {}};
}

std::vector<DrawnCurve> drawnCurves(const ChartSubject& subject) {
  std::vector<DrawnCurve> drawn;
  const CurveIndex curves(subject.reply);
  const Detail detail = subject.names.size() > kMostDetailed ? Detail::kSketch : Detail::kFull;
  for (const QString& name : subject.names) {
    const Curve* curve = curves.find(name);
    if (curve == nullptr) continue;
    DrawnCurve each{.style = seriesStyle(name, subject.is_dark), .raw = {}, .smoothed = {}, .superseded = {}};
    each.label = labelOf(name, subject.bands);
    const PlotMapping& mapping = laneOf(subject.lanes, name).mapping;
    const bool smooths = subject.options.smoothing > 0 && !curve->smoothed.empty();
    if (smooths) each.smoothed = geometryOf(curve->smoothed, subject.scale, mapping, detail);
    if (!smooths || detail == Detail::kFull) {
      each.raw = geometryOf(curve->raw, subject.scale, mapping, detail);
    } else {
      each.raw.not_finite = each.smoothed.not_finite;
    }
    if (subject.options.axis != ChartAxis::kTime) {
      for (const ChartColumns& part : curve->before) {
        const XScale scale(subject.options.axis, part, subject.origin_seconds);
        each.before.push_back(geometryOf(part, scale, mapping, detail));
      }
    }
    if (subject.options.superseded) {
      for (const ChartColumns& piece : curve->superseded) {
        // A piece that was cut off has its own times: it ran before what took its place.
        const XScale scale(subject.options.axis, piece, subject.origin_seconds);
        each.superseded.push_back(geometryOf(piece, scale, mapping));
      }
    }
    drawn.push_back(std::move(each));
  }
  return drawn;
}

std::vector<DrawnBand> drawnBands(const ChartSubject& subject) {
  std::vector<DrawnBand> drawn;
  for (const Band* band : subject.bands) {
    drawn.push_back({seriesStyle(band->name, subject.is_dark).colour,
                     bandPieces(*band, subject.scale, laneOf(subject.lanes, band->name).mapping)});
  }
  return drawn;
}

CursorBox cursorBox(const ChartSubject& subject, double step) {
  CursorBox box;
  const auto moment = momentAt(subject.reply, subject.names, step);
  if (!moment) return box;
  box.heading = headingOf(*moment);
  const auto pixelOf = [&](const QString& name, qint64 recorded, double value) {
    const PlotMapping& mapping = laneOf(subject.lanes, name).mapping;
    return QPointF(mapping.pixelX(subject.scale.at(static_cast<double>(recorded))), mapping.pixelY(value));
  };
  for (const Band* band : subject.bands) {
    const auto reading = readingAt(*band, static_cast<double>(moment->step));
    if (!reading) continue;
    box.rows.append(
        {.colour = seriesStyle(band->name, subject.is_dark).colour,
         .dash = Qt::SolidLine,
         .title = bandTitle(*band),
         .value = valueText(reading->median),
         .extra = translated(QT_TRANSLATE_NOOP("LossChart", "5–95 %: %1")).arg(rangeText(reading->low, reading->high)),
         .point = pixelOf(band->name, reading->step, reading->median)});
  }
  const auto told = subject.names.mid(0, kMostTold);
  for (const Reading& reading : readingsAt(subject.reply, told, static_cast<double>(moment->step))) {
    const SeriesStyle style = seriesStyle(reading.name, subject.is_dark);
    CursorBox::Row row{.colour = style.colour,
                       .dash = style.dash,
                       .title = seriesTitle(reading.name),
                       .value = valueText(reading.value),
                       .extra = {},
                       .point = {}};
    if (reading.step != moment->step) {
      row.extra = stepRemark(reading.step);  // it was not recorded there
    } else if (reading.extremes) {
      row.extra = rangeText(reading.extremes->first, reading.extremes->second);
    } else if (reading.raw) {
      row.extra = translated(QT_TRANSLATE_NOOP("LossChart", "recorded %1")).arg(valueText(*reading.raw));
    }
    if (std::isfinite(reading.value)) row.point = pixelOf(reading.name, reading.step, reading.value);
    box.rows.append(row);
  }
  if (const qsizetype more = subject.names.size() - told.size(); more > 0) {
    box.rows.append(
        {.colour = Qt::transparent, .title = moreText(static_cast<int>(more)), .value = {}, .extra = {}, .point = {}});
  }
  return box;
}

QString bandTitle(const Band& band) {
  return QCoreApplication::translate("LossChart", "%1, median of %n", nullptr, band.members)
      .arg(seriesGroupTitle(band.name));
}

QString description(const ChartSubject& subject, double first_step, double last_step, double step) {
  const auto moment = momentAt(subject.reply, subject.names, step);
  if (!moment) return translated(QT_TRANSLATE_NOOP("LossChart", "No curve is shown."));
  QStringList titles;
  QStringList values;
  for (const Band* band : subject.bands) {
    titles.append(bandTitle(*band));
    const auto reading = readingAt(*band, static_cast<double>(moment->step));
    if (!reading) continue;
    values.append(translated(QT_TRANSLATE_NOOP("LossChart", "%1: %2, 5–95 %: %3"))
                      .arg(bandTitle(*band), valueText(reading->median), rangeText(reading->low, reading->high)));
  }
  const auto told = subject.names.mid(0, kMostTold);
  for (const QString& name : told) titles.append(seriesTitle(name));
  for (const Reading& reading : readingsAt(subject.reply, told, static_cast<double>(moment->step))) {
    QString value =
        translated(QT_TRANSLATE_NOOP("LossChart", "%1: %2")).arg(seriesTitle(reading.name), valueText(reading.value));
    if (reading.step != moment->step) value += QLatin1Char(' ') + stepRemark(reading.step);
    values.append(value);
  }
  if (const qsizetype more = subject.names.size() - told.size(); more > 0)
    values.append(moreText(static_cast<int>(more)));
  return translated(QT_TRANSLATE_NOOP("LossChart", "Curves of %1 from step %2 to step %3. At step %4: %5."))
      .arg(QLocale().createSeparatedList(titles), stepText(first_step), stepText(last_step),
           stepText(static_cast<double>(moment->step)), values.join(QStringLiteral("; ")));
}

}  // namespace gan
