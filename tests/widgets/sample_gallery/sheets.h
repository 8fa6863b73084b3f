#pragma once

#include <QColor>
#include <QImage>
#include <QStringList>

#include "sample_gallery/sample_model.h"

namespace gan::test {

inline SampleSheet sheetAt(qint64 step, int segment = 1, double truncation = 0) {
  return {QStringLiteral("step-%1.s%2").arg(step, 8, 10, QLatin1Char('0')).arg(segment), step, segment, truncation,
          false};
}

inline QVector<SampleSheet> sheetsUpTo(int count, qint64 interval) {
  QVector<SampleSheet> sheets;
  for (int i = 0; i < count; ++i) sheets.append(sheetAt(i * interval));
  return sheets;
}

inline QImage plainImage(const QColor& colour, QSize size = {40, 40}) {
  QImage image(size, QImage::Format_RGB32);
  image.fill(colour);
  return image;
}

/// A colour that no other sheet of the test has.
inline QColor colourOf(const QString& name) {
  quint32 hash = 2166136261U;
  for (const QChar letter : name) hash = (hash ^ letter.unicode()) * 16777619U;
  return QColor::fromRgb(0xff000000U | (hash & 0xffffffU));
}

/// Four images of 8 pixels, two a row, 2 pixels apart; the last place of the second row is empty.
inline SheetGrid threeImages() {
  SheetGrid grid;
  grid.info.count = 3;
  grid.info.columns = 2;
  grid.info.padding = 2;
  grid.info.labels = {0, 1, 9};
  grid.info.class_names = {{0, "<b>T-shirt</b>"}, {1, "dress"}};
  return grid;
}
inline constexpr QSize kSheet(22, 22);

inline SheetGrid threeSamples() {
  SheetGrid grid = threeImages();
  grid.info.step = 1200;
  grid.info.latent_seed = 7;
  grid.info.latent_first = 5;
  grid.info.truncation.threshold = 0.7;
  grid.info.weights = "ema";
  return grid;
}

/// So many images of 32 pixels, 8 a row, 2 pixels apart.
inline SheetGrid squares(int count) {
  SheetGrid grid;
  grid.info.count = count;
  grid.info.columns = 8;
  grid.info.padding = 2;
  return grid;
}

inline QSize sheetOf(const SheetGrid& grid) {
  return {grid.columns() * 34 + 2, ((grid.count() - 1) / grid.columns() + 1) * 34 + 2};
}

}  // namespace gan::test
