#include "state/job_store.h"

#include <QFileInfo>
#include <QLocale>
#include <algorithm>
#include <array>

#include "state/texts.h"
#include "style/duration_text.h"

namespace gan {
namespace {

constexpr std::chrono::seconds kInterval{10};

struct KnownState {
  const char* slurm;
  JobRow::State state;
};
/// The states in which squeue lists a job without being asked for others.
constexpr std::array kStates{
    KnownState{"PENDING", JobRow::State::kWaiting},      KnownState{"REQUEUED", JobRow::State::kWaiting},
    KnownState{"REQUEUE_FED", JobRow::State::kWaiting},  KnownState{"REQUEUE_HOLD", JobRow::State::kHeld},
    KnownState{"SPECIAL_EXIT", JobRow::State::kHeld},    KnownState{"RESV_DEL_HOLD", JobRow::State::kHeld},
    KnownState{"CONFIGURING", JobRow::State::kStarting}, KnownState{"RUNNING", JobRow::State::kRunning},
    KnownState{"RESIZING", JobRow::State::kRunning},     KnownState{"SIGNALING", JobRow::State::kRunning},
    KnownState{"SUSPENDED", JobRow::State::kSuspended},  KnownState{"STOPPED", JobRow::State::kSuspended},
    KnownState{"COMPLETING", JobRow::State::kEnding},    KnownState{"STAGE_OUT", JobRow::State::kEnding},
};

JobRow::State stateOf(const QString& word) {
  const auto known =
      std::ranges::find_if(kStates, [&](const KnownState& one) { return word == QLatin1String(one.slurm); });
  return known == kStates.end() ? JobRow::State::kOther : known->state;
}

QString timeText(const SlurmJobReport& job) {
  const auto duration = [](qint64 seconds) { return durationText(static_cast<double>(seconds)); };
  QString used = job.used_seconds ? duration(*job.used_seconds) : QString();
  if (!job.limit_seconds) return used;
  if (used.isEmpty()) return JobStore::tr("up to %1", "time allowed").arg(duration(*job.limit_seconds));
  return JobStore::tr("%1 of %2", "time spent of the time allowed").arg(used, duration(*job.limit_seconds));
}

JobRow rowOf(const SlurmJobReport& job) {
  JobRow row;
  row.job = printable(job.job);
  row.run = job.run;
  row.name = printable(QFileInfo(job.run).fileName());
  row.state = stateOf(job.state);
  row.state_text = printable(job.state).toLower().replace(QLatin1Char('_'), QLatin1Char(' '));
  row.why = job.why.empty() ? QString() : translated(job.why);
  row.time = timeText(job);
  row.nodes = job.nodes;
  row.restarts = job.restarts;
  return row;
}

}  // namespace

JobStore::JobStore(QObject* parent) : QObject(parent) {
  again_.setSingleShot(true);
  again_.setInterval(kInterval);
  connect(&again_, &QTimer::timeout, this, &JobStore::refresh);
  connect(&listing_, &SlurmTask::looked, this, [this](bool found) {
    found_ = found;
    if (found) return refresh();
    model_.setJobs({});
    setNote(
        tr("There is no Slurm on this machine: start GAN Studio where its programs are, and your jobs are listed "
           "here."));
  });
  connect(&listing_, &SlurmTask::listed, this, &JobStore::onListed);
  connect(&listing_, &SlurmTask::failed, this, [this](const Message& why) {
    setNote(model_.rowCount() == 0 ? translated(why) : tr("This may be out of date. %1").arg(translated(why)));
    if (visible_) again_.start();
  });
  connect(&cancelling_, &SlurmTask::jobCancelled, this, [this](const QString& job) {
    cancelNext();
    emit cancelled(job);
  });
  connect(&cancelling_, &SlurmTask::failed, this, [this](const Message& why) {
    cancelNext();
    emit notCancelled(translated(why));
  });
}

/// The first again: its engine ends with its desk, perhaps before it asked Slurm.
JobStore::~JobStore() {
  QStringList here;  // of other computers only what is under way goes on
  for (const Cancelled& one : qAsConst(to_cancel_)) {
    if (one.host.isEmpty()) here << one.job;
  }
  SlurmTask::cancelJobsUnwatched(here);
}

void JobStore::setHost(const std::shared_ptr<EngineAccess>& access, const RunPlace& host) {
  access_ = access;
  if (host == host_) return;
  host_ = host;
  again_.stop();
  if (!host_.isEmpty()) access_->allow(host_);  // a person has chosen it
  listing_.setHost(access_, host_);
  found_ = false;
  model_.setJobs({});
  setNote({});
  refresh();
}

void JobStore::setVisible(bool visible) {
  if (visible_ == visible) return;
  visible_ = visible;
  if (visible) {
    refresh();
  } else {
    again_.stop();
    listing_.drop();
  }
}

void JobStore::refresh() {
  if (!visible_) return;
  again_.stop();
  if (found_) return listing_.listJobs();
  setNote(tr("Asking Slurm …"));
  listing_.look();
}

/// One after the other: a new wish would end the engine that still cancels another job.
void JobStore::cancel(const QString& job) {
  const Cancelled wished{host_, job};
  if (to_cancel_.contains(wished)) return;
  to_cancel_ << wished;
  if (to_cancel_.size() == 1) cancelFirst();
}

void JobStore::cancelFirst() {
  cancelling_.setHost(access_, to_cancel_.first().host);
  cancelling_.cancelJob(to_cancel_.first().job);
}

void JobStore::cancelNext() {
  to_cancel_.removeFirst();
  refresh();
  if (!to_cancel_.isEmpty()) cancelFirst();
}

void JobStore::onListed(const QVector<SlurmJobReport>& jobs) {
  QVector<JobRow> rows;
  for (const SlurmJobReport& job : jobs) rows << rowOf(job);
  model_.setJobs(rows);
  setNote(rows.isEmpty() ? tr("None of your jobs waits or runs. New Slurm job … in the menu Run submits one.")
                         : QString());
  again_.start();
}

void JobStore::setNote(const QString& note) {
  if (note == note_) return;
  note_ = note;
  emit noteChanged(note_);
}

}  // namespace gan
