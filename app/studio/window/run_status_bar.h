#pragma once

#include <QLabel>
#include <QStatusBar>

namespace gan {

class RunStore;

/// What is true of the open run at this moment: connection, state, step, epoch, speed, time left, memory, load, disk.
class RunStatusBar : public QStatusBar {
  Q_OBJECT

 public:
  explicit RunStatusBar(QWidget* parent = nullptr);

  /// Null: no run is open.
  void follow(RunStore* run);

 private:
  QLabel* addField(const QString& name, const QString& accessible_name);
  void refresh();

  RunStore* run_ = nullptr;
  QLabel* link_;
  QLabel* progress_;
  QLabel* speed_;
  QLabel* remaining_;
  QLabel* load_;
};

}  // namespace gan
