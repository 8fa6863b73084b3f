#include "loss_chart/chart_export.h"

#include <QBuffer>
#include <QCoreApplication>
#include <QFontMetricsF>
#include <QImage>
#include <QPainter>
#include <QSvgGenerator>
#include <cmath>

#include "loss_chart/curve_item.h"
#include "style/theme.h"

namespace gan {
namespace {

constexpr double kScale = 2;
constexpr double kLegendMargin = 10;

/// Names and samples from left to right, in as many lines as they need; returns their height. Without a painter,
/// only measures.
double legend(const ChartPicture& picture, QPainter* painter) {
  const QFontMetricsF metrics(picture.font);
  const double sample = metrics.averageCharWidth() * 4;
  const double line = metrics.height() * 1.3;
  double x = kLegendMargin;
  double y = kLegendMargin;
  const bool is_dark = isDark(picture.palette);
  const auto add = [&](const QString& title, const SeriesStyle& style, bool is_band) {
    const double width = sample + kLegendMargin / 2 + metrics.horizontalAdvance(title) + 2 * kLegendMargin;
    if (x > kLegendMargin && x + width > picture.plot.width()) {
      x = kLegendMargin;
      y += line;
    }
    if (painter != nullptr) {
      if (is_band) {
        QColor pale = style.colour;
        pale.setAlphaF(static_cast<float>(kBandOpacity));
        painter->fillRect(QRectF(x, y + line * 0.15, sample, line * 0.7), pale);
        painter->fillRect(QRectF(x, y + line * 0.3, sample, line * 0.4), pale);
      }
      painter->setPen(QPen(style.colour, 2, style.dash, Qt::FlatCap));
      painter->drawLine(QPointF(x, y + line / 2), QPointF(x + sample, y + line / 2));
      painter->setPen(picture.palette.color(QPalette::WindowText));
      painter->drawText(QRectF(x + sample + kLegendMargin / 2, y, width, line), Qt::AlignLeft | Qt::AlignVCenter,
                        title);
    }
    x += width;
  };
  for (const ChartPicture::Band& band : picture.bands) {
    add(band.title, {seriesStyle(band.name, is_dark).colour, Qt::SolidLine}, true);
  }
  for (const QString& name : picture.names) add(seriesTitle(name), seriesStyle(name, is_dark), false);
  for (const ChartPicture::Line& each : picture.lines) add(each.title, each.style, false);
  return std::ceil(y + line);
}

QSize wholeSize(const ChartPicture& picture) {
  return {picture.plot.width(), picture.plot.height() + static_cast<int>(legend(picture, nullptr))};
}

void paint(const ChartPicture& picture, QPainter* painter) {
  painter->setFont(picture.font);
  painter->fillRect(QRect(QPoint(), wholeSize(picture)), picture.palette.window());
  const double top = legend(picture, painter);
  picture.draw(painter, QRectF(QPointF(0, top), QSizeF(picture.plot)));
}

}  // namespace

QByteArray pngOf(const ChartPicture& picture) {
  QImage image(wholeSize(picture) * kScale, QImage::Format_RGB32);
  image.setDevicePixelRatio(kScale);
  QPainter painter(&image);
  paint(picture, &painter);
  painter.end();
  QByteArray bytes;
  QBuffer buffer(&bytes);
  buffer.open(QIODevice::WriteOnly);
  image.save(&buffer, "PNG");
  return bytes;
}

QByteArray svgOf(const ChartPicture& picture) {
  QByteArray bytes;
  QBuffer buffer(&bytes);
  buffer.open(QIODevice::WriteOnly);
  QSvgGenerator generator;
  generator.setOutputDevice(&buffer);
  generator.setSize(wholeSize(picture));
  generator.setViewBox(QRect(QPoint(), wholeSize(picture)));
  generator.setTitle(picture.title.isEmpty() ? QCoreApplication::translate("ChartExport", "Curves of a run")
                                             : picture.title);
  QPainter painter(&generator);
  paint(picture, &painter);
  painter.end();
  return bytes;
}

}  // namespace gan
