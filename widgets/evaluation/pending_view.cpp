#include "evaluation/pending_view.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QLocale>
#include <QProgressBar>
#include <QPushButton>
#include <QSet>
#include <QVBoxLayout>
#include <algorithm>

#include "style/duration_text.h"
#include "style/tab_order.h"

namespace gan {
namespace {

using Phase = PendingEvaluation::Phase;

double shareOf(const PendingEvaluation& evaluation) {
  return evaluation.total > 0
             ? std::clamp(static_cast<double>(evaluation.done) / static_cast<double>(evaluation.total), 0.0, 1.0)
             : 0;
}

QString titleOf(const PendingEvaluation& evaluation) {
  if (evaluation.what == PendingEvaluation::What::kTest) {
    return evaluation.step ? PendingEvaluationsView::tr("Test of step %1").arg(QLocale().toString(*evaluation.step))
                           : PendingEvaluationsView::tr("Test of the newest step");
  }
  return evaluation.step ? PendingEvaluationsView::tr("Evaluation of step %1").arg(QLocale().toString(*evaluation.step))
                         : PendingEvaluationsView::tr("Evaluation of the newest step");
}

QString stateOf(const PendingEvaluation& evaluation) {
  const double share = shareOf(evaluation);
  const QString rest = share > 0 ? durationText(evaluation.seconds / share * (1 - share)) : QString();
  switch (evaluation.phase) {
    case Phase::kWaiting:
      return PendingEvaluationsView::tr("waits for its turn");
    case Phase::kRunning:
      return rest.isEmpty() ? PendingEvaluationsView::tr("running")
                            : PendingEvaluationsView::tr("running, %1 left", "time").arg(rest);
    case Phase::kInterrupted:
      return PendingEvaluationsView::tr("interrupted: its process has ended");
    case Phase::kFailed:
      return evaluation.problem.isEmpty() ? PendingEvaluationsView::tr("failed") : evaluation.problem;
  }
  return {};
}

}  // namespace

PendingEvaluationsView::PendingEvaluationsView(QWidget* parent) : QWidget(parent), layout_(new QVBoxLayout(this)) {
  setObjectName(QStringLiteral("pending_evaluations"));
  setAccessibleName(tr("Evaluations under way"));
  layout_->setContentsMargins({});
  hide();
}

PendingEvaluationsView::Line PendingEvaluationsView::makeLine(const PendingEvaluation& evaluation) {
  const bool tests = evaluation.what == PendingEvaluation::What::kTest;
  Line line{.row = new QWidget,
            .text = new QLabel,
            .progress = new QProgressBar,
            .go_on = new QPushButton(tr("Go on")),
            .cancel = new QPushButton(tr("Cancel"))};
  line.text->setTextFormat(Qt::PlainText);
  line.text->setWordWrap(true);
  line.progress->setRange(0, 1000);
  line.progress->setMaximumWidth(16 * fontMetrics().height());
  line.go_on->setToolTip(tests ? tr("Test once more, from the first image on")
                               : tr("Go on with this evaluation, which was broken off; what it has computed is kept"));
  line.cancel->setToolTip(tests ? tr("End this test") : tr("End this evaluation"));
  line.go_on->setObjectName(QStringLiteral("evaluation_continue"));
  line.cancel->setObjectName(QStringLiteral("evaluation_cancel"));
  auto* row = new QHBoxLayout(line.row);
  row->setContentsMargins({});
  row->addWidget(line.text, 1);
  row->addWidget(line.progress);
  row->addWidget(line.go_on);
  row->addWidget(line.cancel);
  layout_->addWidget(line.row);
  connect(line.cancel, &QPushButton::clicked, this, [this, id = evaluation.id] { emit cancelWished(id); });
  connect(line.go_on, &QPushButton::clicked, this, [this, id = evaluation.id] { emit continueWished(id); });
  return line;
}

void PendingEvaluationsView::show(const Line& line, const PendingEvaluation& evaluation) {
  const QString said = tr("%1: %2", "what, how it stands").arg(titleOf(evaluation), stateOf(evaluation));
  const bool broken = evaluation.phase == Phase::kInterrupted || evaluation.phase == Phase::kFailed;
  line.text->setText(said);
  line.progress->setVisible(evaluation.phase == Phase::kRunning);
  line.progress->setValue(qRound(1000 * shareOf(evaluation)));
  line.progress->setAccessibleName(titleOf(evaluation));
  line.go_on->setVisible(broken);
  line.cancel->setAccessibleName(tr("Cancel: %1").arg(titleOf(evaluation)));
  line.go_on->setAccessibleName(tr("Go on: %1").arg(titleOf(evaluation)));
}

/// Line by line, so that none loses the focus while it stands.
void PendingEvaluationsView::setPending(const QVector<PendingEvaluation>& pending) {
  QSet<QString> stay;
  for (const PendingEvaluation& evaluation : pending) {
    stay << evaluation.id;
    if (!lines_.contains(evaluation.id)) {
      lines_.insert(evaluation.id, makeLine(evaluation));
      takeTabPlace(*this);
    }
    show(lines_.value(evaluation.id), evaluation);
  }
  for (const QString& id : lines_.keys()) {
    if (!stay.contains(id)) delete lines_.take(id).row;
  }
  setVisible(!pending.isEmpty());
}

}  // namespace gan
