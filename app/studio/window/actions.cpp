#include "window/actions.h"

#include <QAbstractSpinBox>
#include <QApplication>
#include <QDockWidget>
#include <QKeyEvent>
#include <QRegularExpression>
#include <QVBoxLayout>
#include <algorithm>
#include <limits>
#include <utility>
#include <vector>

#include "style/icons.h"
#include "style/plain_text.h"
#include "style/scale.h"
#include "window/action_words.h"
#include "window/word_search.h"

namespace gan {
namespace {

/// The window that a widget belongs to; of one in a panel that floats, the window that the panel was taken from.
const QWidget* homeOf(const QWidget* widget) {
  const QWidget* window = widget->window();
  return qobject_cast<const QDockWidget*>(window) != nullptr ? window->parentWidget() : window;
}

}  // namespace

Actions::Actions(QObject* parent) : QObject(parent) { qApp->installEventFilter(this); }

bool Actions::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() != QEvent::ShortcutOverride) return false;
  const auto* widget = qobject_cast<QWidget*>(watched);
  const bool box = qobject_cast<const QAbstractSpinBox*>(widget) != nullptr;
  const auto* line = box ? widget->findChild<QLineEdit*>() : qobject_cast<const QLineEdit*>(widget);
  const auto* key = static_cast<QKeyEvent*>(event);
  if (line == nullptr || homeOf(widget) != parent()) return false;
  if (key->matches(QKeySequence::Undo) && line->isUndoAvailable()) return false;
  for (const auto edits : {QKeySequence::Copy, QKeySequence::Cut, QKeySequence::Paste, QKeySequence::SelectAll}) {
    if (key->matches(edits)) return false;
  }
  const QKeySequence pressed(key->keyCombination());
  const auto is_its = [&pressed](const QAction* action) { return action->shortcut() == pressed; };
  if (!std::ranges::any_of(all_, is_its)) return false;
  event->ignore();
  return true;
}

QAction* Actions::add(Group group, const QString& id, const Text& text, const QKeySequence& shortcut,
                      const QString& icon_name) {
  Q_ASSERT(!by_id_.contains(id));
  auto* action = new QAction(text.title, this);
  action->setObjectName(id);
  action->setIconText(plainTitle(*action));  // what buttons show
  action->setStatusTip(text.description);
  if (!icon_name.isEmpty()) action->setIcon(icon(icon_name));
  all_.push_back(action);
  by_id_.insert(id, action);
  facts_.insert(action, {group, shortcut});
  setKeys(*action, shortcut);
  return action;
}

void Actions::setKeys(QAction& action, const QKeySequence& keys) {
  action.setShortcut(keys);
  const QString named = keys.toString(QKeySequence::NativeText);
  action.setToolTip(named.isEmpty() ? action.statusTip()
                                    : tr("%1 (%2)", "what an action does, its keys").arg(action.statusTip(), named));
}

void Actions::setRefusal(QAction& action, const QString& why) {
  if (why.isEmpty()) return setKeys(action, action.shortcut());
  action.setToolTip(plainToolTip(why));
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
    if (groupOf(*action) == group) result.push_back(action);
  }
  return result;
}

