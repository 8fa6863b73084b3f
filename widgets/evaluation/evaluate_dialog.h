#pragma once

#include <QDialog>

#include "evaluation/evaluation_plan.h"

class QCheckBox;
class QComboBox;
class QFormLayout;
class QLabel;
class QLineEdit;
class QPushButton;
class QSpinBox;

namespace gan {

/// How a checkpoint is to be judged, and what that would take before it is begun. Accepted when it is to begin.
class EvaluateDialog : public QDialog {
  Q_OBJECT

 public:
  explicit EvaluateDialog(EvaluationPlan& plan, QWidget* parent = nullptr);
  ~EvaluateDialog() override;

 private:
  void makeRows();
  QWidget* makeMetrics();
  void fill();
  void takeUp();
  void refresh();
  void enableInput();
  QString fault() const;
  QString forecast() const;

  EvaluationPlan& plan_;
  QString fault_;  ///< Why what somebody has typed is nothing to ask for; empty: it is.
  QFormLayout* form_;
  QComboBox* step_;
  QComboBox* weights_;
  QLineEdit* features_;
  QComboBox* resize_;
  QSpinBox* size_;
  bool says_size_ = false;  ///< The order does, and says it still where it is the network's own.
  QList<QCheckBox*> metrics_;
  QCheckBox* accuracy_ = nullptr;  ///< One of these.
  QSpinBox* count_;
  QSpinBox* draws_;
  QLineEdit* truncations_;
  QComboBox* truncation_kind_;
  QComboBox* statistics_;
  QLineEdit* classes_;
  QLabel* forecast_;
  QPushButton* start_ = nullptr;
};

}  // namespace gan
