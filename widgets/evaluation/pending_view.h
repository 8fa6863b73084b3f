#pragma once

#include <QHash>
#include <QWidget>

#include "evaluation/evaluation_entry.h"

class QLabel;
class QProgressBar;
class QPushButton;
class QVBoxLayout;

namespace gan {

/// Evaluations, or tests, that are under way, or have failed: a line each. Hidden while there is none.
class PendingEvaluationsView : public QWidget {
  Q_OBJECT

 public:
  explicit PendingEvaluationsView(QWidget* parent = nullptr);

  void setPending(const QVector<PendingEvaluation>& pending);

 signals:
  void cancelWished(const QString& id);
  void continueWished(const QString& id);

 private:
  struct Line {
    QWidget* row = nullptr;
    QLabel* text = nullptr;
    QProgressBar* progress = nullptr;
    QPushButton* go_on = nullptr;
    QPushButton* cancel = nullptr;
  };
  Line makeLine(const PendingEvaluation& evaluation);
  static void show(const Line& line, const PendingEvaluation& evaluation);

  QVBoxLayout* layout_;
  QHash<QString, Line> lines_;
};

}  // namespace gan
