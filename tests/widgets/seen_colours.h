#pragma once

#include <QColor>
#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

namespace gan::test {

using Vector = std::array<double, 3>;
using Matrix = std::array<Vector, 3>;

inline Vector times(const Matrix& matrix, const Vector& v) {
  Vector result{};
  for (std::size_t i = 0; i < 3; ++i) result[i] = matrix[i][0] * v[0] + matrix[i][1] * v[1] + matrix[i][2] * v[2];
  return result;
}

inline Vector linear(const QColor& colour) {
  const auto channel = [](double value) {
    return value <= 0.04045 ? value / 12.92 : std::pow((value + 0.055) / 1.055, 2.4);
  };
  return {channel(colour.redF()), channel(colour.greenF()), channel(colour.blueF())};
}

/// CIE L*a*b*, D65.
inline Vector lab(Vector rgb) {
  for (double& channel : rgb) channel = std::clamp(channel, 0.0, 1.0);
  constexpr Matrix kToXyz{{{0.4124, 0.3576, 0.1805}, {0.2126, 0.7152, 0.0722}, {0.0193, 0.1192, 0.9505}}};
  const Vector xyz = times(kToXyz, rgb);
  const auto f = [](double t) { return t > 0.008856 ? std::cbrt(t) : 7.787 * t + 16.0 / 116; };
  const double x = f(xyz[0] / 0.95047);
  const double y = f(xyz[1]);
  const double z = f(xyz[2] / 1.08883);
  return {116 * y - 16, 500 * (x - y), 200 * (y - z)};
}

inline double distance(const Vector& a, const Vector& b) { return std::hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]); }

inline double contrast(const QColor& a, const QColor& b) {
  const auto luminance = [](const QColor& colour) {
    const Vector rgb = linear(colour);
    return 0.2126 * rgb[0] + 0.7152 * rgb[1] + 0.0722 * rgb[2];
  };
  const auto [dark, light] = std::minmax({luminance(a), luminance(b)});
  return (light + 0.05) / (dark + 0.05);
}

/// Machado, Oliveira and Fernandes, 2009, table 1 at severity 1: no red, no green, no blue cones; and all of them.
inline const std::vector<Matrix> kEyes = {
    {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}},
    {{{0.152286, 1.052583, -0.204868}, {0.114503, 0.786281, 0.099216}, {-0.003882, -0.048116, 1.051998}}},
    {{{0.367322, 0.860646, -0.227968}, {0.280085, 0.672501, 0.047413}, {-0.011820, 0.042940, 0.968881}}},
    {{{1.255528, -0.076749, -0.178779}, {-0.078411, 0.930809, 0.147602}, {0.004733, 0.691367, 0.303900}}}};

/// What the theme draws on.
inline QColor ground(bool dark) { return dark ? QColor(0x1c, 0x1e, 0x21) : QColor(Qt::white); }
/// As these eyes see a colour, in CIE L*a*b*.
inline Vector seenBy(std::size_t eye, const QColor& colour) { return lab(times(kEyes[eye], linear(colour))); }

}  // namespace gan::test
