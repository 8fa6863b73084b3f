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

/// The live settings of the open run, and what became of the last command. While nobody trains it, what is changed
/// waits for its next start, and is remembered until then.
class SteerPanel : public QWidget {
  Q_OBJECT

 public:
  SteerPanel(RunStore& run, Steering& steering, const Actions& actions, Preferences& preferences,
             QWidget* parent = nullptr);

  void focusOn(const QString& path);

 private:
  QWidget* makeApplyRow(const Actions& actions);
  QWidget* makeWaitingRow();
  void showWaiting();
  void refresh();
  /// What stands after the run's state when it ends by itself unless somebody acts.
  QString timeLeft() const;

  RunStore& run_;
  Steering& steering_;
  Preferences& preferences_;
  SettingsForm* form_;
  QWidget* apply_row_ = nullptr;
  QWidget* waiting_row_ = nullptr;
  QLabel* waiting_ = nullptr;
  bool knows_waiting_ = false;  ///< What was remembered has been taken up, or has become of no use.
  QLabel* headline_;
  QLabel* report_;
  QTimer countdown_;
};

}  // namespace gan
