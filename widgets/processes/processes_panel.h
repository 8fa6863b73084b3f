#pragma once

#include <QVector>
#include <QWidget>

class QLabel;
class QStackedLayout;

namespace gan {

class ProcessesModel;
struct OtherRun;

/// What the processes of a training spend their time on: efficiency as a figure, who keeps the others waiting, which
/// runs compute beside it, and a bar for each process. While nothing was measured it says so.
class ProcessesPanel : public QWidget {
  Q_OBJECT

 public:
  explicit ProcessesPanel(ProcessesModel& model, QWidget* parent = nullptr);

  void setOthers(const QVector<OtherRun>& others);

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
  QLabel* others_;
};

}  // namespace gan
