#include "controls/number_text.h"

#include <QLocale>
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

}  // namespace gan
