#pragma once

#include <QString>
#include <QVector>

namespace gan {

/// A labelled place on an axis. Labels of one axis differ from each other.
struct Tick {
  double position = 0;
  QString label;
};

/// The smallest of 1, 2, 5 times a power of ten that divides the range into at most `at_most` parts.
double niceStep(double range, int at_most);

/// Values between low and high: at most `at_most` + 1 of them, but two where so few would be less.
QVector<Tick> valueTicks(double low, double high, int at_most);
/// As valueTicks(), whole numbers only.
QVector<Tick> stepTicks(double low, double high, int at_most);
/// Seconds as durations, at whole seconds, minutes, hours or days.
QVector<Tick> durationTicks(double low, double high, int at_most);
/// low, high and positions are log10 of values: decades where two or more are in view, else 1, 2, 5 or finer steps.
QVector<Tick> logTicks(double low, double high, int at_most);

}  // namespace gan
