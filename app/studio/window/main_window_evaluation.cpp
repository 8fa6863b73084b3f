// What a person can do with a checkpoint whose scores are known: go on from it, branch from it, see another run beside.
#include <QJsonObject>
#include <QLocale>
#include <QMessageBox>
#include <QPushButton>

#include "evaluation/evaluation_panel.h"
#include "state/texts.h"
#include "window/checkpoint_dialog.h"
#include "window/main_window.h"
#include "window/open_run.h"
#include "window/run_page.h"

namespace gan {

void MainWindow::offerOtherRuns() {
  QVector<std::pair<QString, QString>> runs;
  for (const RunRow& run : runs_.model().runs()) {
    const bool has_scores_here = run.place.isLocal() && runPlace().isLocal();
    if (has_scores_here && run.place != runPlace()) runs << std::pair(displayName(run), run.place.folder());
  }
  open_->page->evaluation().setOtherRuns(runs);
}

void MainWindow::askToGoOnFrom(qint64 step) {
  const QString number = QLocale().toString(step);
  auto* question = new QMessageBox(
      QMessageBox::NoIcon, tr("Go on from step %1").arg(number),
      tr("Training goes on from the checkpoint of step %1. What came after it stays in the run, as superseded.")
          .arg(number),
      QMessageBox::Cancel, this);
  question->setObjectName(QStringLiteral("go_on_from"));
  question->setTextFormat(Qt::PlainText);
  question->setAttribute(Qt::WA_DeleteOnClose);
  QPushButton* go = question->addButton(tr("&Go on"), QMessageBox::AcceptRole);
  go->setObjectName(QStringLiteral("go"));
  connect(go, &QPushButton::clicked, this, [this, step, run = runPlace()] {
    if (run != runPlace()) return;
    if (runGoesOn()) return open_->steering.rollBack(step);
    if (!run.isLocal()) return complain(QStringLiteral("open"), whyNotHere(run));
    say(tr("Starting an engine …"));
    launcher_.resumeFrom(run.folder(), step);
  });
  question->open();
}

/// The engine that trains the run makes the branch; where there is none, one of the studio's own does.
void MainWindow::branchFrom(qint64 step) {
  if (checkpoint_dialog_) checkpoint_dialog_->close();
  checkpoint_dialog_ =
      new CheckpointDialog(CheckpointDialog::Purpose::kBranch, open_->store.checkpoints(),
                           QString::fromStdString(open_->store.facts().path) + QStringLiteral("-branch"), this);
  checkpoint_dialog_->choose(step);
  connect(checkpoint_dialog_, &CheckpointDialog::chosen, this,
          [this, run = runPlace()](qint64 from, const QString& out) {
            if (run == runPlace() && runGoesOn()) return open_->steering.branch(from, out);
            if (!run.isLocal()) return complain(QStringLiteral("branch"), whyNotHere(run));
            branching_.ask([this, run, from, out] {
              return EngineQuestion{
                  .arguments = {QStringLiteral("branch"), run.folder(), QStringLiteral("--from"), QString::number(from),
                                QStringLiteral("--out"), out, QStringLiteral("--json")},
                  .about = run.folder(),
                  .read = [this, out](const QJsonObject&) -> EngineQuestion::Answer {
                    return [this, out] { onBranched(out); };
                  },
                  .failed = [this](const Message& why) { complain(QStringLiteral("branch"), translated(why)); }};
            });
          });
  checkpoint_dialog_->open();
}

}  // namespace gan
