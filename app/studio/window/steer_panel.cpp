#include "window/steer_panel.h"

#include <QCheckBox>
#include <QDateTime>
#include <QEvent>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QLocale>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>
#include <array>
#include <utility>

#include "controls/settings_form.h"
#include "state/run_store.h"
#include "state/steering.h"
#include "state/texts.h"
#include "style/duration_text.h"
#include "window/actions.h"

namespace gan {
namespace {

/// Of the buttons; a setting that waits says so itself.
constexpr std::array kCommands = {CommandKind::kPause,  CommandKind::kContinue,   CommandKind::kStep,
                                  CommandKind::kSample, CommandKind::kCheckpoint, CommandKind::kRollback,
                                  CommandKind::kBranch, CommandKind::kStop};

/// A button that is greyed while it has the focus hands it to no neighbour, which the next press of Space would set
/// off: its row keeps it, and gives it back.
class SteerButton : public QToolButton {
 public:
  using QToolButton::QToolButton;

 protected:
  bool focusNextPrevChild(bool next) override {
    if (isEnabled()) return QToolButton::focusNextPrevChild(next);
    parentWidget()->setFocus();
    was_focused_ = true;
    return true;
  }
  void changeEvent(QEvent* event) override {
    QToolButton::changeEvent(event);
    if (event->type() != QEvent::EnabledChange || !isEnabled() || !std::exchange(was_focused_, false)) return;
    if (parentWidget()->hasFocus()) setFocus();
  }

