#include "window/steer_panel.h"

#include <QAccessible>
#include <QCheckBox>
#include <QDateTime>
#include <QHBoxLayout>
#include <QLocale>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>
#include <array>
#include <utility>

#include "controls/settings_form.h"
#include "state/preferences.h"
#include "state/run_store.h"
#include "state/steering.h"
#include "state/texts.h"
#include "style/duration_text.h"
#include "style/scale.h"
#include "window/actions.h"
#include "window/run_bar.h"

namespace gan {
namespace {

/// Of the buttons; a setting that waits says so itself.
constexpr std::array kCommands = {CommandKind::kPause,  CommandKind::kContinue,   CommandKind::kStep,
                                  CommandKind::kSample, CommandKind::kCheckpoint, CommandKind::kRollback,
                                  CommandKind::kBranch, CommandKind::kStop};

/// Of the layout that is remembered.
const QString kFolded = QStringLiteral("folded settings");

/// Of each run: what is changed for its next start.
const QString kWaiting = QStringLiteral("changes for the next start");

}  // namespace

SteerPanel::SteerPanel(RunStore& run, Steering& steering, const Actions& actions, Preferences& preferences,
                       QWidget* parent)
    : QWidget(parent),
      run_(run),
      steering_(steering),
      preferences_(preferences),
      form_(new SettingsForm(steering.settings(), SettingsForm::Show::kLive)),
      headline_(new QLabel),
      report_(new QLabel) {
  setObjectName(QStringLiteral("steer_panel"));
  headline_->setObjectName(QStringLiteral("steer_headline"));
  headline_->setWordWrap(true);
  headline_->setTextFormat(Qt::PlainText);
  report_->setObjectName(QStringLiteral("steer_report"));
  report_->setWordWrap(true);
  report_->setTextFormat(Qt::PlainText);
  headline_->setToolTip(tr("Closing the window leaves the training running."));

  auto* layout = new QVBoxLayout(this);
  layout->addWidget(headline_);
  layout->addWidget(form_, 1);
  layout->addWidget(report_);  // above what is clicked: it grows at the form's cost, and no button moves
  apply_row_ = makeApplyRow(actions);
  waiting_row_ = makeWaitingRow();
  layout->addWidget(apply_row_);
  layout->addWidget(waiting_row_);
  const int margin = space(*this, Space::kTight);
  layout->setContentsMargins(margin, margin, margin, margin);
  layout->setSpacing(margin);

  form_->setFoldedSections(QString::fromUtf8(preferences.layout(kFolded)).split(QLatin1Char(' '), Qt::SkipEmptyParts));
  connect(form_, &SettingsForm::sectionsFolded, this, [this, &preferences] {
    preferences.setLayout(kFolded, form_->foldedSections().join(QLatin1Char(' ')).toUtf8());
  });

  countdown_.setInterval(1000);
  connect(&countdown_, &QTimer::timeout, this, &SteerPanel::refresh);
  connect(&run_, &RunStore::summaryChanged, this, &SteerPanel::refresh);
  connect(&run_, &RunStore::linkChanged, this, &SteerPanel::refresh);
  connect(&run_, &RunStore::opened, this, &SteerPanel::refresh);
  connect(&steering_, &Steering::reported, report_, [this](const QString& sentence) {
    report_->setText(sentence);
    QAccessibleEvent event(report_, QAccessible::Alert);  // the focus is elsewhere
    QAccessible::updateAccessibility(&event);
  });
  connect(&steering_, &Steering::waitingChanged, this, &SteerPanel::showWaiting);
  connect(&steering_, &Steering::changed, report_, [this] {
    for (const CommandKind kind : kCommands) {
      if (steering_.isPending(kind)) report_->setText(tr("%1: waiting for the engine …").arg(commandText(kind)));
    }
  });
  waiting_row_->hide();
  refresh();
  showWaiting();
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
  layout->addWidget(makeSteerButton(actions[QStringLiteral("apply")], Qt::ToolButtonTextBesideIcon));
  layout->addWidget(makeSteerButton(actions[QStringLiteral("undo")], Qt::ToolButtonTextBesideIcon));
  return row;
}

QWidget* SteerPanel::makeWaitingRow() {
  auto* row = new QWidget;
  row->setAccessibleName(tr("Changes for the next start"));
  auto* layout = new QHBoxLayout(row);
  layout->setContentsMargins(0, 0, 0, 0);
  waiting_ = new QLabel;
  waiting_->setObjectName(QStringLiteral("steer_waiting"));
  waiting_->setWordWrap(true);
  auto* discard = new QToolButton;
  discard->setObjectName(QStringLiteral("discard_waiting"));
  discard->setText(tr("Discard"));
  discard->setAccessibleName(tr("Discard the changes for the next start"));
  discard->setToolTip(tr("Forget what was changed for the next start."));
  discard->setFocusPolicy(Qt::StrongFocus);
  connect(discard, &QToolButton::clicked, this, [this] { steering_.discardWaiting(); });
  layout->addWidget(waiting_, 1);
  layout->addWidget(discard);
  return row;
}

/// They are remembered with the run, until it has been started.
void SteerPanel::showWaiting() {
  if (!run_.isOpen()) return;
  const QString run = QString::fromStdString(run_.facts().id);
  const bool waits = steering_.awaitsStart();
  if (waits && !std::exchange(knows_waiting_, true)) {
    steering_.restoreWaiting(preferences_.runState(run, kWaiting));  // each comes here again
  }
  knows_waiting_ = knows_waiting_ || run_.canSteer();
  if (knows_waiting_) preferences_.setRunState(run, kWaiting, steering_.saveWaiting());
  const int count = static_cast<int>(steering_.waiting().size());
  waiting_->setText(count == 1 ? tr("One change waits for the next start: Resume makes it.")
                               : tr("%n changes wait for the next start: Resume makes them.", nullptr, count));
  waiting_row_->setVisible(count > 0);
  apply_row_->setVisible(!waits);
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
  } else if (steering_.awaitsStart()) {
    form_->setReadOnly(false, tr("Nobody trains this run at present. What you change here waits for its next start."));
  } else if (run_.linkState() == LinkState::kFinished) {
    form_->setReadOnly(true, tr("Nobody trains this run at present: these are its last values. Resume goes on from its "
                                "last checkpoint."));
  } else if (run_.linkState() == LinkState::kRefused) {
    form_->setReadOnly(true, tr("The engine refuses this connection: %1").arg(translated(run_.linkReason())));
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
