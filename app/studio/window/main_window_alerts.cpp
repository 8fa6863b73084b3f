// What wants attention: what rules found in the open run, what failed, and what could be done about it; and whether the
// desktop is to say so.
#include <QActionGroup>
#include <QLocale>

#include "log/alert_bar.h"
#include "state/texts.h"
#include "window/actions.h"
#include "window/desktop_presence.h"
#include "window/main_window.h"
#include "window/open_run.h"

namespace gan {
namespace {

/// Notices about the open run begin so: they go with it, and their actions are for no other run.
const QString kOfTheRun = QStringLiteral("run:");
const QString kBranched = QStringLiteral("branched:");
const QString kDied = QStringLiteral("died");
const QString kRefused = QStringLiteral("refused");
const QString kTryAgain = QStringLiteral("try_again");
const QString kComplaint = QStringLiteral("complaint:");
const QString kOpening = QStringLiteral("open");

}  // namespace

void MainWindow::makeDesktopActions() {
  using Desktop = Preferences::Desktop;
  auto* group = new QActionGroup(this);
  group->setExclusive(false);
  const auto add = [&](const char* id, Desktop what, const Actions::Text& text) {
    QAction* action = actions_.addCheckable(Actions::Group::kView, QLatin1String(id), text);
    action->setActionGroup(group);
    action->setChecked(preferences_.asksDesktop(what));
    connect(action, &QAction::triggered, this, [this, what](bool asks) {
      preferences_.setAsksDesktop(what, asks);
      presence_->refresh();
    });
  };
  add("desktop_notifications", Desktop::kNotifications,
      {tr("&Notifications"), tr("Tell on the desktop when a run has ended or something is wrong with it.")});
  add("desktop_tray", Desktop::kTray, {tr("Sign beside the cloc&k"), tr("Show beside the clock how the run goes.")});
  add("desktop_awake", Desktop::kKeepsAwake,
      {tr("Keep &awake while training"),
       tr("Do not let this computer fall asleep while it trains a run of the list.")});
}

void MainWindow::followListed() {
  connect(&runs_, &RunListStore::runsChanged, presence_,
          [this] { presence_->setOthers(runs_.trainedHere(runPlace())); });
  connect(&runs_, &RunListStore::ended, presence_, [this](const RunRow& run) {
    if (run.place != runPlace()) presence_->tellEnd(run);  // of the open one more is known
  });
  connect(presence_, &DesktopPresence::runChosen, this, [this](const RunPlace& run) {
    const RunRow* row = runs_.model().find(run);
    openRun(row != nullptr ? row->place : run);  // under the name that it has here
  });
  connect(&runs_, &RunListStore::troubled, presence_, [this](const RunRow& run) {
    if (run.place != runPlace()) presence_->tellTrouble(run);
  });
}

void MainWindow::followAlerts() {
  connect(&open_->store, &RunStore::alerted, this, &MainWindow::showOfTheRun);
  connect(&open_->store, &RunStore::alertSettled, this,
          [this](const QString& id) { alerts_->dismiss(kOfTheRun + id); });
  connect(&open_->store, &RunStore::alerted, this, &MainWindow::showStanding);
  connect(&open_->store, &RunStore::alertSettled, this, &MainWindow::showStanding);
  connect(&open_->steering, &Steering::branched, this, [this](const QString& out) {
    const QString host = runPlace().host();
    if (const RunPlace made = runPlace().at(out); !made.isEmpty()) return onBranched(made);
    say(host.isEmpty() ? tr("The branch %1 was made.").arg(out) : tr("The branch %1 was made on %2.").arg(out, host));
  });
}

/// On another computer it can be trained once it is open: then it is known where.
void MainWindow::onBranched(const RunPlace& out) {
  runs_.scanNow();
  settle(QStringLiteral("branch"));
  AlertNotice notice;
  notice.id = kBranched + out.target;
  notice.severity = Severity::kInfo;
  notice.text = out.isLocal() ? tr("The branch %1 was made.").arg(out.folder())
                              : tr("The branch %1 was made on %2.").arg(out.path(), out.host());
  notice.actions = {{QStringLiteral("open"), tr("Open it")}};
  if (out.isLocal()) notice.actions << AlertNotice::Action{QStringLiteral("resume"), tr("Train it")};
  alerts_->show(notice);
}

void MainWindow::dropAlerts() {
  for (const AlertNotice& notice : alerts_->notices()) {
    if (notice.id.startsWith(kOfTheRun)) alerts_->dismiss(notice.id);
  }
}

void MainWindow::showDeath(bool died) {
  if (!died) return alerts_->dismiss(kOfTheRun + kDied);
  AlertNotice notice;
  notice.id = kDied;
  notice.severity = Severity::kError;
  const QString step = QLocale().toString(static_cast<qlonglong>(open_->store.summary().step));
  const QString why = translated(open_->store.linkReason());
  notice.text = why.isEmpty() ? tr("The engine of this run is gone. Everything up to step %1 is here; Resume goes on "
                                   "from the last checkpoint.")
                                    .arg(step)
                              : tr("The engine of this run is gone. %1 Everything up to step %2 is here; Resume goes "
                                   "on from the last checkpoint.")
                                    .arg(why, step);
  if (!runPlace().path().isEmpty()) notice.actions = {{QStringLiteral("resume"), tr("Resume")}};
  showOfTheRun(notice);
}

void MainWindow::showRefusal(bool refused) {
  if (!refused) return alerts_->dismiss(kOfTheRun + kRefused);
  AlertNotice notice;
  notice.id = kRefused;
  notice.severity = Severity::kError;
  notice.text = tr("Refused: %1 What is shown is how the run stood before.").arg(translated(open_->store.linkReason()));
  notice.actions = {{kTryAgain, tr("Try again …")}};
  showOfTheRun(notice);
}

void MainWindow::sayNotOpened(const RunPlace& place, const Message& why) {
  not_opened_ = place;
  AlertNotice notice;
  notice.id = kComplaint + kOpening;
  notice.severity = Severity::kError;
  notice.text = translated(why);
  if (!place.isLocal()) notice.actions = {{kTryAgain, tr("Try again …")}};
  alerts_->show(notice);
}

/// A person is asked anew for what was refused.
void MainWindow::openAnew() {
  const RunPlace place = runPlace();
  closeRun();
  openRun(place);
}

void MainWindow::showOfTheRun(AlertNotice notice) {
  notice.id.prepend(kOfTheRun);
  alerts_->show(notice);
}

void MainWindow::complain(const QString& id, const QString& sentence) {
  alerts_->show({kComplaint + id, Severity::kError, sentence, {}});
}

void MainWindow::settle(const QString& id) { alerts_->dismiss(kComplaint + id); }

void MainWindow::onAlertAction(const QString& id, const QString& action) {
  if (id.startsWith(kBranched)) {
    const RunPlace out = RunPlace::ofTarget(id.mid(kBranched.size()));
    openRun(out);
    if (action == QLatin1String("resume")) resumeRun(out);
  } else if (id == kComplaint + kOpening) {
    openRun(not_opened_);
  } else if (!open_ || !id.startsWith(kOfTheRun)) {
    return;
  } else if (action == QLatin1String("resume")) {
    resumeRun(runPlace());
  } else if (action == kTryAgain) {
    openAnew();
  } else {
    answerAlert(id.mid(kOfTheRun.size()), action);
  }
  alerts_->dismiss(id);
}

void MainWindow::answerAlert(const QString& notice, const QString& action) {
  const Alert* const alert = open_->store.alert(notice);
  if (action == QLatin1String("stop")) {
    open_->steering.stop();
  } else if (alert == nullptr) {
    return;
  } else if (action == QLatin1String("rollback")) {
    open_->steering.rollBack(alert->healthy_step < 0 ? std::nullopt : std::optional<qint64>(alert->healthy_step));
  } else if (action == QLatin1String("halve")) {
    open_->steering.lowerNow(alert->remedy);
  } else if (action == QLatin1String("ignore")) {
    if (alert->rule == kNotFiniteRule) return open_->steering.ignoreNotFinite();
    runs_.ignoreAlert(runPlace(), *alert);
    open_->store.ignoreAlert(notice);
  }
}

}  // namespace gan
