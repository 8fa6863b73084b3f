#include "style/significant_text.h"

#include <QLocale>
#include <cmath>

namespace gan {

QString significantText(double value, int digits) {
  constexpr double kLarge = 1e15;  // beyond it a double does not know every digit
  const double size = std::abs(value);
  const bool has_exponent = size >= std::pow(10.0, digits) - 0.5;  // what is rounded up to it has one, too
  if (has_exponent && size < kLarge) return QLocale().toString(value, 'f', 0);
  return QLocale().toString(value, 'g', digits);
}

}  // namespace gan