 private:
  bool was_focused_ = false;  ///< When it was greyed.
};

QToolButton* makeButton(QAction* action, Qt::ToolButtonStyle style) {
  auto* button = new SteerButton;
  button->setDefaultAction(action);
  button->setToolButtonStyle(style);
  button->setObjectName(QStringLiteral("button_") + action->objectName());
  button->setAccessibleDescription(action->statusTip());
  button->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
  button->setFocusPolicy(Qt::StrongFocus);
  return button;
}

}  // namespace

SteerPanel::SteerPanel(RunStore& run, Steering& steering, const Actions& actions, QWidget* parent)
    : QWidget(parent),
      run_(run),
      steering_(steering),
      form_(new SettingsForm(steering.settings(), SettingsForm::Show::kLive)),
      headline_(new QLabel),
      report_(new QLabel) {
  setObjectName(QStringLiteral("steer_panel"));
  headline_->setObjectName(QStringLiteral("steer_headline"));
  headline_->setAccessibleName(tr("State of the run"));
  headline_->setWordWrap(true);
  headline_->setTextFormat(Qt::PlainText);
  report_->setObjectName(QStringLiteral("steer_report"));
  report_->setAccessibleName(tr("Answer to the last command"));
  report_->setWordWrap(true);
  report_->setTextFormat(Qt::PlainText);
  auto* stays = new QLabel(tr("Closing the window leaves the training running."));
  stays->setWordWrap(true);
  stays->setForegroundRole(QPalette::PlaceholderText);

  auto* layout = new QVBoxLayout(this);
  layout->addWidget(headline_);
  layout->addWidget(form_, 1);
  layout->addWidget(report_);  // above what is clicked: it grows at the form's cost, and no button moves
  layout->addWidget(makeApplyRow(actions));
  layout->addWidget(makeButtons(actions));
  layout->addWidget(stays);

  countdown_.setInterval(1000);
  connect(&countdown_, &QTimer::timeout, this, &SteerPanel::refresh);
  connect(&run_, &RunStore::summaryChanged, this, &SteerPanel::refresh);
  connect(&run_, &RunStore::linkChanged, this, &SteerPanel::refresh);
  connect(&run_, &RunStore::opened, this, [this] {
    arrangeButtons();
    refresh();
  });
  connect(&steering_, &Steering::reported, report_, [this](const QString& sentence) { report_->setText(sentence); });
  connect(&steering_, &Steering::changed, report_, [this] {
    for (const CommandKind kind : kCommands) {
      if (steering_.isPending(kind)) report_->setText(tr("%1: waiting for the engine …").arg(commandText(kind)));
    }
  });
  refresh();
}

QWidget* SteerPanel::makeApplyRow(const Actions& actions) {
  auto* row = new QWidget;
  row->setAccessibleName(tr("Settings"));
  auto* layout = new QHBoxLayout(row);
  layout->setContentsMargins(0, 0, 0, 0);
  auto* at_once = new QCheckBox(tr("Apply at once"));
  at_once->setObjectName(QStringLiteral("apply_at_once"));
  at_once->setToolTip(tr("Off: changes wait, and Apply sends them together, for the same step."));
  at_once->setChecked(steering_.appliesAtOnce());
  connect(at_once, &QCheckBox::toggled, this, [this](bool on) { steering_.setAppliesAtOnce(on); });
  layout->addWidget(at_once, 1);
  layout->addWidget(makeButton(actions[QStringLiteral("apply")], Qt::ToolButtonTextBesideIcon));
  layout->addWidget(makeButton(actions[QStringLiteral("undo")], Qt::ToolButtonTextBesideIcon));
  return row;
}

QWidget* SteerPanel::makeButtons(const Actions& actions) {
  auto* buttons = new QWidget;
  buttons->setAccessibleName(tr("Commands"));
  button_grid_ = new QGridLayout(buttons);
  button_grid_->setContentsMargins(0, 0, 0, 0);
  button_grid_->setSpacing(2);
  for (const char* id : {"pause", "single_step", "sample", "checkpoint", "roll_back", "branch", "stop", "resume"}) {
    buttons_ << makeButton(actions[QLatin1String(id)], Qt::ToolButtonTextUnderIcon);
    buttons_.last()->setParent(buttons);
  }
  arrangeButtons();
  return buttons;
}

void SteerPanel::arrangeButtons() {
  int place = 0;
  for (QToolButton* button : buttons_) {
    const bool is_of_use = !run_.isClassifier() || button->objectName() != QLatin1String("button_sample");
    button_grid_->removeWidget(button);
    if (is_of_use) {
      button_grid_->addWidget(button, place / 4, place % 4);
      ++place;
    }
    button->setVisible(is_of_use);
  }
}

void SteerPanel::refresh() {
  if (!run_.isOpen()) {
    headline_->setText(tr("Opening the run …"));
    form_->setReadOnly(true);
    return;
  }
  const RunSummary& summary = run_.summary();
  const QString step = QLocale().toString(static_cast<qlonglong>(summary.step));
  const bool died = run_.engineDied();
  const QString reason = died ? QString() : translated(summary.status_reason);
  const QString status = died ? tr("the engine is gone") : statusText(summary.status);
  const QString left = died ? QString() : timeLeft();
  const QString headline =
      reason.isEmpty() ? tr("Step %1 · %2").arg(step, status) : tr("Step %1 · %2: %3").arg(step, status, reason);
  headline_->setText(left.isEmpty() ? headline : tr("%1 (%2 left)").arg(headline, left));
  if (left.isEmpty()) {
    countdown_.stop();
  } else if (!countdown_.isActive()) {
    countdown_.start();
  }
  if (run_.canSteer()) {
    form_->setReadOnly(false);
  } else if (run_.linkState() == LinkState::kFinished) {
    form_->setReadOnly(true, tr("Nobody trains this run at present: these are its last values. Resume goes on from its "
                                "last checkpoint."));
  } else {
    form_->setReadOnly(true, tr("There is no contact with the engine at present; what it does it goes on doing."));
  }
}

QString SteerPanel::timeLeft() const {
  const double deadline = run_.summary().deadline_unix_seconds;
  if (deadline <= 0) return {};
  const double now = static_cast<double>(QDateTime::currentMSecsSinceEpoch()) / 1000;
  return durationText(std::max(0.0, deadline - now));
}

void SteerPanel::focusOn(const QString& path) { form_->focusOn(path); }

}  // namespace gan
