#pragma once

#include <QDialog>
#include <QVector>
#include <memory>
#include <optional>

#include "run_list/run_place.h"
#include "state/host_store.h"
#include "state/preferences.h"

class QLabel;
class QLineEdit;
class QPushButton;
class QTreeView;
class QTreeWidget;

namespace gan {

class EngineField;

/// Another computer's runs, live and finished, over ssh: the connections that were used before on the left, what is in
/// the folder of one on the right. One login serves the list and the runs that are opened from it.
class HostDialog : public QDialog {
  Q_OBJECT

 public:
  /// preferences, which keep the connections, must outlive it.
  HostDialog(Preferences& preferences, const std::shared_ptr<EngineAccess>& access, QWidget* parent = nullptr);

  HostStore& store() { return store_; }

 signals:
  void chosen(const gan::RunPlace& run);

 private:
  QWidget* makeSaved();
  QWidget* makeRuns();
  std::optional<SavedHost> current() const;
  /// What the address means: "me@gpu1" is the folder runs in the home folder there.
  RunPlace typed() const;
  void showSaved();
  void showCurrent();
  void keep(const SavedHost& host);
  void reach();
  void reached();
  void rename();
  void remove();
  void openChosen();
  RunPlace chosenRun() const;
  void refresh();

  Preferences& preferences_;
  const std::shared_ptr<EngineAccess> access_;
  HostStore store_;
  QVector<SavedHost> hosts_;  ///< In the order of the list.
  bool was_reached_ = false;  ///< What is listed now is among the connections.
  QLineEdit* address_;
  EngineField* engine_;
  QPushButton* connect_;
  QTreeWidget* saved_;
  QPushButton* rename_;
  QPushButton* remove_;
  QLineEdit* words_;
  QTreeView* runs_;
  QLabel* note_;
  QPushButton* open_;
};

}  // namespace gan
