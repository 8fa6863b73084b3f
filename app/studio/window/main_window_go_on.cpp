// How the open run goes on: from where, how far, with which settings, in itself or in a branch.
#include <QJsonObject>
#include <QTimer>
#include <algorithm>

#include "core/error.h"
#include "dialogs/go_on_dialog.h"
#include "state/texts.h"
#include "window/main_window.h"
#include "window/manual_window.h"
#include "window/open_run.h"

namespace gan {
namespace {

constexpr std::chrono::milliseconds kCheckpointsAgain{1000};
constexpr std::chrono::milliseconds kCheckpointsAgainThere{5000};

}  // namespace

/// A run that has made all its steps has nothing to go on with, unless it is to make more.
void MainWindow::resumeRun(const RunPlace& run) {
  if (run != runPlace()) {
    say(tr("Starting an engine …"));
    return launcher_.resume(run.folder());
  }
  if (open_->steering.isStarting()) return;
  if (needsLength()) return goOnFrom(GoOn::kResume);
  startEngine({.changes = overridesOf(open_->steering.waiting())});
}

bool MainWindow::needsLength() const {
  if (!open_->store.isOpen()) return false;
  GoOnPlan plan(open_->store);
  const std::vector<ListedCheckpoint> offered = plan.offered();
  if (!offered.empty()) plan.setCheckpoint(offered.front());
  return plan.isOver();
}

void MainWindow::startEngine(const ResumeWish& wish) {
  say(tr("Starting an engine …"));
  open_->steering.startAsked();
  const RunPlace run = runPlace();
  if (run.isLocal()) return launcher_.resume(run.folder(), wish);
  try {
    host_launcher_.start(run, resumeArgumentsThere(run.path(), open_->store.facts(), wish));
  } catch (const Error& error) {
    open_->steering.startEnded(false);
    sayNotTrained(run, messageOf(error));
  }
}

void MainWindow::goOnFrom(std::optional<GoOn> what, std::optional<qint64> step) {
  if (!open_->store.isOpen()) return;
  if (what == GoOn::kBranch && open_->steering.isPending(CommandKind::kBranch)) return;
  if (what == GoOn::kRollBack && open_->steering.isPending(CommandKind::kRollback)) return;
  if (go_on_dialog_) go_on_dialog_->close();
  RunStore& store = open_->store;
  go_on_dialog_ = new GoOnDialog(store,
                                 {.what = what,
                                  .out = QString::fromStdString(store.facts().path) + QStringLiteral("-branch"),
                                  .host = runPlace().host(),
                                  .changes = open_->steering.waiting(),
                                  .device_price = preferences_.devicePrice()},
                                 this);
  connect(go_on_dialog_, &GoOnDialog::devicePriceChosen, this,
          [this](double price) { preferences_.setDevicePrice(price); });
  if (step) go_on_dialog_->choose(*step);
  if (!runGoesOn() && needsLength()) {
    const qint64 done = store.summary().step;
    const qint64 left = store.summary().total_steps - done;  // of what was asked for last
    go_on_dialog_->proposeMoreSteps(left > 0 ? left : std::max<qint64>(1, done));
  }
  offerManual(*go_on_dialog_, QStringLiteral("checkpoints"));
  // What was listed last may be gone: it offers what the disk says now, and says again while it is open.
  auto* again = new QTimer(go_on_dialog_);
  connect(again, &QTimer::timeout, &open_->link, &RunLink::requestCheckpoints);
  again->start(runPlace().isLocal() ? kCheckpointsAgain : kCheckpointsAgainThere);
  connect(go_on_dialog_, &GoOnDialog::chosen, this, [this, run = runPlace()](const GoOnWish& wish) {
    if (run == runPlace()) goOn(wish);
  });
  go_on_dialog_->open();
  open_->link.requestCheckpoints();
}

void MainWindow::goOn(const GoOnWish& wish) {
  switch (wish.what) {
    case GoOn::kRollBack:
      return open_->steering.rollBack(wish.step, wish.changes);
    case GoOn::kBranch:
      return makeBranch(wish);
    case GoOn::kResume:
      // They wait for the start as those that were made beside it, so that it shows what becomes of them.
      open_->steering.discardWaiting();
      for (const Assignment& one : wish.changes) {
        open_->steering.settings().wish(QString::fromStdString(one.path), toVariant(one.value));
      }
      return startEngine({.from_step = wish.newest ? std::nullopt : std::optional(wish.step),
                          .until_step = wish.until_step,
                          .changes = overridesOf(wish.changes)});
  }
}

/// The engine that trains the run makes the branch; where there is none, or settings differ, one of the studio's own.
void MainWindow::makeBranch(const GoOnWish& wish) {
  const QStringList overrides = branchOverrides(wish);
  if (runGoesOn() && overrides.isEmpty()) return open_->steering.branch(wish.step, wish.out);
  const QString run = runPlace().path();
  if (run.isEmpty()) return complain(QStringLiteral("branch"), whyNotStarted(runPlace()));
  QStringList arguments{QStringLiteral("branch"), run,     QStringLiteral("--from"), QString::number(wish.step),
                        QStringLiteral("--out"),  wish.out};
  for (const QString& override : overrides) arguments << QStringLiteral("--set") << override;
  if (!runPlace().isLocal()) {
    const RunPlace out = runPlace().at(wish.out);
    branches_there_ << out.target;
    say(tr("The branch is being made …"));
    return host_launcher_.start(out, arguments);
  }
  arguments << QStringLiteral("--json");
  branching_.ask([this, arguments, run, out = wish.out] {
    return EngineQuestion{
        .arguments = arguments,
        .about = run,
        .read = [this, out](const QJsonObject&) -> EngineQuestion::Answer {
          return [this, out] {
            settle(QStringLiteral("branch"));
            onBranched(RunPlace::ofFolder(out));
          };
        },
        .failed = [this](const Message& why) { complain(QStringLiteral("branch"), translated(why)); }};
  });
}

}  // namespace gan
