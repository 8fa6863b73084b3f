// What a person can do with jobs of a Slurm cluster in the window: submit one, look at them, open their runs, cancel.
#include <QDockWidget>
#include <QFileInfo>
#include <QMessageBox>
#include <QPushButton>
#include <algorithm>

#include "dialogs/new_run_dialog.h"
#include "job_list/job_panel.h"
#include "log/alert_bar.h"
#include "window/main_window.h"
#include "window/open_run.h"

namespace gan {
namespace {

QString whatIsLost(const JobRow& job) {
  using State = JobRow::State;
  if (job.state == State::kEnding) {
    return MainWindow::tr("It is ending already. The run keeps its checkpoints and can go on from them.");
  }
  const bool queued = job.state == State::kWaiting || job.state == State::kHeld || job.state == State::kStarting;
  if (queued && job.restarts == 0) return MainWindow::tr("It loses its place in the queue.");
  if (queued) {
    return MainWindow::tr("It loses its place in the queue. The run keeps its checkpoints and can go on from them.");
  }
  return MainWindow::tr(
      "It finishes its iteration, writes a checkpoint and ends, for good. Should that take longer than "
      "the site allows, usually 30 s, what was trained since the last checkpoint is lost. The run can "
      "go on from its checkpoint.");
}

/// One place for each computer.
RunPlace queueOf(const RunPlace& place) { return place.at(QStringLiteral("/~")); }

}  // namespace

void MainWindow::makeJobActions() {
  const auto add = [this](const char* id, const Actions::Text& text, const QKeySequence& keys, auto&& does) {
    QAction* action = actions_.add(Actions::Group::kRun, QLatin1String(id), text, keys);
    connect(action, &QAction::triggered, this, does);
  };
  add("new_job", {tr("New Slurm &job …"), tr("Choose what to train on what, and hand it to a cluster.")},
      QKeySequence(tr("Ctrl+J")), [this] { newJob(); });
  add("open_job", {tr("Open the jo&b's run"), tr("Open the run that the selected Slurm job trains.")},
      QKeySequence(tr("Ctrl+Shift+J")), [this] { openJob(job_panel_->run()); });
  add("cancel_job", {tr("Cance&l Slurm job …"), tr("Take the selected job out of the queue, or end it.")}, {},
      [this] { askToCancel(job_panel_->job()); });
}

void MainWindow::makeJobsDock() {
  jobs_dock_->setObjectName(QStringLiteral("jobs_dock"));
  jobs_dock_->setWidget(job_panel_);
  addDockWidget(Qt::BottomDockWidgetArea, jobs_dock_);
  jobs_dock_->hide();  // for those who have a cluster
  connect(jobs_dock_, &QDockWidget::visibilityChanged, this, [this](bool seen) {
    jobs_seen_ = seen;
    if (seen) offerQueues();
    refreshVisibility();
    refreshJobs();
  });
  connect(job_panel_, &JobPanel::selectionChanged, this, &MainWindow::refreshJobs);
  connect(job_panel_, &JobPanel::runWished, this, &MainWindow::openJob);
  connect(job_panel_, &JobPanel::cancelWished, this, &MainWindow::askToCancel);
  connect(job_panel_, &JobPanel::queueWished, this,
          [this](int number) { jobs_.setHost(questions_.access(), queues_.value(number)); });
  connect(&jobs_, &JobStore::noteChanged, job_panel_, &JobPanel::setNote);
  connect(&jobs_, &JobStore::cancelled, this, [this](const QString& job) {
    settle(QStringLiteral("job"));
    say(tr("Job %1 is cancelled.").arg(job));
  });
  connect(&jobs_, &JobStore::notCancelled, this,
          [this](const QString& reason) { complain(QStringLiteral("job"), reason); });
  refreshJobs();
}

void MainWindow::refreshJobs() {
  const bool selected = jobs_seen_ && !job_panel_->job().isEmpty();
  for (const char* id : {"open_job", "cancel_job"}) actions_[QLatin1String(id)]->setEnabled(selected);
}

void MainWindow::newJob() {
  NewRunDialog* dialog = makeNewRunDialog();
  dialog->showSlurmPage();
  dialog->open();
}

void MainWindow::onSubmitted(const QString& job, const QString& run) {
  runs_.addFolder(QFileInfo(run).path());
  jobs_.setHost(questions_.access(), {});
  offerQueues();
  jobs_dock_->show();
  jobs_dock_->raise();
  jobs_.refresh();
  say(tr("Slurm took the run as job %1.").arg(job));
}

void MainWindow::onSubmittedThere(const QString& job, const RunPlace& run) {
  jobs_.setHost(questions_.access(), queueOf(run));
  offerQueues();
  jobs_dock_->show();
  jobs_dock_->raise();
  jobs_.refresh();
  say(tr("Slurm of %1 took the run as job %2.").arg(run.host(), job));
}

void MainWindow::offerQueues() {
  queues_ = {RunPlace()};
  QStringList names{tr("This computer")};
  const auto add = [&](const RunPlace& queue) {
    if (queue.isEmpty() || std::ranges::find(queues_, queue.target, &RunPlace::target) != queues_.end()) return;
    queues_ << queue;
    names << queue.host();
  };
  for (const SavedHost& host : preferences_.hosts()) add(queueOf(host.folder));
  add(jobs_.host());
  const auto chosen = std::ranges::find(queues_, jobs_.host().target, &RunPlace::target);
  job_panel_->setQueues(names, static_cast<int>(chosen - queues_.begin()));
}

/// A job makes its run's folder when it begins.
void MainWindow::openJob(const QString& run) {
  if (run.isEmpty()) return;
  if (!jobs_.host().isEmpty()) return openRun(jobs_.host().at(run));
  looking_.run([run] { return QFileInfo::exists(run + QStringLiteral("/run.yaml")); },
               [this, run](bool there) {
                 if (there) return openRun(RunPlace::ofFolder(run));
                 sayWhyThereIsNoRun(run);
               });
}

void MainWindow::sayWhyThereIsNoRun(const QString& run) {
  const bool has_begun = std::ranges::any_of(jobs_.model().jobs(), [&run](const JobRow& job) {
    return job.run == run && job.state != JobRow::State::kWaiting && job.state != JobRow::State::kStarting;
  });
  say(has_begun ? tr("The job has begun, but this machine does not see its run: it appears in a moment, or its folder "
                     "is on the cluster's machines only.")
                : tr("The job has not begun yet: its run appears when it does."));
}

void MainWindow::askToCancel(const QString& job) {
  const auto& jobs = jobs_.model().jobs();
  const auto found = std::ranges::find(jobs, job, &JobRow::job);
  if (found == jobs.end()) return;
  auto* question =
      new QMessageBox(QMessageBox::NoIcon, tr("Cancel job %1").arg(job),
                      tr("Cancel Slurm job %1, which trains %2?").arg(job, found->name), QMessageBox::NoButton, this);
  question->setTextFormat(Qt::PlainText);
  question->setObjectName(QStringLiteral("cancel_job_question"));
  question->setAttribute(Qt::WA_DeleteOnClose);
  question->setInformativeText(whatIsLost(*found));
  QPushButton* yes = question->addButton(tr("&Cancel the job"), QMessageBox::DestructiveRole);
  QPushButton* no = question->addButton(tr("&Keep it"), QMessageBox::RejectRole);
  yes->setObjectName(QStringLiteral("cancel_job_yes"));
  question->setDefaultButton(no);
  question->setEscapeButton(no);
  connect(yes, &QPushButton::clicked, this, [this, job] { jobs_.cancel(job); });
  question->open();
}

}  // namespace gan
