#pragma once

#include <QVector>
#include <QWidget>
#include <memory>
#include <utility>

namespace gan {

class EvaluationModel;

/// How good a run's pictures are: scores over steps with the spread of repeated draws, over truncations, precision
/// against recall, classes from the worst to the best, and another run beside all that. A row of its table is a
/// checkpoint to explore, to go on from or to branch from. Sends nothing anywhere: what a person wishes comes as
/// signals.
class EvaluationPanel : public QWidget {
  Q_OBJECT

 public:
  explicit EvaluationPanel(EvaluationModel& model, QWidget* parent = nullptr);
  ~EvaluationPanel() override;

  /// Runs whose scores may stand beside this one's: name, and folder or target.
  void setOtherRuns(const QVector<std::pair<QString, QString>>& runs);
  /// Of the row that is chosen; -1: none is.
  int current() const;
  qint64 currentStep() const;
  /// Why nothing can be evaluated here; empty: it can.
  void setRefusal(const QString& why);

 signals:
  /// Of the chosen row's step; -1: of the newest.
  void evaluationWished(qint64 step);
  void exploreWished(qint64 step);
  void resumeWished(qint64 step);
  void branchWished(qint64 step);
  void cancelWished(const QString& id);
  void continueWished(const QString& id);
  /// Its folder or target; empty: none.
  void otherRunChosen(const QString& target);
  /// Somebody looks, or nobody any more.
  void watchedChanged(bool watched);

 protected:
  void showEvent(QShowEvent* event) override;
  void hideEvent(QHideEvent* event) override;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace gan
