#pragma once

#include <QWidget>
#include <memory>

namespace gan {

class SettingsModel;

/// Editors generated from a SettingsModel: a check box, number field (with a slider, logarithmic where the setting is,
/// when it is live), choice, text or path for each, under headings by the path's first part; a search over titles,
/// paths and help; notes and errors beside the editor they belong to. Follows the model; typing changes only wishes.
/// A wish is made when an edit is finished (slider released or resting for 150 ms, Enter, focus lost, arrow key), so
/// that dragging does not flood the engine.
class SettingsForm : public QWidget {
  Q_OBJECT

 public:
  enum class Show { kCommon, kAll, kLive };

  SettingsForm(SettingsModel& model, Show show, QWidget* parent = nullptr);
  ~SettingsForm() override;

  void setShow(Show show);
  /// Shows only what has all these words in title, path or help; over all settings, whatever setShow() says.
  void setSearch(const QString& words);
  /// Grey with a reason, when nothing can be changed now.
  void setReadOnly(bool read_only, const QString& why = {});
  /// Brings a setting's editor into view and gives it the focus.
  void focusOn(const QString& path);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace gan
