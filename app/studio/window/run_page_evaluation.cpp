// How good the run is found to be: the part of its page that shows it, and has a checkpoint evaluated.
#include "evaluation/confusion_panel.h"
#include "evaluation/evaluate_dialog.h"
#include "evaluation/evaluation_panel.h"
#include "state/evaluations_store.h"
#include "state/explorer_store.h"
#include "state/tests_store.h"
#include "window/run_page.h"

namespace gan {

void RunPage::connectEvaluations() {
  connect(evaluation_, &EvaluationPanel::watchedChanged, &evaluations_, &EvaluationsStore::setWatched);
  connect(evaluation_, &EvaluationPanel::evaluationWished, this, &RunPage::planEvaluation);
  connect(evaluation_, &EvaluationPanel::exploreWished, this, &RunPage::exploreStep);
  connect(evaluation_, &EvaluationPanel::resumeWished, this, &RunPage::goOnWished);
  connect(evaluation_, &EvaluationPanel::branchWished, this, &RunPage::branchWished);
  connect(evaluation_, &EvaluationPanel::cancelWished, &evaluations_, &EvaluationsStore::cancel);
  connect(evaluation_, &EvaluationPanel::continueWished, &evaluations_, &EvaluationsStore::goOn);
  connect(evaluation_, &EvaluationPanel::otherRunChosen, &evaluations_, &EvaluationsStore::compareWith);
  connect(&evaluations_, &EvaluationsStore::refusalChanged, this,
          [this] { evaluation_->setRefusal(evaluations_.refusal()); });
  connect(confusion_, &ConfusionPanel::watchedChanged, &tests_, &TestsStore::setWatched);
  connect(confusion_, &ConfusionPanel::sheetWished, &tests_, &TestsStore::loadSheet);
  connect(confusion_, &ConfusionPanel::testWished, &tests_, &TestsStore::start);
  connect(confusion_, &ConfusionPanel::cancelWished, &tests_, &TestsStore::cancel);
  connect(confusion_, &ConfusionPanel::continueWished, &tests_, &TestsStore::goOn);
  connect(&tests_, &TestsStore::sheetLoaded, confusion_, &ConfusionPanel::setSheet);
  connect(&tests_, &TestsStore::refusalChanged, this, [this] { confusion_->setRefusal(tests_.refusal()); });
  listenTo(tests_, QStringLiteral("test"));
  connect(&tests_, &TestsStore::reported, this, &RunPage::reported);
  listenTo(evaluations_, QStringLiteral("evaluation"));
  connect(&evaluations_, &EvaluationsStore::reported, this, &RunPage::reported);
}

void RunPage::evaluate() {
  showEvaluation();
  planEvaluation(evaluation_->currentStep());
}

void RunPage::planEvaluation(qint64 step) {
  delete evaluate_dialog_;  // as with exports
  if (!evaluations_.planFor(step)) return;
  evaluate_dialog_ = new EvaluateDialog(evaluations_.plan(), this);
  evaluate_dialog_->setAttribute(Qt::WA_DeleteOnClose);
  connect(evaluate_dialog_, &QDialog::accepted, &evaluations_, &EvaluationsStore::start);
  evaluate_dialog_->open();
}

void RunPage::exploreStep(qint64 step) {
  SamplePoint point = explorer_store_.model().point();
  point.step = step;
  explorer_store_.show(QString::fromStdString(toText(point)));
  showExplorer();
}

void RunPage::showEvaluation() {
  QWidget* panel = shows_samples_ ? static_cast<QWidget*>(evaluation_) : confusion_;
  setCurrentWidget(panel);
  panel->setFocus();
}

}  // namespace gan
