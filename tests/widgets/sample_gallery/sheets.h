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

}  // namespace gan::test
