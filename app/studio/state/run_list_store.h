#pragma once

#include <QImage>
#include <QObject>
#include <QSize>
#include <QStringList>
#include <functional>

#include "core/message.h"
#include "link/background.h"
#include "link/run_scanner.h"
#include "link/run_thumbnail.h"
#include "run_list/run_list_model.h"
#include "state/preferences.h"
#include "state/texts.h"

namespace gan {

/// The runs of the folders that somebody chose to see, and what people note of runs; the folders are kept in the
/// preferences, the notes with the runs. GUI thread.
class RunListStore : public QObject {
  Q_OBJECT

 public:
  /// preferences must outlive it.
  explicit RunListStore(Preferences& preferences, QObject* parent = nullptr);

  RunListModel& model() { return model_; }
  const RunListModel& model() const { return model_; }
  /// What people call the run of this folder; the folder's name where it is not in the list.
  QString nameOf(const QString& run) const;
  QStringList folders() const { return folders_; }
  void addFolder(const QString& folder);
  void removeFolder(const QString& folder);
  void setVisible(bool visible) { scanner_.setVisible(visible); }
  void scanNow() { scanner_.scanNow(); }

  /// Changes what is noted of a run; the list tells it when it is on the disk.
  void mark(const QString& run, const std::function<void(RunMarks& marks)>& change);
  /// A run that nobody trains.
  void moveToBin(const QString& run);
  /// How large the pictures of runs are shown, in units of the window, and its pixels in one; empty: they are not.
  void setPictureSize(QSize size, double pixel_ratio);

 signals:
  /// Some run came, went or is another one than before.
  void runsChanged();
  void marked(const QString& run);
  void notMarked(const QString& run, const gan::Message& why);
  void binned(const QString& run);
  void notBinned(const QString& run, const gan::Message& why);

 private:
  void setFolders(const QStringList& folders);
  void setRuns(const QVector<RunRow>& runs);
  /// Work on a run that is done whatever is asked for later; one of the signals tells how it went.
  void change(const QString& run, const std::function<void()>& work, void (RunListStore::*done)(const QString& run),
              void (RunListStore::*failed)(const QString& run, const Message& why));

  Preferences& preferences_;
  QStringList folders_;
  RunScanner scanner_{[](const Message& why) { return translated(why); }};
  RunListModel model_;
  RunThumbnails thumbnails_;
  double pixel_ratio_ = 1;
  Background changing_{QStringLiteral("run changes")};
};

}  // namespace gan
