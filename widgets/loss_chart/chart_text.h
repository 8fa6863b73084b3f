#pragma once

#include <QString>
#include <QVector>
#include <string>

namespace gan {

/// A recorded value for people, in their locale: "0.6931", "2.5e-05", "NaN"; at most 9 characters wide.
QString valueText(double value);
/// A step with the locale's grouping: "12,480".
QString stepText(double step);
/// How long a run has been going: "0:42", "1:05:00", "2 d 03:00".
QString elapsedText(double seconds);
/// For files: the shortest text that reads back as the same float, in the C locale; "nan", "inf", "-inf".
std::string exactText(float value);

}  // namespace gan
