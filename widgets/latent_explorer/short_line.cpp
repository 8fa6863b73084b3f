#include "latent_explorer/short_line.h"

#include <QStringList>

namespace gan {

QString shortLine(const QString& line) {
  constexpr qsizetype kLongestPart = 40;
  QStringList parts = line.split(QLatin1Char(' '));
  for (QString& part : parts) {
    if (part.size() > kLongestPart) part = part.left(kLongestPart - 1) + QStringLiteral("…");
  }
  return parts.join(QLatin1Char(' '));
}

}  // namespace gan
