#pragma once

#include <QString>
#include <QStringList>

namespace gan {

/// Other words by which people look for an action, with commas between them, in the window's language; empty: none.
/// They are shown nowhere.
QString actionWords(const QString& id);
/// The actions that have some.
QStringList actionsWithWords();

}  // namespace gan
