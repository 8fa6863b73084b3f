#include "dialogs/shell_text.h"

#include <QRegularExpression>

namespace gan {
namespace {

QString quoted(QString word) {
  static const QRegularExpression plain(QStringLiteral("\\A[\\w@%+=:,./-]+\\z"),
                                        QRegularExpression::UseUnicodePropertiesOption);
  if (plain.match(word).hasMatch()) return word;
  word.replace(QLatin1Char('\''), QStringLiteral("'\\''"));
  return QLatin1Char('\'') + word + QLatin1Char('\'');
}

}  // namespace

QString shellText(const QStringList& words) {
  QStringList result;
  for (const QString& word : words) result << quoted(word);
  return result.join(QLatin1Char(' '));
}

}  // namespace gan
