#pragma once

#include "window/preferences_page.h"

class QKeySequenceEdit;
class QLabel;
class QPushButton;
class QTreeWidget;

namespace gan {

class Actions;
class NoteLabel;
class Preferences;

/// All actions with their keys, which can be changed. Keys that another action has are refused, with its name.
class KeysPage : public PreferencesPage {
  Q_OBJECT

 public:
  /// Both must outlive it.
  KeysPage(Actions& actions, Preferences& preferences, QWidget* parent = nullptr);

  bool showOnly(const QString& words) override;

 private:
  void fill();
  void connectAll();
  /// Of the chosen row; null: none is chosen.
  QAction* current() const;
  void showCurrent();
  void showKeys();
  /// Nothing: the action's own.
  void choose(const std::optional<QKeySequence>& keys);

  Actions& actions_;
  Preferences& preferences_;
  QTreeWidget* list_;
  QLabel* title_;
  QKeySequenceEdit* editor_;
  QPushButton* none_;
  QPushButton* own_;
  QPushButton* all_own_;
  NoteLabel* note_;
};

}  // namespace gan
