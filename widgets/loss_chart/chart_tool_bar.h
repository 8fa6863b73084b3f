#pragma once

#include <QToolBar>

#include "loss_chart/chart_options.h"

class QAction;
class QComboBox;
class QDoubleSpinBox;
class QLabel;
class QSlider;
class QSpinBox;

namespace gan {

/// The chart's buttons and choices. Owns no choice: it shows what it is given, and says what the person wishes.
class ChartToolBar : public QToolBar {
  Q_OBJECT

 public:
  explicit ChartToolBar(QWidget* parent = nullptr);

  void setOptions(const ChartOptions& options);
  /// The last epoch that can be chosen; -1: none, and the choice is grey.
  void setLastEpoch(qint64 epoch);
  /// -1: all.
  void setEpoch(qint64 epoch);

 signals:
  void optionsChosen(const gan::ChartOptions& options);
  void epochChosen(qint64 epoch);
  void fitAsked();
  void zoomAsked(double factor);
  void exportAsked();

 private:
  template <typename Slot>
  QAction* addTool(const char* name, const QString& picture, Slot slot);
  void addAxisChoice();
  void addSmoothing();
  QAction* addSwitch(const char* name, bool ChartOptions::*option);
  void choose(const std::function<void(ChartOptions&)>& change);
  void setTexts();

  ChartOptions options_;
  QAction* fit_;
  QAction* zoom_in_;
  QAction* zoom_out_;
  QComboBox* axis_;
  QLabel* smoothing_label_;
  QSlider* slider_;
  QDoubleSpinBox* share_;
  QAction* log_;
  QAction* superseded_;
  QAction* outliers_;
  QSpinBox* epoch_;
  QAction* table_;
  QAction* export_;
};

}  // namespace gan
