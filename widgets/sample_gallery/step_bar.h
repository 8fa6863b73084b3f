#pragma once

#include <QWidget>

class QLabel;
class QSlider;
class QToolButton;

namespace gan {

class SampleModel;

/// A slider over every sheet, the step it stands on, and the button that follows the newest sheet.
class StepBar : public QWidget {
  Q_OBJECT

 public:
  explicit StepBar(SampleModel& model, QWidget* parent = nullptr);

  /// Shows the model's present extent; emits nothing. row -1: none.
  void show(int row, bool following);

 signals:
  void rowChosen(int row);
  void followWished(bool on);

 protected:
  void changeEvent(QEvent* event) override;

 private:
  void setTexts();

  SampleModel& model_;
  QSlider* slider_;
  QLabel* label_;
  QToolButton* newest_;
};

}  // namespace gan
