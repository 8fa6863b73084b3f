#pragma once

#include <QWidget>
#include <optional>

#include "link/plan_task.h"

class QPushButton;

namespace gan {

class NoteLabel;

/// What a run that is not started yet will take: a button that has some iterations of it tried, and the answer.
class ForecastField : public QWidget {
  Q_OBJECT

 public:
  explicit ForecastField(QWidget* parent = nullptr);

  /// The run that would be started; nothing: none can be, as it stands. Of another one than before nothing is known:
  /// what is under way is stopped.
  void setRun(const std::optional<NewRun>& run);
  /// Tries nothing any longer.
  void stop();

 signals:
  /// Somebody wants to know: the run may have to be set anew.
  void asked();

 private:
  void begin();
  void end();
  void show(const PlanReport& report);
  static QString describe(const PlanReport& report);

  std::optional<NewRun> run_;
  bool tries_ = false;
  QPushButton* button_;
  NoteLabel* note_;
  PlanTask task_;
};

}  // namespace gan
