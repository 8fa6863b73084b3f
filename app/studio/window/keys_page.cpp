#include "window/keys_page.h"

#include <QAction>
#include <QHeaderView>
#include <QKeySequenceEdit>
#include <QLabel>
#include <QPushButton>
#include <QSignalBlocker>
#include <QTreeWidget>
#include <QVBoxLayout>

#include "controls/quiet_widgets.h"
#include "state/preferences.h"
#include "window/action_keys.h"
#include "window/action_words.h"
#include "window/actions.h"
#include "window/word_search.h"

namespace gan {
namespace {

enum Column { kAction, kKeys, kColumns };

QString named(const QKeySequence& keys) { return keys.toString(QKeySequence::NativeText); }

QPushButton* makeButton(const char* name, const QString& text, const QString& tip) {
  auto* button = new QPushButton(text);
  button->setObjectName(QLatin1String(name));
  button->setToolTip(tip);
  button->setAutoDefault(false);
  return button;
}

}  // namespace

KeysPage::KeysPage(Actions& actions, Preferences& preferences, QWidget* parent)
    : PreferencesPage("preferences_keys", tr("Keys"), parent),
      actions_(actions),
      preferences_(preferences),
      list_(new QTreeWidget),
      title_(new QLabel),
      editor_(new QKeySequenceEdit),
      none_(makeButton("no_keys", tr("&None"), tr("The action is to have no keys."))),
      own_(makeButton("default_keys", tr("&Default"), tr("The action is to have the keys that it has at first."))),
      all_own_(makeButton("all_default_keys", tr("All to de&fault"),
                          tr("Every action is to have the keys that it has at first."))),
      note_(new NoteLabel) {
  list_->setObjectName(QStringLiteral("keys_list"));
  list_->setAccessibleName(tr("Actions and their keys"));
  list_->setHeaderLabels({tr("Action"), tr("Keys")});
  list_->setRootIsDecorated(false);
  list_->setUniformRowHeights(true);
  list_->header()->setSectionResizeMode(kAction, QHeaderView::Stretch);
  list_->header()->setSectionResizeMode(kKeys, QHeaderView::ResizeToContents);
  list_->header()->setStretchLastSection(false);
  title_->setTextFormat(Qt::PlainText);
  title_->setBuddy(editor_);
  editor_->setObjectName(QStringLiteral("keys_editor"));
  editor_->setToolTip(tr("Press the new keys together; they hold when they were released for a second."));
  note_->setObjectName(QStringLiteral("keys_note"));
  auto* line = new QHBoxLayout;
  line->addWidget(title_, 1);
  line->addWidget(editor_);
  line->addWidget(none_);
  line->addWidget(own_);
  auto* layout = new QVBoxLayout(this);
  layout->addWidget(list_, 1);
  layout->addLayout(line);
  layout->addWidget(note_);
  layout->addWidget(all_own_, 0, Qt::AlignRight);
  fill();
  connectAll();
  list_->setCurrentItem(list_->topLevelItem(0));
}

void KeysPage::connectAll() {
  connect(list_, &QTreeWidget::currentItemChanged, this, &KeysPage::showCurrent);
  connect(list_, &QTreeWidget::itemActivated, this, [this] { editor_->setFocus(); });
  connect(editor_, &QKeySequenceEdit::editingFinished, this, [this] {
    const QKeySequence typed = editor_->keySequence();
    if (!typed.isEmpty()) choose(QKeySequence(typed[0]));  // of a series that was typed the first
  });
  connect(none_, &QPushButton::clicked, this, [this] { choose(QKeySequence()); });
  connect(own_, &QPushButton::clicked, this, [this] { choose(std::nullopt); });
  connect(all_own_, &QPushButton::clicked, this, [this] {
    preferences_.forgetKeys();
    giveKeys(actions_, {});
    showKeys();
    showCurrent();
  });
}

void KeysPage::fill() {
  for (QAction* action : actions_.all()) {
    const QString group = Actions::groupTitle(actions_.groupOf(*action)).remove(QLatin1Char('&'));
    auto* item = new QTreeWidgetItem(list_);
    item->setText(kAction, tr("%1 ▸ %2", "menu, entry").arg(group, plainTitle(*action)));
    item->setToolTip(kAction, action->statusTip());
    item->setData(kAction, Qt::UserRole, action->objectName());
  }
  showKeys();
}

void KeysPage::showKeys() {
  for (int row = 0; row < list_->topLevelItemCount(); ++row) {
    QTreeWidgetItem* item = list_->topLevelItem(row);
    const QAction* action = actions_[item->data(kAction, Qt::UserRole).toString()];
    QFont font = list_->font();
    font.setBold(action->shortcut() != actions_.defaultKeys(*action));  // what differs from the first is seen
    item->setText(kKeys, named(action->shortcut()));
    item->setFont(kKeys, font);
  }
}

QAction* KeysPage::current() const {
  const QTreeWidgetItem* item = list_->currentItem();
  return item == nullptr ? nullptr : actions_[item->data(kAction, Qt::UserRole).toString()];
}

void KeysPage::showCurrent() {
  const QAction* action = current();
  for (QWidget* widget : {static_cast<QWidget*>(editor_), static_cast<QWidget*>(none_), static_cast<QWidget*>(own_)}) {
    widget->setEnabled(action != nullptr);
  }
  note_->setNote({}, {});
  title_->setText(action == nullptr ? QString() : tr("Keys of %1").arg(plainTitle(*action)));
  editor_->setAccessibleName(title_->text());
  const QSignalBlocker quiet(editor_);
  editor_->setKeySequence(action == nullptr ? QKeySequence() : action->shortcut());
}

void KeysPage::choose(const std::optional<QKeySequence>& keys) {
  QAction* action = current();
  if (action == nullptr) return;
  const QKeySequence own = actions_.defaultKeys(*action);
  const QKeySequence wish = keys.value_or(own);
  QString refused = wish.isEmpty() || wish == own ? QString() : whyNoKeys(wish);
  if (const QAction* other = otherWithKeys(actions_, *action, wish)) {
    refused = tr("%1 has these keys. Give it others first, or none.").arg(plainTitle(*other));
  }
  showCurrent();
  if (!refused.isEmpty()) {
    note_->setNote(QStringLiteral("warning"), tr("%1 is not taken: %2", "keys, why").arg(named(wish), refused));
    return;
  }
  preferences_.chooseKeys(action->objectName(), wish == own ? std::nullopt : std::optional(wish));
  actions_.setKeys(*action, wish);
  showKeys();
  showCurrent();
}

bool KeysPage::showOnly(const QString& words) {
  bool any = false;
  for (int row = 0; row < list_->topLevelItemCount(); ++row) {
    QTreeWidgetItem* item = list_->topLevelItem(row);
    const QAction* action = actions_[item->data(kAction, Qt::UserRole).toString()];
    const QStringList texts = {title(), item->text(kAction), action->statusTip(), actionWords(action->objectName()),
                               item->text(kKeys)};
    const bool shown = hasWords(texts.join(QLatin1Char(' ')), words);
    item->setHidden(!shown);
    any = any || shown;
  }
  const QTreeWidgetItem* item = list_->currentItem();
  if (item != nullptr && item->isHidden()) list_->setCurrentItem(nullptr);
  return any;
}

}  // namespace gan
