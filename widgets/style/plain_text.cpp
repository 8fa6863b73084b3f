#include "style/plain_text.h"

namespace gan {
namespace {

/// What a text from outside may not do to a label or a log: break lines, or turn the direction of what follows it.
bool isUnsafe(QChar letter) {
  const char16_t code = letter.unicode();
  return letter.category() == QChar::Other_Control || letter.category() == QChar::Separator_Line ||
         letter.category() == QChar::Separator_Paragraph || (code >= 0x202a && code <= 0x202e) ||
         (code >= 0x2066 && code <= 0x2069);
}

}  // namespace

QString printable(QString text) {
  for (QChar& letter : text) {
    if (isUnsafe(letter)) letter = QChar::ReplacementCharacter;
  }
  return text;
}

QString plainToolTip(const QString& text) {
  return text.isEmpty() ? QString() : QStringLiteral("<p>%1</p>").arg(text.toHtmlEscaped());
}

QString plainToolTip(const QStringList& lines) {
  QStringList escaped;
  for (const QString& line : lines) escaped.append(line.toHtmlEscaped());
  return QStringLiteral("<p style='white-space:pre'>%1</p>").arg(escaped.join(QStringLiteral("<br>")));
}

}  // namespace gan
