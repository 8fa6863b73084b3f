#include "window/preferences_page.h"

#include <QAction>
#include <QCheckBox>
#include <QComboBox>
#include <QLabel>

#include "controls/quiet_widgets.h"
#include "window/action_words.h"
#include "window/actions.h"
#include "window/word_search.h"

namespace gan {

PreferencesPage::PreferencesPage(const char* name, const QString& title, QWidget* parent)
    : QWidget(parent), title_(title) {
  setObjectName(QLatin1String(name));
  setAccessibleName(title);
}

PreferencesForm::PreferencesForm(const char* name, const QString& title, QWidget* parent)
    : PreferencesPage(name, title, parent), form_(new QFormLayout(this)) {
  form_->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
}

void PreferencesForm::add(const char* name, const QString& label, const QString& tip, QWidget* editor) {
  editor->setObjectName(QLatin1String(name));
  editor->setToolTip(tip);
  editor->setAccessibleDescription(tip);
  if (label.isEmpty()) {
    form_->addRow(editor);
  } else {
    auto* text = new QLabel(label);
    text->setBuddy(editor);
    text->setToolTip(tip);
    form_->addRow(text, editor);
    editor->setAccessibleName(QString(label).remove(QLatin1Char('&')));
  }
  lines_ << Line{label + QLatin1Char(' ') + tip + QLatin1Char(' ') + editor->accessibleName(), editor};
}

QCheckBox* PreferencesForm::addSwitch(QAction& action) {
  auto* box = new QCheckBox(plainTitle(action));
  box->setAccessibleName(plainTitle(action));
  box->setChecked(action.isChecked());
  connect(box, &QCheckBox::clicked, &action, &QAction::trigger);
  connect(&action, &QAction::toggled, box, &QCheckBox::setChecked);
  add(qPrintable(QStringLiteral("preference_") + action.objectName()), {}, action.statusTip(), box);
  lines_.last().words += QLatin1Char(' ') + actionWords(action.objectName());
  return box;
}

QComboBox* PreferencesForm::addChoice(const char* name, const QString& label, const QString& tip,
                                      const QVector<QAction*>& actions) {
  auto* box = new QComboBox;
  WheelGuard::protect(box);
  QStringList words;
  for (QAction* action : actions) {
    words << plainTitle(*action) << actionWords(action->objectName());
    box->addItem(plainTitle(*action));
    if (action->isChecked()) box->setCurrentIndex(box->count() - 1);
    connect(action, &QAction::toggled, box, [box, row = box->count() - 1](bool on) {
      if (on) box->setCurrentIndex(row);
    });
  }
  connect(box, &QComboBox::activated, this, [actions](int row) { actions[row]->trigger(); });
  add(name, label, tip, box);
  lines_.last().words += QLatin1Char(' ') + words.join(QLatin1Char(' '));
  return box;
}

bool PreferencesForm::showOnly(const QString& words) {
  bool any = false;
  for (const Line& line : lines_) {
    const bool shown = hasWords(title() + QLatin1Char(' ') + QString(line.words).remove(QLatin1Char('&')), words);
    form_->setRowVisible(line.editor, shown);
    any = any || shown;
  }
  return any;
}

}  // namespace gan