QString Actions::groupTitle(Group group) {
  switch (group) {
    case Group::kRun:
      return tr("&Run");
    case Group::kListedRun:
      return tr("R&un in the list");
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

CommandPalette::CommandPalette(const Actions& actions, QWidget* parent)
    : QDialog(parent), actions_(actions), search_(new QLineEdit), list_(new QListWidget) {
  setObjectName(QStringLiteral("command_palette"));
  setWindowTitle(tr("Commands"));
  setAttribute(Qt::WA_DeleteOnClose);
  search_->setObjectName(QStringLiteral("palette_search"));
  search_->setPlaceholderText(tr("What do you want to do?"));
  search_->setAccessibleName(tr("Search commands"));
  search_->setClearButtonEnabled(true);
  search_->installEventFilter(this);
  const int line = fontMetrics().height();
  list_->setIconSize({line, line});
  list_->setUniformItemSizes(true);
  list_->setObjectName(QStringLiteral("palette_list"));
  list_->setAccessibleName(tr("Commands"));
  auto* layout = new QVBoxLayout(this);
  layout->addWidget(search_);
  layout->addWidget(list_);
  giveFirstSize(*this, 80, 24);

  connect(search_, &QLineEdit::textChanged, this, &CommandPalette::fill);
  connect(search_, &QLineEdit::returnPressed, this, [this] { trigger(list_->currentItem()); });
  connect(list_, &QListWidget::itemActivated, this, &CommandPalette::trigger);
  fill({});
}

/// By title first: who types "dark" means Dark.
QVector<QAction*> CommandPalette::found(const QString& typed) const {
  constexpr int kNothing = std::numeric_limits<int>::max();
  const auto rank_of = [&](const QAction& action) {
    const QString title = plainTitle(action);
    const QString words = actionWords(action.objectName());
    const WordMatch of_title = matchWords(title, typed);
    const WordMatch of_words = words.isEmpty() ? WordMatch::kNone : matchWords(words, typed);
    const int nearest = std::min(2 * static_cast<int>(of_title), 2 * static_cast<int>(of_words) + 1);
    if (nearest < 2 * static_cast<int>(WordMatch::kMisspelt)) return nearest;
    const QString all = title + QLatin1Char(' ') + words + QLatin1Char(' ') + action.statusTip();
    if (hasWords(all, typed)) return 2 * static_cast<int>(WordMatch::kMisspelt);
    return nearest < 2 * static_cast<int>(WordMatch::kNone) ? nearest + 1 : kNothing;
  };
  std::vector<std::pair<int, QAction*>> ranked;
  for (QAction* action : actions_.all()) {
    if (!action->isVisible()) continue;
    if (const int rank = rank_of(*action); rank != kNothing) ranked.emplace_back(rank, action);
  }
  std::ranges::stable_sort(ranked, {}, &std::pair<int, QAction*>::first);
  QVector<QAction*> result;
  for (const auto& [rank, action] : ranked) result << action;
  return result;
}

void CommandPalette::fill(const QString& typed) {
  list_->clear();
  QPixmap nothing(list_->iconSize());
  nothing.fill(Qt::transparent);
  const QIcon blank(nothing);  // titles stand in one line
  for (QAction* action : found(typed)) {
    const QString title = plainTitle(*action);
    const QString keys = action->shortcut().toString(QKeySequence::NativeText);
    auto* item = new QListWidgetItem(action->icon().isNull() ? blank : action->icon(),
                                     keys.isEmpty() ? title : title + QStringLiteral("    ") + keys);
    item->setToolTip(action->statusTip());
    item->setData(Qt::UserRole, action->objectName());
    if (!action->isEnabled()) item->setFlags(item->flags() & ~Qt::ItemIsEnabled);
    list_->addItem(item);
  }
  if (list_->count() == 0) {
    auto* nothing_found = new QListWidgetItem(tr("No command has these words."), list_);
    nothing_found->setFlags(Qt::NoItemFlags);
  }
  for (int row = 0; row < list_->count(); ++row) {
    if (!(list_->item(row)->flags() & Qt::ItemIsEnabled)) continue;
    list_->setCurrentRow(row);
    break;
  }
}

void CommandPalette::trigger(QListWidgetItem* item) {
  if (!item || !(item->flags() & Qt::ItemIsEnabled)) return;
  QAction* action = actions_[item->data(Qt::UserRole).toString()];
  close();
  // After the palette is gone, so that a dialog the action opens gets the focus.
  QMetaObject::invokeMethod(action, &QAction::trigger, Qt::QueuedConnection);
}

bool CommandPalette::eventFilter(QObject* watched, QEvent* event) {
  if (watched == search_ && event->type() == QEvent::KeyPress) {
    const int key = static_cast<QKeyEvent*>(event)->key();
    if (key == Qt::Key_Up || key == Qt::Key_Down || key == Qt::Key_PageUp || key == Qt::Key_PageDown) {
      QCoreApplication::sendEvent(list_, event);
      return true;
    }
  }
  return QDialog::eventFilter(watched, event);
}

}  // namespace gan
