#pragma once

#include <QLabel>
#include <QTimer>
#include <QVector>
#include <QWidget>

class QGridLayout;
class QToolButton;

namespace gan {

class Actions;
class RunStore;
class SettingsForm;
class Steering;

/// The live settings of the open run and the buttons that act on it.
class SteerPanel : public QWidget {
  Q_OBJECT

 public:
  SteerPanel(RunStore& run, Steering& steering, const Actions& actions, QWidget* parent = nullptr);

  void focusOn(const QString& path);

 private:
  QWidget* makeApplyRow(const Actions& actions);
  QWidget* makeButtons(const Actions& actions);
  /// Those of use in the run, without gaps.
  void arrangeButtons();
  void refresh();
  /// What stands after the run's state when it ends by itself unless somebody acts.
  QString timeLeft() const;

  RunStore& run_;
  Steering& steering_;
  SettingsForm* form_;
  QLabel* headline_;
  QLabel* report_;
  QGridLayout* button_grid_ = nullptr;
  QVector<QToolButton*> buttons_;
  QTimer countdown_;
};

}  // namespace gan
