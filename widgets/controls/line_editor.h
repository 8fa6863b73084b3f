#pragma once

#include <QLineEdit>
#include <QTimer>

#include "controls/setting_editor.h"

class QFileDialog;

namespace gan {

/// Any text; the base of the editors with a line to type in. The edit is finished by Enter or by leaving the line;
/// Escape takes it back. A text that cannot be wished for stays, with its problem.
class LineEditor : public SettingEditor {
  Q_OBJECT

 public:
  LineEditor(const Setting& setting, QWidget* parent);
  ~LineEditor() override;

  void display(const QVariant& value) override;
  void discard() override;
  bool isElastic() const override { return true; }
  bool eventFilter(QObject* watched, QEvent* event) override;

 protected:
  struct Reading {
    QVariant value;
    QString problem;
  };
  virtual Reading read(const QString& text) const { return {text, {}}; }
  virtual QString write(const QVariant& value) const { return value.toString(); }
  /// True when the key was for us.
  virtual bool keyPressed(int /*key*/) { return false; }
  virtual void textTyped() {}

  void finish();
  QLineEdit& line() { return *line_; }
  const QVariant& displayed() const { return displayed_; }

 private:
  void typed();

  QLineEdit* line_;
  QVariant displayed_;
  QTimer complain_;  // half a number is not worth a complaint
};

/// A whole or real number; arrow keys step it, and live real numbers have a slider.
SettingEditor* createNumberEditor(const Setting& setting, QWidget* parent);
/// A line with a button that lets one choose a file or a folder.
SettingEditor* createPathEditor(const Setting& setting, QWidget* parent);

}  // namespace gan
