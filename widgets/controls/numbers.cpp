#include "controls/numbers.h"

#include <QLocale>
#include <algorithm>
#include <cmath>

namespace gan {
namespace {

constexpr double kLargestExactInteger = 9007199254740992.0;  // 2^53
constexpr double kSmallestFixed = 1e-2;                      // below it zeros have to be counted

QString plain(const QString& text) {
  QString result = text.trimmed();
  for (qsizetype i = result.size() - 2; i > 0; --i) {
    if (result[i] == QLatin1Char('_') && result[i - 1].isDigit() && result[i + 1].isDigit()) result.remove(i, 1);
  }
  return result;
}

QVariant number(const Setting& setting, const QString& text) {
  bool good = false;
  const QLocale plain_numbers = QLocale::c();
  if (setting.type == Setting::Type::kInteger) {
    const qlonglong whole = plain_numbers.toLongLong(text, &good);
    if (good) return whole;
  }
  // The C locale takes 1,000 for a thousand; elsewhere it means one.
  const double real = text.contains(QLatin1Char(',')) ? NAN : plain_numbers.toDouble(text, &good);
  if (!good || !std::isfinite(real)) return {};
  if (setting.type == Setting::Type::kReal) return real;
  const bool whole = real == std::trunc(real) && std::abs(real) <= kLargestExactInteger;
  return whole ? QVariant(static_cast<qlonglong>(real)) : QVariant();
}

constexpr double kDecadesBelow = 2;  // of the default's own decade
constexpr double kDecadesAbove = 3;

/// To so many significant digits.
double rounded(double value, int digits) { return QString::number(value, 'e', digits - 1).toDouble(); }

/// The largest of 1, 2, 5 x 10^k that is not above value.
double roundStep(double value) {
  const double decade = std::pow(10.0, std::floor(std::log10(value)));
  const double lead = value / decade;
  return rounded(decade * (lead >= 5 ? 5 : lead >= 2 ? 2 : 1), 1);
}

/// 1.9e-4 -> 2e-4 -> 3e-4, 1e-4 -> 9e-5: one in the first digit.
double nextLeadingDigit(double value, int direction) {
  const double decade = std::pow(10.0, std::floor(std::log10(value) + 1e-12));
  const double lead = value / decade;
  constexpr double kNear = 1e-9;
  if (direction > 0) return rounded((std::floor(lead + kNear) + 1) * decade, 1);
  const double below = std::ceil(lead - kNear) - 1;
  return below >= 1 ? rounded(below * decade, 1) : rounded(0.9 * decade, 1);
}

}  // namespace

NumberText::Reading NumberText::read(const Setting& setting, const QString& text) {
  if (setting.automatic) {
    // The word of the command line, too: it is what people copy from elsewhere.
    for (const QString& word : {automatic(), QStringLiteral("auto")}) {
      if (text.trimmed().compare(word, Qt::CaseInsensitive) == 0) return {static_cast<qlonglong>(*setting.lowest), {}};
    }
  }
  Reading result{number(setting, plain(text)), {}};
  if (!result.value.isValid()) {
    result.problem = setting.type == Setting::Type::kInteger ? tr("Must be a whole number, such as 500 or 1e6.")
                                                             : tr("Must be a number, such as 0.5 or 2e-4.");
    return result;
  }
  const double value = result.value.toDouble();
  const bool low = setting.lowest && value < *setting.lowest;
  const bool high = setting.highest && value > *setting.highest;
  if ((low || high) && setting.automatic && setting.highest) {
    result.problem =
        tr("Must be %1 or from %2 to %3.").arg(automatic(), write(*setting.lowest + 1), write(*setting.highest));
  } else if ((low || high) && setting.lowest && setting.highest) {
    result.problem = tr("Must be from %1 to %2.").arg(write(*setting.lowest), write(*setting.highest));
  } else if (low) {
    result.problem = tr("Must be at least %1.").arg(write(*setting.lowest));
  } else if (high) {
    result.problem = tr("Must be at most %1.").arg(write(*setting.highest));
  }
  return result;
}

QString NumberText::automatic() { return tr("auto", "the program decides"); }

QString NumberText::write(const Setting& setting, const QVariant& value) {
  const bool decides = setting.automatic && value.isValid() && value.toDouble() == *setting.lowest;
  return decides ? automatic() : write(value);
}

QString NumberText::write(const QVariant& value) {
  if (value.typeId() != QMetaType::Double) return value.toString();
  const double number = value.toDouble();
  const double magnitude = std::abs(number);
  const bool fixed = number == 0 || (magnitude >= kSmallestFixed && magnitude < kLargestExactInteger);
  QString text = QString::number(number, fixed ? 'f' : 'e', QLocale::FloatingPointShortest);
  text.replace(QStringLiteral("e-0"), QStringLiteral("e-"));
  text.replace(QStringLiteral("e+0"), QStringLiteral("e+"));
  return text;
}

SliderScale::SliderScale(const Setting& setting)
    : lowest_(setting.lowest.value_or(0)), highest_(setting.highest.value_or(1)) {
  if (setting.logarithmic && lowest_ > 0) {
    kind_ = Kind::kLogarithmic;
    const double usual = std::clamp(setting.default_value.toDouble(), lowest_, highest_);
    const double decade = std::floor(std::log10(usual) + 1e-12);
    from_ = std::max(std::log10(lowest_), decade - kDecadesBelow);
    to_ = std::min(std::log10(highest_), decade + kDecadesAbove);
  } else if (lowest_ >= 0 && lowest_ < 0.5 && highest_ >= 0.99 && highest_ < 1) {
    kind_ = Kind::kTowardsOne;
    from_ = std::log10(1 - lowest_);
    to_ = std::log10(1 - highest_);
  } else {
    from_ = lowest_;
    to_ = highest_;
    step_ = roundStep((highest_ - lowest_) / 100);
  }
}

double SliderScale::clamped(double value) const { return std::clamp(value, lowest_, highest_); }

int SliderScale::position(double value) const {
  double place = value;
  if (kind_ == Kind::kLogarithmic) place = value > 0 ? std::log10(value) : from_;
  if (kind_ == Kind::kTowardsOne) place = value < 1 ? std::log10(1 - value) : to_;
  if (to_ == from_) return 0;
  const double share = std::clamp((place - from_) / (to_ - from_), 0.0, 1.0);
  return static_cast<int>(std::lround(share * kPositions));
}

double SliderScale::value(int position) const {
  const double place = from_ + (to_ - from_) * position / kPositions;
  switch (kind_) {
    case Kind::kLogarithmic:
      return clamped(rounded(std::pow(10.0, place), 2));
    case Kind::kTowardsOne:
      return clamped(rounded(1 - rounded(std::pow(10.0, place), 2), 12));
    case Kind::kLinear:
      break;
  }
  return clamped(rounded(std::round(place / step_) * step_, 12));
}

double SliderScale::stepped(double value, int steps) const {
  double result = clamped(value);
  for (int i = 0; i < std::abs(steps); ++i) {
    const int direction = steps > 0 ? 1 : -1;
    if (kind_ == Kind::kLogarithmic) {
      result = nextLeadingDigit(result, direction);
    } else if (kind_ == Kind::kTowardsOne) {
      result = rounded(1 - nextLeadingDigit(1 - result, -direction), 12);
    } else {
      const double at = result / step_;
      const double next = direction > 0 ? std::floor(at + 1e-6) + 1 : std::ceil(at - 1e-6) - 1;
      result = rounded(next * step_, 12);
    }
    result = clamped(result);
  }
  return result;
}

}  // namespace gan
