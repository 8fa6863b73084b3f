#pragma once

#include <QObject>
#include <QString>
#include <QTimer>

#include "link/picture_row_link.h"

namespace gan {

class ExplorerModel;

/// Fetches the explored point by the snapshot that it is compared with, while somebody looks: one picture after the
/// other, the newest point next. GUI thread.
class SnapshotComparer : public QObject {
  Q_OBJECT

 public:
  SnapshotComparer(ExplorerModel& explorer, PictureRowLink& pictures, QObject* parent = nullptr);

 private:
  void look();
  void onEnded(const Message& why);

  ExplorerModel& explorer_;
  PictureRowLink& pictures_;
  QTimer again_;  ///< What was in the way may have passed.
  QString line_;  ///< That was asked for last; empty: nothing was.
  int side_ = 0;
  bool asking_ = false;
};

}  // namespace gan
