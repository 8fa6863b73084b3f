#include "window/command_palette.h"

#include <QCoreApplication>
#include <QKeyEvent>
#include <QVBoxLayout>

#include "window/actions.h"

namespace gan {
namespace {

bool matches(const QString& text, const QString& words) {
  for (const QString& word : words.split(QLatin1Char(' '), Qt::SkipEmptyParts)) {
    if (!text.contains(word, Qt::CaseInsensitive)) return false;
  }
  return true;
}

}  // namespace

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
  resize(fontMetrics().averageCharWidth() * 80, fontMetrics().height() * 24);

  connect(search_, &QLineEdit::textChanged, this, &CommandPalette::fill);
  connect(search_, &QLineEdit::returnPressed, this, [this] { trigger(list_->currentItem()); });
  connect(list_, &QListWidget::itemActivated, this, &CommandPalette::trigger);
  fill({});
}

void CommandPalette::fill(const QString& words) {
  list_->clear();
  QPixmap nothing(list_->iconSize());
  nothing.fill(Qt::transparent);
  const QIcon blank(nothing);  // titles stand in one line
  QVector<QAction*> found;     // by title first: who types "dark" means Dark
  for (QAction* action : actions_.all()) {
    if (matches(plainTitle(*action), words)) found.push_back(action);
  }
  for (QAction* action : actions_.all()) {
    if (!found.contains(action) && matches(plainTitle(*action) + QLatin1Char(' ') + action->statusTip(), words)) {
      found.push_back(action);
    }
  }
  for (QAction* action : found) {
    const QString title = plainTitle(*action);
    const QString keys = action->shortcut().toString(QKeySequence::NativeText);
    auto* item = new QListWidgetItem(action->icon().isNull() ? blank : action->icon(),
                                     keys.isEmpty() ? title : title + QStringLiteral("    ") + keys);
    item->setToolTip(action->statusTip());
    item->setData(Qt::UserRole, action->objectName());
    if (!action->isEnabled()) item->setFlags(item->flags() & ~Qt::ItemIsEnabled);
    list_->addItem(item);
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
