#pragma once

#include <QString>
#include <QVector>

namespace gan {

/// Round numbers in a range: at most `most` of them, 1, 2 or 5 times a power of ten apart.
struct PlotTicks {
  double spacing = 1;
  QVector<double> values;
};
PlotTicks plotTicks(double low, double high, int most, bool whole_numbers);

/// A tick in the reader's language, with as many digits as the spacing takes.
QString tickText(double value, double spacing);

}  // namespace gan
