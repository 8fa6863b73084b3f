#pragma once

#include <QObject>
#include <QTimer>
#include <QVector>

#include "link/picture_row_link.h"

namespace gan {

class ExplorerModel;
class TimelineModel;

/// Fetches the pictures of a film that is looked at, some of them ahead of time, and shows them at its pace. GUI
/// thread.
class FilmPreview : public QObject {
  Q_OBJECT

 public:
  FilmPreview(TimelineModel& timeline, ExplorerModel& explorer, PictureRowLink& pictures, QObject* parent = nullptr);

 private:
  void check();
  void onWish();
  void askForMore();
  void ask(qint64 first, int count);
  void onDrawn(int index, const ExploredPicture& picture);
  void onEnded(const Message& why);
  void showNext();
  int picturesAtOnce() const;

  TimelineModel& timeline_;
  ExplorerModel& explorer_;
  PictureRowLink& pictures_;
  QString explored_;
  QTimer clock_;
  QTimer again_;  ///< Another call has its turn.
  bool asking_ = false;
  qint64 first_asked_ = 0;
  int count_asked_ = 0;
  qint64 next_to_ask_ = 0;  ///< While it plays.
  struct Ready {
    qint64 frame = 0;
    ExploredPicture picture;
  };
  QVector<Ready> ready_;  ///< Not shown yet.
};

}  // namespace gan
