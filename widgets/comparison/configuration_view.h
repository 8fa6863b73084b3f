#pragma once

#include <QWidget>

class QLabel;

namespace gan {

class ConfigurationModel;

/// Shows it: the settings that differ, or with a check all of them; Ctrl+C copies the chosen lines.
class ConfigurationView : public QWidget {
  Q_OBJECT

 public:
  explicit ConfigurationView(ConfigurationModel& model, QWidget* parent = nullptr);

 private:
  void refresh();

  ConfigurationModel& model_;
  QLabel* remark_;
};

}  // namespace gan
