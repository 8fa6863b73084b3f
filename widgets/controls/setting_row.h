#pragma once

#include <QWidget>

#include "controls/setting.h"

class QToolButton;

namespace gan {

class ElidedLabel;
class NoteLabel;
class SettingEditor;
class SettingsModel;

/// One setting of a model: title, editor, unit, a button that goes back, and what became of the wish. Object names
/// begin with SettingEditor::nameOf(path) and end in _reset, _state and _note.
class SettingRow : public QWidget {
  Q_OBJECT

 public:
  /// Reads the model now and whenever sync() is called.
  SettingRow(SettingsModel& model, const Setting& setting, QWidget* parent = nullptr);
  ~SettingRow() override;

  const Setting& setting() const { return setting_; }
  /// Takes over what the model says of the setting.
  void sync();
  /// Gives up what was begun in the editor.
  void discard();
  /// Why what stands in the editor cannot be wished for; empty when it can.
  QString problem() const;

  /// Title and editor stand on one line. Wide: the title in a column of this width, unit and state behind the editor;
  /// narrow: the title has a little less than half of the width, and less where the unit needs it, a slider goes before
  /// the unit, and what became of a wish stands below.
  void arrangeWide(int title_width);
  void arrangeNarrow();
  int titleWidth() const;

  bool matches(const QStringList& words) const;

 signals:
  void problemChanged();

 protected:
  bool event(QEvent* event) override;

 private:
  void reset();
  QVariant inForce() const;
  QVariant beginning() const;
  void showNote();
  void showState();
  void showReset();
  QString stateText() const;
  QString helpText() const;

  SettingsModel& model_;
  Setting setting_;
  ElidedLabel* title_;
  ElidedLabel* unit_;
  SettingEditor* editor_;
  QToolButton* reset_;
  ElidedLabel* state_;
  NoteLabel* note_;
  bool narrow_ = true;
};

}  // namespace gan
