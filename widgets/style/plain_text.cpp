#include "style/plain_text.h"

namespace gan {

QString plainToolTip(const QString& text) {
  return text.isEmpty() ? QString() : QStringLiteral("<p>%1</p>").arg(text.toHtmlEscaped());
}

QString plainToolTip(const QStringList& lines) {
  QStringList escaped;
  for (const QString& line : lines) escaped.append(line.toHtmlEscaped());
  return QStringLiteral("<p style='white-space:pre'>%1</p>").arg(escaped.join(QStringLiteral("<br>")));
}

}  // namespace gan
