#pragma once

#include <QHash>
#include <QImage>
#include <QObject>
#include <QSize>
#include <QStringList>
#include <QTimer>
#include <functional>
#include <optional>
#include <vector>

#include "core/message.h"
#include "link/background.h"
#include "link/run_scanner.h"
#include "link/run_thumbnail.h"
#include "processes/processes_model.h"
#include "run_list/run_list_model.h"
#include "state/preferences.h"
#include "state/texts.h"

namespace gan {

/// The runs of the folders that somebody chose to see, those of other computers that were open here, and what people
/// note of runs; folders and connections are kept in the preferences, the notes with the runs. GUI thread.
class RunListStore : public QObject {
  Q_OBJECT

 public:
  /// preferences must outlive it.
  explicit RunListStore(Preferences& preferences, QObject* parent = nullptr);

  RunListModel& model() { return model_; }
  const RunListModel& model() const { return model_; }
  /// What people call the run of this place; the place's name where it is not in the list.
  QString nameOf(const RunPlace& run) const;
  QStringList folders() const { return folders_; }
  void addFolder(const QString& folder);
  void removeFolder(const QString& folder);
  /// A remote place is in the list from now on, under this name.
  void addConnection(const RunPlace& place);
  void removeConnection(const RunPlace& place);
  /// How the run of a connection stands, as its engine says; nothing: nobody knows. What changes all the time comes
  /// into the list when its folders are looked through next.
  void setStanding(const RunPlace& place, const std::optional<RunGlance>& standing);
  /// A person has seen it and lets it be: it is shown no more.
  void ignoreAlert(const RunPlace& run, const Alert& alert);
  /// Unseen, the list goes on looking, more seldom, while a run of it is trained on this computer.
  void setVisible(bool visible);
  void scanNow() { scanner_.scanNow(); }
  /// What people call the listed runs that this computer computes on at present; without this one.
  QStringList trainedHere(const RunPlace& but) const;
  /// The same, and where each computes, ordered by that.
  QVector<OtherRun> runsBeside(const RunPlace& run) const;

  /// Changes what is noted of a local run; the list tells it when it is on the disk.
  void mark(const RunPlace& run, const std::function<void(RunMarks& marks)>& change);
  /// A local run that nobody trains.
  void moveToBin(const RunPlace& run);
  /// How large the pictures of runs are shown, in units of the window, and its pixels in one; empty: they are not.
  void setPictureSize(QSize size, double pixel_ratio);

 signals:
  /// Some run came, went or is another one than before.
  void runsChanged();
  /// A run of a folder was trained when its folder was looked through last, and is now finished, diverged, failed or
  /// lost.
  void ended(const gan::RunRow& run);
  /// A rule has found something in a run of a folder since that was looked through last, and nobody has answered yet.
  void troubled(const gan::RunRow& run);
  void marked(const gan::RunPlace& run);
  void notMarked(const gan::RunPlace& run, const gan::Message& why);
  void binned(const gan::RunPlace& run);
  void notBinned(const gan::RunPlace& run, const gan::Message& why);

 private:
  void setFolders(const QStringList& folders);
  void setConnections(const QVector<RunPlace>& connections);
  QVector<RunRow> remoteRuns() const;
  void showTroubles(RunRow& run) const;
  void showRuns();
  void takeScan(const QVector<RunRow>& runs);
  void lookAgainUnseen();
  /// Work on a run that is done whatever is asked for later; one of the signals tells how it went.
  void change(const RunPlace& run, const std::function<void()>& work, void (RunListStore::*done)(const RunPlace& run),
              void (RunListStore::*failed)(const RunPlace& run, const Message& why));

  Preferences& preferences_;
  QStringList folders_;
  QVector<RunPlace> connections_;
  QHash<QString, RunGlance> standings_;         ///< Of connections, by target.
  QVector<RunRow> scanned_;                     ///< Of the folders.
  QHash<QString, std::vector<Alert>> ignored_;  ///< By target.
  RunScanner scanner_{[](const Message& why) { return translated(why); }};
  RunListModel model_;
  RunThumbnails thumbnails_;
  bool visible_ = true;
  QTimer unseen_{this};
  double pixel_ratio_ = 1;
  Background changing_{QStringLiteral("run changes")};
};

}  // namespace gan
