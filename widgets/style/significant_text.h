#pragma once

#include <QString>

namespace gan {

/// A number in the person's locale with at most so many digits that count, and every digit before the point however
/// large it is: "0.2344", "25", "3,647", "12,346" of four. What is very small has an exponent.
QString significantText(double value, int digits);

}  // namespace gan
