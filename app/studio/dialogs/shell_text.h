#pragma once

#include <QString>
#include <QStringList>

namespace gan {

/// A command as a person types it into a POSIX shell: words are quoted where they must be.
QString shellText(const QStringList& words);

}  // namespace gan
