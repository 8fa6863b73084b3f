#pragma once

#include <QWidget>

class QLabel;
class QStackedLayout;

namespace gan {

class ProcessesModel;

/// What the processes of a training spend their time on: efficiency as a figure, who keeps the others waiting, and a
/// bar for each process. While nothing was measured it says so.
class ProcessesPanel : public QWidget {
  Q_OBJECT

 public:
  explicit ProcessesPanel(ProcessesModel& model, QWidget* parent = nullptr);

 private:
  QWidget* makeHead();
  void refresh();

  const ProcessesModel& model_;
  QStackedLayout* pages_;
  QLabel* efficiency_;
  QLabel* meaning_;
  QLabel* details_;
  QWidget* slow_;
  QLabel* slow_text_;
};

}  // namespace gan
