#pragma once

#include <QWidget>
#include <memory>

namespace gan {

class SettingsModel;

/// Editors generated from a SettingsModel: a check box, number field (with a slider, logarithmic where the setting is,
/// when it is live), choice, text or path for each, in sections by the path's first part, which their headings fold;
/// what stays as it is comes last, in a section "fixed" that begins folded; a search over titles, paths and help; notes
/// and errors beside the editor they belong to. Follows the model; typing changes only wishes. A wish is made when an
/// edit is finished (slider released or resting for 150 ms, Enter, focus lost, arrow key), so that dragging does not
/// flood the engine. Object names: see SettingRow and SettingEditor::nameOf(); of a heading, "section_" and the path's
/// first part.
class SettingsForm : public QWidget {
  Q_OBJECT

 public:
  enum class Show { kCommon, kAll, kLive };

  SettingsForm(SettingsModel& model, Show show, QWidget* parent = nullptr);
  ~SettingsForm() override;

  void setShow(Show show);
  /// Shows only what has all these words in title, path or help; over all settings, whatever setShow() says.
  void setSearch(const QString& words);
  /// Grey when nothing can be changed now. why: stands above the settings, grey or not.
  void setReadOnly(bool read_only, const QString& why = {});
  /// Brings a setting's editor into view and gives it the focus.
  void focusOn(const QString& path);
  /// Settings that are shown elsewhere.
  void leaveOut(const QStringList& paths);
  /// By their paths' first part. A search, and whatever brings a setting into view, opens what it needs.
  QStringList foldedSections() const;
  void setFoldedSections(const QStringList& sections);
  /// The path of the first editor that holds a text which cannot be wished for; empty when there is none.
  QString firstProblem() const;

 signals:
  /// An editor's text became good or bad.
  void problemsChanged();
  /// The person folded a section, or opened one.
  void sectionsFolded();

 protected:
  void resizeEvent(QResizeEvent* event) override;
  void changeEvent(QEvent* event) override;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace gan
