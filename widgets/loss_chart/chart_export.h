#pragma once

#include <QFont>
#include <QPalette>
#include <QSize>
#include <QStringList>
#include <QVector>
#include <functional>

#include "style/series_style.h"

class QPainter;

namespace gan {

/// A picture of a chart for a file: a legend, and below it what draws the plot.
struct ChartPicture {
  QSize plot;         ///< Device-independent pixels.
  QStringList names;  ///< Of the curves.
  struct Band {
    QString name;
    QString title;
  };
  QVector<Band> bands;
  /// What is not told apart by the names of series.
  struct Line {
    QString title;
    SeriesStyle style;
  };
  QVector<Line> lines = {};
  QPalette palette;
  QFont font;
  std::function<void(QPainter* painter, const QRectF& target)> draw;
  QString title = {};  ///< Of a drawing; empty: it is of one run.
};

/// Twice as many pixels as on a screen of 100 %.
QByteArray pngOf(const ChartPicture& picture);
QByteArray svgOf(const ChartPicture& picture);

}  // namespace gan
