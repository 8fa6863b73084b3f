#pragma once

#include <QByteArray>

namespace gan {

/// Of what an engine wrote before it ended, as many characters as a message shows.
inline constexpr qsizetype kShownWords = 400;

inline QByteArray lastLine(const QByteArray& text) {
  const QByteArray trimmed = text.trimmed();
  return trimmed.mid(trimmed.lastIndexOf('\n') + 1);
}

}  // namespace gan
