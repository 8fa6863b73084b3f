#pragma once

#include <QVector>
#include <QWidget>

class QAction;
class QToolButton;

namespace gan {

class Actions;
class RunStore;

/// What is done to the open run, as a row of buttons: those that do no harm together, and stop away from them. Signs,
/// and words beside as many as there is room for, those that are used most first.
class RunBar : public QWidget {
  Q_OBJECT

 public:
  RunBar(RunStore& run, const Actions& actions, QWidget* parent = nullptr);

  /// Words beside the signs as far as this width goes.
  void fitInto(int width);

 private:
  /// Those of use in the run.
  void arrange();

  RunStore& run_;
  QVector<QToolButton*> buttons_;
  int room_ = 0;
};

/// A button of an action that, when it is greyed while it has the focus, hands it to no neighbour, which the next press
/// of Space would set off: its row keeps it, and gives it back.
QToolButton* makeSteerButton(QAction* action, Qt::ToolButtonStyle style);

}  // namespace gan
