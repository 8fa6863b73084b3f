#pragma once

#include <QLabel>
#include <QTimer>
#include <QWidget>

namespace gan {

class Actions;
class Preferences;
class RunStore;
class SettingsForm;
class Steering;

/// The live settings of the open run, and what became of the last command.
class SteerPanel : public QWidget {
  Q_OBJECT

 public:
  SteerPanel(RunStore& run, Steering& steering, const Actions& actions, Preferences& preferences,
             QWidget* parent = nullptr);

  void focusOn(const QString& path);

 private:
  QWidget* makeApplyRow(const Actions& actions);
  void refresh();
  /// What stands after the run's state when it ends by itself unless somebody acts.
  QString timeLeft() const;

  RunStore& run_;
  Steering& steering_;
  SettingsForm* form_;
  QLabel* headline_;
  QLabel* report_;
  QTimer countdown_;
};

}  // namespace gan
