#include "evaluation/jobs_view.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QLocale>
#include <QProgressBar>
#include <QPushButton>
#include <QSet>
#include <QVBoxLayout>
#include <algorithm>

#include "style/duration_text.h"

namespace gan {
namespace {

using Phase = EvaluationJob::Phase;

double shareOf(const EvaluationJob& job) {
  return job.total > 0 ? std::clamp(static_cast<double>(job.done) / static_cast<double>(job.total), 0.0, 1.0) : 0;
}

QString titleOf(const EvaluationJob& job) {
  return job.step ? EvaluationJobsView::tr("Evaluation of step %1").arg(QLocale().toString(*job.step))
                  : EvaluationJobsView::tr("Evaluation of the newest step");
}

QString stateOf(const EvaluationJob& job) {
  const double share = shareOf(job);
  const QString rest = share > 0 ? durationText(job.seconds / share * (1 - share)) : QString();
  switch (job.phase) {
    case Phase::kWaiting:
      return EvaluationJobsView::tr("waits for its turn");
    case Phase::kRunning:
      return rest.isEmpty() ? EvaluationJobsView::tr("running")
                            : EvaluationJobsView::tr("running, %1 left", "time").arg(rest);
    case Phase::kInterrupted:
      return EvaluationJobsView::tr("interrupted: its process has ended");
    case Phase::kFailed:
      return job.problem.isEmpty() ? EvaluationJobsView::tr("failed") : job.problem;
  }
  return {};
}

}  // namespace

EvaluationJobsView::EvaluationJobsView(QWidget* parent) : QWidget(parent), layout_(new QVBoxLayout(this)) {
  setObjectName(QStringLiteral("evaluation_jobs"));
  setAccessibleName(tr("Evaluations under way"));
  layout_->setContentsMargins({});
  hide();
}

EvaluationJobsView::Line EvaluationJobsView::makeLine(const QString& id) {
  Line line{.row = new QWidget,
            .text = new QLabel,
            .progress = new QProgressBar,
            .go_on = new QPushButton(tr("Go on")),
            .cancel = new QPushButton(tr("Cancel"))};
  line.text->setTextFormat(Qt::PlainText);
  line.text->setWordWrap(true);
  line.progress->setRange(0, 1000);
  line.progress->setMaximumWidth(16 * fontMetrics().height());
  line.go_on->setToolTip(tr("Go on with this evaluation, which was broken off; what it has computed is kept"));
  line.cancel->setToolTip(tr("End this evaluation"));
  line.go_on->setObjectName(QStringLiteral("evaluation_continue"));
  line.cancel->setObjectName(QStringLiteral("evaluation_cancel"));
  auto* row = new QHBoxLayout(line.row);
  row->setContentsMargins({});
  row->addWidget(line.text, 1);
  row->addWidget(line.progress);
  row->addWidget(line.go_on);
  row->addWidget(line.cancel);
  layout_->addWidget(line.row);
  connect(line.cancel, &QPushButton::clicked, this, [this, id] { emit cancelWished(id); });
  connect(line.go_on, &QPushButton::clicked, this, [this, id] { emit continueWished(id); });
  return line;
}

void EvaluationJobsView::show(const Line& line, const EvaluationJob& job) {
  const QString said = tr("%1: %2", "what, how it stands").arg(titleOf(job), stateOf(job));
  const bool broken = job.phase == Phase::kInterrupted || job.phase == Phase::kFailed;
  line.text->setText(said);
  line.progress->setVisible(job.phase == Phase::kRunning);
  line.progress->setValue(qRound(1000 * shareOf(job)));
  line.progress->setAccessibleName(titleOf(job));
  line.go_on->setVisible(broken);
  line.cancel->setAccessibleName(tr("Cancel: %1").arg(titleOf(job)));
  line.go_on->setAccessibleName(tr("Go on: %1").arg(titleOf(job)));
}

/// Line by line, so that none loses the focus while it stands.
void EvaluationJobsView::setJobs(const QVector<EvaluationJob>& jobs) {
  QSet<QString> stay;
  for (const EvaluationJob& job : jobs) {
    stay << job.id;
    if (!lines_.contains(job.id)) lines_.insert(job.id, makeLine(job.id));
    show(lines_.value(job.id), job);
  }
  for (const QString& id : lines_.keys()) {
    if (!stay.contains(id)) delete lines_.take(id).row;
  }
  setVisible(!jobs.isEmpty());
}

}  // namespace gan
