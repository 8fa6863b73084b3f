#pragma once

#include <QDialog>
#include <QVector>

class QLabel;
class QLineEdit;
class QListWidget;
class QStackedWidget;

namespace gan {

class Actions;
class Preferences;
class PreferencesForm;
class PreferencesPage;
class RunListStore;

/// Everything that is remembered of what a person prefers, in pages, with a line that finds words in labels and tips.
/// What is chosen holds at once.
class PreferencesDialog : public QDialog {
  Q_OBJECT

 public:
  /// All must outlive it.
  PreferencesDialog(Actions& actions, Preferences& preferences, RunListStore& runs, QWidget* parent = nullptr);

 signals:
  /// Everything in the window is to be where it is at first; the window has to be made anew for it.
  void layoutResetWished();
  /// No run is remembered as open last.
  void runsForgotten();

 private:
  void addPage(PreferencesPage* page);
  PreferencesPage* makeWindowPage();
  PreferencesPage* makeRunsPage();
  PreferencesPage* makeDesktopPage();
  PreferencesPage* makeClusterPage();
  QWidget* makeFolders();
  QWidget* makeConnections();
  void showFolders();
  void find(const QString& words);

  Actions& actions_;
  Preferences& preferences_;
  RunListStore& runs_;
  QLineEdit* search_;
  QListWidget* titles_;
  QStackedWidget* stack_;
  QLabel* nothing_;
  QListWidget* folders_;
  QVector<PreferencesPage*> pages_;
};

}  // namespace gan
