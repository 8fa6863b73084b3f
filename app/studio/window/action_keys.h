#pragma once

#include <QKeySequence>
#include <QMap>
#include <QString>

class QAction;

namespace gan {

class Actions;

/// Why no action can have these keys, whoever has them now: a sentence; empty: it can. Keys without Ctrl, Alt or Meta
/// would be taken from who types, those of copying and pasting from the line that one types in, and Alt with a letter
/// opens a menu.
QString whyNoKeys(const QKeySequence& keys);
/// Another action that has these keys; null: none has.
QAction* otherWithKeys(const Actions& actions, const QAction& action, const QKeySequence& keys);
/// Gives every action the keys that a person chose for it, by its name, else its own. What cannot be had, or was chosen
/// for another one before it, counts as not chosen; where chosen keys are another action's own, that one has none.
void giveKeys(Actions& actions, const QMap<QString, QKeySequence>& chosen);

}  // namespace gan
