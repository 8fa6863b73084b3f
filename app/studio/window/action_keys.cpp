#include "window/action_keys.h"

#include <QAction>
#include <QHash>
#include <QSet>
#include <algorithm>

#include "window/actions.h"

namespace gan {
namespace {

bool isLetterOrDigit(int key) {
  return (key >= Qt::Key_A && key <= Qt::Key_Z) || (key >= Qt::Key_0 && key <= Qt::Key_9);
}

bool isOfEditing(const QKeySequence& keys) {
  for (const auto edits : {QKeySequence::Copy, QKeySequence::Cut, QKeySequence::Paste, QKeySequence::SelectAll}) {
    if (QKeySequence::keyBindings(edits).contains(keys)) return true;
  }
  return false;
}

}  // namespace

QString whyNoKeys(const QKeySequence& keys) {
  if (keys.count() != 1) return Actions::tr("Keys that are pressed together are needed, once.");
  const QKeyCombination pressed = keys[0];
  const int key = pressed.key();
  if (key == 0 || key == Qt::Key_unknown) return Actions::tr("These keys have no name here.");
  const bool is_function_key = key >= Qt::Key_F1 && key <= Qt::Key_F35;
  const auto modifiers = pressed.keyboardModifiers();
  if (!is_function_key && !(modifiers & (Qt::ControlModifier | Qt::AltModifier | Qt::MetaModifier))) {
    return Actions::tr("Without Ctrl, Alt or Meta only F1 to F35 can be had: the others type.");
  }
  if (isOfEditing(keys)) {
    return Actions::tr("These keys copy, cut, paste and select wherever one types.");
  }
  if ((modifiers & ~Qt::ShiftModifier) == Qt::AltModifier && isLetterOrDigit(key)) {
    return Actions::tr("Alt with a letter opens a menu or goes to a label.");
  }
  return {};
}

QAction* otherWithKeys(const Actions& actions, const QAction& action, const QKeySequence& keys) {
  const auto has = [&](const QAction* other) { return other != &action && other->shortcut() == keys; };
  const auto found = std::ranges::find_if(actions.all(), has);
  return keys.isEmpty() || found == actions.all().end() ? nullptr : *found;
}

void giveKeys(Actions& actions, const QMap<QString, QKeySequence>& chosen) {
  QHash<QAction*, QKeySequence> given;
  QSet<QKeySequence> taken;
  for (QAction* action : actions.all()) {
    const auto wish = chosen.constFind(action->objectName());
    if (wish == chosen.constEnd()) continue;
    if (!wish->isEmpty() && (taken.contains(*wish) || !whyNoKeys(*wish).isEmpty())) continue;
    given.insert(action, *wish);
    if (!wish->isEmpty()) taken.insert(*wish);
  }
  for (QAction* action : actions.all()) {
    const QKeySequence own = actions.defaultKeys(*action);
    const auto wish = given.constFind(action);
    const QKeySequence keys = wish != given.constEnd() ? *wish : taken.contains(own) ? QKeySequence() : own;
    if (action->shortcut() != keys) actions.setKeys(*action, keys);
  }
}

}  // namespace gan
