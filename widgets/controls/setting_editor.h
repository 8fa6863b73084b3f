#pragma once

#include <QVariant>
#include <QWidget>

#include "controls/setting.h"

namespace gan {

/// Edits one value. What a person has begun and not finished stays whatever is displayed meanwhile.
class SettingEditor : public QWidget {
  Q_OBJECT

 public:
  /// The editor that fits the setting's type. Its main widget is named nameOf(path).
  static SettingEditor* create(const Setting& setting, QWidget* parent);
  /// "setting_optimizer_generator_learning_rate": object names of a setting's widgets begin so.
  static QString nameOf(const QString& path);

  /// What has the focus when somebody comes to edit. Not a focus proxy: for Qt, Tab would lead through the editor, too.
  QWidget& mainWidget() const { return *main_; }
  virtual void display(const QVariant& value) = 0;
  /// Gives up what was begun.
  virtual void discard() {}
  /// Why what stands in the editor cannot be wished for; empty when it can.
  QString problem() const { return problem_; }
  /// True when the editor shows the title itself, as a check box does.
  virtual bool showsTitle() const { return false; }
  /// True when more width makes it better: sliders and lines of text.
  virtual bool isElastic() const { return false; }

 signals:
  /// An edit is finished.
  void wished(const QVariant& value);
  void problemChanged();

 protected:
  using QWidget::QWidget;
  /// For screen readers, tests and the keyboard.
  void setMainWidget(QWidget* main, const Setting& setting);
  void setProblem(const QString& problem);

 private:
  QWidget* main_ = nullptr;
  QString problem_;
};

}  // namespace gan
