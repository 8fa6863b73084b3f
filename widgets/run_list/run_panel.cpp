#include "run_list/run_panel.h"

#include <QAction>
#include <QEvent>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLineEdit>
#include <QMenu>
#include <QToolButton>
#include <QVBoxLayout>

#include "run_list/run_list.h"
#include "run_list/run_list_model.h"
#include "style/icons.h"
#include "style/scale.h"

namespace gan {

RunPanel::RunPanel(RunListModel& model, QWidget* parent)
    : QWidget(parent),
      runs_(model),
      list_(new RunList(model)),
      bar_(new QWidget),
      words_(new QLineEdit),
      menu_(new QMenu(this)) {
  setObjectName(QStringLiteral("run_panel"));
  menu_->setObjectName(QStringLiteral("run_columns_menu"));
  words_->setObjectName(QStringLiteral("run_words"));
  words_->setPlaceholderText(tr("Find in names, notes, tags"));
  words_->setAccessibleName(tr("Words that the listed runs have in their names, notes or tags"));
  words_->setClearButtonEnabled(true);
  auto* shows = new QToolButton;
  shows->setObjectName(QStringLiteral("run_columns"));
  shows->setIcon(icon(QStringLiteral("table")));
  shows->setAutoRaise(true);
  shows->setFocusPolicy(Qt::StrongFocus);
  shows->setPopupMode(QToolButton::InstantPopup);
  shows->setToolTip(tr("Columns of the list, and archived runs"));
  shows->setAccessibleName(shows->toolTip());
  shows->setMenu(menu_);
  auto* row = new QHBoxLayout(bar_);
  row->setContentsMargins({});
  row->setSpacing(space(*this, Space::kHair));
  row->addWidget(words_, 1);
  row->addWidget(shows);
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins({});
  layout->setSpacing(space(*this, Space::kHair));
  layout->addWidget(bar_);
  layout->addWidget(list_, 1);
  makeMenu();
  connect(words_, &QLineEdit::textChanged, this, &RunPanel::filter);
  connect(words_, &QLineEdit::returnPressed, list_, qOverload<>(&QWidget::setFocus));
  list_->header()->setContextMenuPolicy(Qt::CustomContextMenu);
  connect(list_->header(), &QWidget::customContextMenuRequested, this,
          [this](const QPoint& at) { menu_->popup(list_->header()->mapToGlobal(at)); });
}

void RunPanel::makeMenu() {
  archived_ = menu_->addAction(tr("Show &archived runs"));
  archived_->setCheckable(true);
  connect(archived_, &QAction::toggled, this, [this](bool shown) {
    filter();
    emit archivedToggled(shown);
  });
  menu_->addSeparator();
  for (const QString& column : RunList::allColumns()) {
    QAction* action = menu_->addAction(list_->columnTitle(column));
    action->setCheckable(true);
    action->setData(column);
    connect(action, &QAction::triggered, this, [this] {
      QStringList chosen;
      for (const QAction* each : columns_) {
        if (each->isChecked()) chosen << each->data().toString();
      }
      list_->setColumns(chosen);
      emit columnsChosen(chosen);
    });
    columns_ << action;
  }
  setColumns(list_->columns());
}

void RunPanel::setColumns(const QStringList& columns) {
  list_->setColumns(columns);
  for (QAction* action : columns_) action->setChecked(columns.contains(action->data().toString()));
}

void RunPanel::setStrip(bool strip) {
  if (strip == list_->isStrip()) return;
  list_->setStrip(strip);
  bar_->setVisible(!strip);
  fitWidth();
  filter();
}

/// At once: a layout would hand on later how narrow a strip is.
void RunPanel::fitWidth() {
  setMinimumWidth(list_->minimumWidth());
  setMaximumWidth(list_->maximumWidth());
}

void RunPanel::changeEvent(QEvent* event) {
  QWidget::changeEvent(event);
  if (event->type() == QEvent::FontChange) fitWidth();
}

bool RunPanel::showsArchived() const { return archived_->isChecked(); }

void RunPanel::showArchived(bool archived) { archived_->setChecked(archived); }

void RunPanel::findRuns() {
  words_->setFocus(Qt::ShortcutFocusReason);
  words_->selectAll();
}

/// A strip has no line that would say why runs are missing.
void RunPanel::filter() {
  const QString words = list_->isStrip() ? QString() : words_->text();
  runs_.setFilter({.words = words, .archived = archived_->isChecked()});
}

}  // namespace gan
