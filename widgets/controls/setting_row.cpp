#include "controls/setting_row.h"

#include <QApplication>
#include <QEvent>
#include <QGridLayout>
#include <QLabel>
#include <QToolButton>
#include <algorithm>

#include "controls/numbers.h"
#include "controls/quiet_widgets.h"
#include "controls/setting_editor.h"
#include "controls/settings_model.h"
#include "style/icons.h"
#include "style/plain_text.h"
#include "style/scale.h"

namespace gan {
namespace {

using State = SettingsModel::State;

/// So much of a title is left where there is no room.
constexpr int kLeastTitleCharacters = 8;

QHBoxLayout* line(std::initializer_list<QWidget*> widgets) {
  auto* layout = new QHBoxLayout;
  layout->setContentsMargins({});
  layout->setSpacing(space(**widgets.begin(), Space::kSmall));
  for (QWidget* widget : widgets) layout->addWidget(widget);
  return layout;
}

}  // namespace

SettingRow::SettingRow(SettingsModel& model, const Setting& setting, QWidget* parent)
    : QWidget(parent),
      model_(model),
      setting_(setting),
      title_(new ElidedLabel(this, QPalette::WindowText)),
      unit_(new ElidedLabel(this)),
      editor_(SettingEditor::create(setting, this)),
      reset_(new QToolButton(this)),
      state_(new ElidedLabel(this)),
      note_(new NoteLabel(this)) {
  const QString name = SettingEditor::nameOf(setting.path);
  if (!editor_->showsTitle()) title_->setText(setting.title);
  title_->setBuddy(&editor_->mainWidget());
  unit_->setText(setting.unit);
  unit_->setToolTip(plainToolTip(setting.unit));
  reset_->setObjectName(name + QStringLiteral("_reset"));
  reset_->setIcon(icon(QStringLiteral("undo")));
  reset_->setAutoRaise(true);
  reset_->setFocusPolicy(Qt::StrongFocus);
  QSizePolicy keeps_its_place = reset_->sizePolicy();
  keeps_its_place.setRetainSizeWhenHidden(true);
  reset_->setSizePolicy(keeps_its_place);
  state_->setObjectName(name + QStringLiteral("_state"));
  note_->setObjectName(name + QStringLiteral("_note"));
  for (QWidget* part : {static_cast<QWidget*>(title_), static_cast<QWidget*>(editor_)}) part->setToolTip(helpText());
  editor_->setEnabled(setting.fixed.isEmpty());

  connect(reset_, &QToolButton::clicked, this, [this] { reset(); });
  connect(qApp, &QApplication::focusChanged, this, [this](QWidget* before, QWidget* now) {
    const bool ours = (before != nullptr && isAncestorOf(before)) || (now != nullptr && isAncestorOf(now));
    if (ours) showReset();
  });
  connect(editor_, &SettingEditor::wished, this, [this](const QVariant& value) { model_.wish(setting_.path, value); });
  connect(editor_, &SettingEditor::problemChanged, this, [this] {
    showNote();
    showReset();
    emit problemChanged();
  });
  arrangeNarrow();
  sync();
}

/// The focus leaves our parts while they go, when there is nothing left that could be shown.
SettingRow::~SettingRow() { disconnect(qApp, nullptr, this, nullptr); }

void SettingRow::arrangeWide(int title_width) {
  delete layout();
  narrow_ = false;
  title_->setMinimumWidth(0);
  unit_->show();
  state_->show();
  auto* grid = new QGridLayout(this);
  grid->setContentsMargins({});
  grid->setHorizontalSpacing(space(*this, Space::kSmall));
  grid->setColumnMinimumWidth(0, title_width);
  grid->setColumnStretch(1, 1);
  title_->show();
  state_->setAlignment(Qt::AlignLeft | Qt::AlignVCenter);
  QHBoxLayout* rest = line({editor_, unit_, reset_, state_});
  rest->setStretch(0, editor_->isElastic() ? 100 : 0);
  rest->setStretch(3, 1);
  grid->addWidget(title_, 0, 0, Qt::AlignVCenter);
  grid->addLayout(rest, 0, 1);
  grid->addWidget(note_, 1, 1);
}

void SettingRow::arrangeNarrow() {
  delete layout();
  narrow_ = true;
  constexpr int kTitle = 5;
  constexpr int kEditor = 6;
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins({});
  column->setSpacing(0);
  title_->setVisible(!editor_->showsTitle());
  unit_->setVisible(!setting_.unit.isEmpty() && !editor_->isElastic());  // a slider needs all the width
  title_->setMinimumWidth(std::min(titleWidth(), fontMetrics().averageCharWidth() * kLeastTitleCharacters));
  unit_->setMinimumWidth(unit_->sizeHint().width());  // a part of a unit is another unit
  QHBoxLayout* edited = line({editor_, unit_});
  edited->setStretchFactor(unit_, editor_->isElastic() ? 0 : 1);
  if (unit_->isHidden() && !editor_->isElastic()) edited->addStretch(1);
  auto* first = new QHBoxLayout;
  first->setSpacing(space(*this, Space::kSmall));
  if (!editor_->showsTitle()) first->addWidget(title_, kTitle);
  first->addLayout(edited, kEditor);
  first->addWidget(reset_);
  column->addLayout(first);
  state_->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
  column->addWidget(state_);
  column->addWidget(note_);
  showState();
}

int SettingRow::titleWidth() const { return title_->sizeHint().width(); }

void SettingRow::sync() {
  editor_->display(model_.shown(setting_.path));
  showNote();
  showState();
  showReset();
}

void SettingRow::discard() { editor_->discard(); }

QString SettingRow::problem() const { return editor_->problem(); }

void SettingRow::showNote() {
  const State answer = model_.state(setting_.path);
  const QString why = SettingsModel::failed(answer) ? model_.note(setting_.path) : QString();
  const QString text = problem().isEmpty() ? why : problem();
  const bool is_unknown = problem().isEmpty() && answer == State::kUnknown;
  note_->setNote(is_unknown ? QStringLiteral("warning") : QStringLiteral("error"), text);
  const QString state = text.isEmpty() ? stateText() : text;
  editor_->mainWidget().setAccessibleDescription(state.isEmpty() ? setting_.help
                                                                 : setting_.help + QLatin1Char('\n') + state);
}

QString SettingRow::stateText() const {
  if (!setting_.fixed.isEmpty()) return setting_.fixed;
  const QString note = model_.note(setting_.path);
  switch (model_.state(setting_.path)) {
    case State::kUnchanged:
    case State::kRefused:
    case State::kUnknown:
      return {};
    case State::kEdited:
      return note.isEmpty() ? QStringLiteral("*") : QStringLiteral("* ") + note;
    case State::kPending:
      return note.isEmpty() ? tr("pending …") : note;
    case State::kApplied:
      return note.isEmpty() ? tr("applied") : note;
  }
  return {};
}

void SettingRow::showState() {
  const QString text = stateText();
  state_->setText(text);
  state_->setVisible(!narrow_ || !text.isEmpty());
  const bool edited = model_.state(setting_.path) == State::kEdited;
  state_->setToolTip(
      plainToolTip(edited ? tr("Edited: %1 is in force.").arg(NumberText::write(setting_, inForce())) : text));
  QFont font = title_->font();
  font.setBold(edited);
  state_->setFont(font);
}

void SettingRow::showReset() {
  const State state = model_.state(setting_.path);
  const QVariant in_force = inForce();
  const bool wishes = model_.shown(setting_.path) != in_force || !problem().isEmpty() || SettingsModel::failed(state);
  const bool differs = in_force != beginning();
  const QString goal = NumberText::write(setting_, wishes ? in_force : beginning());
  QString text = wishes                                     ? tr("Back to %1, which is in force").arg(goal)
                 : model_.baseline(setting_.path).isValid() ? tr("Back to %1, which the run began with").arg(goal)
                                                            : tr("Back to the default, %1").arg(goal);
  if (goal.isEmpty()) text = tr("Empty it");
  reset_->setToolTip(plainToolTip(text));
  reset_->setAccessibleName(tr("%1: %2", "a setting's title, what its button does").arg(setting_.title, text));
  // A preset differs from the defaults in many settings: offering each the way back would be restless.
  const QWidget* focus = QApplication::focusWidget();
  const bool looked_at = underMouse() || (focus != nullptr && isAncestorOf(focus));
  const bool visible = setting_.fixed.isEmpty() && (wishes || (differs && looked_at));
  // The focus must not fall through to whatever comes next, perhaps a button that starts something.
  if (!visible && reset_->hasFocus()) editor_->mainWidget().setFocus();
  reset_->setVisible(visible);
}

bool SettingRow::event(QEvent* event) {
  const bool handled = QWidget::event(event);
  if (event->type() == QEvent::Enter || event->type() == QEvent::Leave) showReset();
  return handled;
}

void SettingRow::reset() {
  const bool begun = !problem().isEmpty();
  editor_->discard();
  const State state = model_.state(setting_.path);
  if (state == State::kPending) {
    model_.wish(setting_.path, inForce());
  } else if (SettingsModel::failed(state) || state == State::kEdited) {
    model_.dropWish(setting_.path);
    if (SettingsModel::failed(model_.state(setting_.path))) model_.setState(setting_.path, State::kUnchanged);
  } else if (!begun) {
    model_.wish(setting_.path, beginning());
  }
}

QVariant SettingRow::inForce() const {
  const QVariant value = model_.value(setting_.path);
  return value.isValid() ? value : setting_.default_value;
}

/// Where a person goes back to from what is in force.
QVariant SettingRow::beginning() const {
  const QVariant baseline = model_.baseline(setting_.path);
  return baseline.isValid() ? baseline : setting_.default_value;
}

QString SettingRow::helpText() const {
  QStringList parts{setting_.unit.isEmpty() ? setting_.title : tr("%1, in %2").arg(setting_.title, setting_.unit),
                    setting_.help};
  if (setting_.lowest && setting_.highest) {
    parts << tr("From %1 to %2, by default %3.")
                 .arg(NumberText::write(setting_, *setting_.lowest), NumberText::write(*setting_.highest),
                      NumberText::write(setting_, setting_.default_value));
  } else if (!setting_.default_value.toString().isEmpty()) {
    parts << tr("By default %1.").arg(NumberText::write(setting_, setting_.default_value));
  }
  parts << setting_.path;
  for (QString& part : parts) part = part.toHtmlEscaped();
  // As rich text, long help is broken into lines.
  return QStringLiteral("<p>") + parts.join(QStringLiteral("</p><p>")) + QStringLiteral("</p>");
}

bool SettingRow::matches(const QStringList& words) const {
  return std::ranges::all_of(words, [this](const QString& word) {
    return setting_.title.contains(word, Qt::CaseInsensitive) || setting_.path.contains(word, Qt::CaseInsensitive) ||
           setting_.help.contains(word, Qt::CaseInsensitive);
  });
}

}  // namespace gan
