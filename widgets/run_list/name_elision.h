#pragma once

#include <QFontMetrics>
#include <QString>
#include <QStringList>

namespace gan {

/// A name cut to a width among names that it is to be told from: in the middle of what it shares with another's
/// beginning, then of what it shares with another's end, and only then at what is its own.
QString elidedAmong(const QString& name, const QStringList& others, const QFontMetrics& metrics, int width);

}  // namespace gan
