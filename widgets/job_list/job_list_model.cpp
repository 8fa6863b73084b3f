#include "job_list/job_list_model.h"

#include <QIcon>
#include <QLocale>
#include <QSet>
#include <algorithm>

#include "style/icons.h"
#include "style/plain_text.h"

namespace gan {
namespace {

constexpr int kColumns = JobListModel::kRestarts + 1;

QString stateText(const JobRow& job) {
  switch (job.state) {
    case JobRow::State::kWaiting:
      return job.restarts > 0 ? JobListModel::tr("waiting again") : JobListModel::tr("waiting");
    case JobRow::State::kHeld:
      return JobListModel::tr("held");
    case JobRow::State::kStarting:
      return JobListModel::tr("starting");
    case JobRow::State::kRunning:
      return JobListModel::tr("running");
    case JobRow::State::kSuspended:
      return JobListModel::tr("suspended");
    case JobRow::State::kEnding:
      return JobListModel::tr("ending");
    case JobRow::State::kOther:
      return job.state_text;
  }
  return {};
}

QString iconName(JobRow::State state) {
  switch (state) {
    case JobRow::State::kWaiting:
    case JobRow::State::kStarting:
      return QStringLiteral("state-starting");
    case JobRow::State::kRunning:
      return QStringLiteral("state-running");
    case JobRow::State::kEnding:
      return QStringLiteral("state-stopped");
    case JobRow::State::kHeld:
    case JobRow::State::kSuspended:
      return QStringLiteral("state-paused");
    case JobRow::State::kOther:
      return QStringLiteral("info");
  }
  return {};
}

/// The first of each number.
QVector<JobRow> withoutDoubles(const QVector<JobRow>& jobs) {
  QVector<JobRow> single;
  QSet<QString> seen;
  for (const JobRow& job : jobs) {
    if (seen.contains(job.job)) continue;
    seen.insert(job.job);
    single << job;
  }
  return single;
}

}  // namespace

JobListModel::JobListModel(QObject* parent) : QAbstractTableModel(parent) {}

int JobListModel::rowOf(const QString& job) const {
  const auto found = std::ranges::find(jobs_, job, &JobRow::job);
  return found == jobs_.end() ? -1 : static_cast<int>(found - jobs_.begin());
}

/// Row by row: a reset would lose what is selected.
void JobListModel::setJobs(const QVector<JobRow>& listed) {
  const QVector<JobRow> jobs = withoutDoubles(listed);
  QSet<QString> stay;
  for (const JobRow& job : jobs) stay.insert(job.job);
  for (int row = rowCount() - 1; row >= 0; --row) {
    if (stay.contains(jobs_[row].job)) continue;
    beginRemoveRows({}, row, row);
    jobs_.remove(row);
    endRemoveRows();
  }
  for (int row = 0; row < static_cast<int>(jobs.size()); ++row) {
    const int before = rowOf(jobs[row].job);
    if (before < 0) {
      beginInsertRows({}, row, row);
      jobs_.insert(row, jobs[row]);
      endInsertRows();
      continue;
    }
    if (before != row) {
      beginMoveRows({}, before, before, {}, row);  // those above are in order: it comes from below
      jobs_.move(before, row);
      endMoveRows();
    }
    if (jobs_[row] == jobs[row]) continue;
    jobs_[row] = jobs[row];
    emit dataChanged(index(row, 0), index(row, kColumns - 1));
  }
}

int JobListModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(jobs_.size());
}

int JobListModel::columnCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : kColumns; }

QString JobListModel::text(const JobRow& job, int column) const {
  switch (column) {
    case kJob:
      return job.job;
    case kRun:
      return job.name;
    case kState:
      return stateText(job);
    case kWhy:
      return job.why;
    case kTime:
      return job.time;
    case kNodes:
      return QLocale().toString(job.nodes);
    case kRestarts:
      return QLocale().toString(job.restarts);
    default:
      return {};
  }
}

QVariant JobListModel::data(const QModelIndex& index, int role) const {
  if (!checkIndex(index, CheckIndexOption::IndexIsValid)) return {};
  const JobRow& job = jobs_[index.row()];
  switch (role) {
    case Qt::DisplayRole:
      return text(job, index.column());
    case Qt::DecorationRole:
      return index.column() == kState ? QVariant(icon(iconName(job.state))) : QVariant();
    case Qt::TextAlignmentRole:
      return index.column() >= kNodes ? QVariant(Qt::AlignRight | Qt::AlignVCenter) : QVariant();
    case Qt::ToolTipRole:
      return plainToolTip({tr("Job %1").arg(job.job), job.run, stateText(job), job.why});
    case Qt::AccessibleTextRole: {
      // The first column speaks for the row, as a screen reader says it when the arrow keys reach it.
      if (index.column() != kJob) return text(job, index.column());
      const QString said = tr("Job %1, %2, %3").arg(job.job, text(job, kRun), stateText(job));
      return job.why.isEmpty() ? said : tr("%1: %2").arg(said, job.why);
    }
    default:
      return {};
  }
}

QVariant JobListModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal) return {};
  if (role == Qt::TextAlignmentRole && section >= kNodes) return QVariant(Qt::AlignRight | Qt::AlignVCenter);
  if (role == Qt::ToolTipRole && section == kRestarts) return tr("How often the job went back into the queue");
  if (role != Qt::DisplayRole) return {};
  switch (section) {
    case kJob:
      return tr("Job");
    case kRun:
      return tr("Run");
    case kState:
      return tr("State");
    case kWhy:
      return tr("Why it waits");
    case kTime:
      return tr("Time");
    case kNodes:
      return tr("Machines");
    case kRestarts:
      return tr("Requeued");
    default:
      return {};
  }
}

}  // namespace gan
