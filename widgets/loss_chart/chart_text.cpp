#include "loss_chart/chart_text.h"

#include <QCoreApplication>
#include <QLocale>
#include <array>
#include <charconv>
#include <cmath>

namespace gan {
namespace {

constexpr double kMinute = 60;
constexpr double kHour = 60 * kMinute;
constexpr double kDay = 24 * kHour;

}  // namespace

QString valueText(double value) {
  if (std::isnan(value)) return QStringLiteral("NaN");
  if (std::isinf(value)) return value > 0 ? QStringLiteral("∞") : QStringLiteral("−∞");
  const double size = std::abs(value);
  if (size != 0 && (size < 1e-3 || size >= 1e6)) return QLocale().toString(value, 'e', 2);
  const int digits_before = size < 1 ? 1 : static_cast<int>(std::log10(size)) + 1;
  return QLocale().toString(value, 'f', std::max(0, 5 - digits_before));
}

QString stepText(double step) { return QLocale().toString(std::llround(step)); }

QString elapsedText(double seconds) {
  const double whole = std::floor(std::abs(seconds) + 0.5);
  const auto days = static_cast<qlonglong>(whole / kDay);
  const int hours = static_cast<int>(std::fmod(whole, kDay) / kHour);
  const int minutes = static_cast<int>(std::fmod(whole, kHour) / kMinute);
  const int rest = static_cast<int>(std::fmod(whole, kMinute));
  const QString sign = seconds <= -0.5 ? QStringLiteral("−") : QString();
  const auto two = [](int number) { return QStringLiteral("%1").arg(number, 2, 10, QLatin1Char('0')); };
  if (days > 0) {
    return sign + QCoreApplication::translate("Duration", "%1 d %2:%3").arg(days).arg(two(hours), two(minutes));
  }
  if (hours > 0) return sign + QStringLiteral("%1:%2:%3").arg(hours).arg(two(minutes), two(rest));
  return sign + QStringLiteral("%1:%2").arg(minutes).arg(two(rest));
}

std::string exactText(float value) {
  if (std::isnan(value)) return "nan";
  if (std::isinf(value)) return value > 0 ? "inf" : "-inf";
  std::array<char, 32> text{};
  const auto end = std::to_chars(text.data(), text.data() + text.size(), value);
  return {text.data(), end.ptr};
}

}  // namespace gan
