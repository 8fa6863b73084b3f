#include "window/actions.h"

#include <QRegularExpression>

#include "style/icons.h"

namespace gan {

Actions::Actions(QObject* parent) : QObject(parent) {}

QAction* Actions::add(Group group, const QString& id, const Text& text, const QKeySequence& shortcut,
                      const QString& icon_name) {
  Q_ASSERT(!by_id_.contains(id));
  auto* action = new QAction(text.title, this);
  action->setObjectName(id);
  action->setIconText(plainTitle(*action));  // what buttons show
  action->setShortcut(shortcut);
  action->setStatusTip(text.description);
  const QString keys = shortcut.toString(QKeySequence::NativeText);
  action->setToolTip(keys.isEmpty() ? text.description
                                    : tr("%1 (%2)", "what an action does, its keys").arg(text.description, keys));
  if (!icon_name.isEmpty()) action->setIcon(icon(icon_name));
  all_.push_back(action);
  by_id_.insert(id, action);
  groups_.insert(action, group);
  return action;
}

QAction* Actions::addCheckable(Group group, const QString& id, const Text& text, const QKeySequence& shortcut) {
  QAction* action = add(group, id, text, shortcut);
  action->setCheckable(true);
  return action;
}

QAction* Actions::operator[](const QString& id) const {
  QAction* action = by_id_.value(id);
  Q_ASSERT_X(action, "Actions", qPrintable(id));
  return action;
}

QVector<QAction*> Actions::in(Group group) const {
  QVector<QAction*> result;
  for (QAction* action : all_) {
    if (groups_.value(action) == group) result.push_back(action);
  }
  return result;
}

QString Actions::groupTitle(Group group) {
  switch (group) {
    case Group::kRun:
      return tr("&Run");
    case Group::kView:
      return tr("&View");
    case Group::kSteer:
      return tr("S&teer");
    case Group::kSamples:
      return tr("&Samples");
    case Group::kData:
      return tr("&Data");
    case Group::kHelp:
      return tr("&Help");
  }
  return {};
}

QString plainTitle(const QAction& action) {
  QString title = action.text();
  // Chinese menus carry the mnemonic in brackets behind the word: "暂停(&P)".
  static const QRegularExpression bracketed(QStringLiteral("\\(&.\\)"));
  title.remove(bracketed).remove(QLatin1Char('&'));
  while (title.endsWith(QLatin1Char('.')) || title.endsWith(QChar(0x2026))) title.chop(1);
  return title.trimmed();
}

}  // namespace gan
