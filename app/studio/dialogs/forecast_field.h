#pragma once

#include <QWidget>
#include <optional>

#include "link/plan_task.h"

class QBoxLayout;
class QDoubleSpinBox;
class QPushButton;
class QSpinBox;

namespace gan {

class NoteLabel;

/// What a run that is not started yet will take: a button that has some iterations of it tried, and the answer. It may
/// be asked, too, how so many images of an update are accumulated from batches that fit, and what the time costs.
class ForecastField : public QWidget {
  Q_OBJECT

 public:
  explicit ForecastField(QWidget* parent = nullptr);

  /// The run that would be started; nothing: none can be, as it stands. Of another one than before nothing is known:
  /// what is under way is stopped.
  void setRun(const std::optional<NewRun>& run);
  /// Whether batch size and accumulation of the run can be set to what was found.
  void setOffersSettings(bool offers);
  /// What a device costs an hour; 0: nobody said.
  void setPrice(double price);
  /// Tries nothing any longer.
  void stop();

  bool eventFilter(QObject* watched, QEvent* event) override;
  /// Of its parts one below the other, as they stand where there is little room.
  QSize minimumSizeHint() const override;

 signals:
  /// Somebody wants to know: the run may have to be set anew.
  void asked();
  /// By a person.
  void priceChosen(double price);
  /// Somebody wants what was found: "key=value" of the run.
  void settingsWished(const QStringList& settings);

 protected:
  void resizeEvent(QResizeEvent* event) override;

 private:
  void makeWishes();
  void begin();
  void end();
  void showReport();
  QString describe(const PlanReport& report) const;
  static QString describeEvaluations(const PlanReport& report);
  QString describeBatches(const PlanReport& report) const;

  std::optional<NewRun> run_;
  std::optional<PlanReport> report_;  ///< Of this run.
  bool tries_ = false;
  bool offers_settings_ = false;
  QBoxLayout* wishes_;
  QBoxLayout* line_;
  QSpinBox* global_batch_;
  QDoubleSpinBox* price_;
  QPushButton* button_;
  NoteLabel* note_;
  QPushButton* take_;
  PlanTask task_;
};

}  // namespace gan
