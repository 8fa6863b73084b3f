#pragma once

#include <QObject>
#include <QStringList>

#include "link/run_scanner.h"
#include "run_list/run_list_model.h"
#include "state/preferences.h"
#include "state/texts.h"

namespace gan {

/// The runs of the folders that somebody chose to see; the folders are kept in the preferences. GUI thread.
class RunListStore : public QObject {
  Q_OBJECT

 public:
  /// preferences must outlive it.
  explicit RunListStore(Preferences& preferences, QObject* parent = nullptr);

  RunListModel& model() { return model_; }
  QStringList folders() const { return folders_; }
  void addFolder(const QString& folder);
  void removeFolder(const QString& folder);
  void setVisible(bool visible) { scanner_.setVisible(visible); }
  void scanNow() { scanner_.scanNow(); }

 private:
  void setFolders(const QStringList& folders);

  Preferences& preferences_;
  QStringList folders_;
  RunScanner scanner_{[](const Message& why) { return translated(why); }};
  RunListModel model_;
};

}  // namespace gan
