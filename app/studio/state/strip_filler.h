#pragma once

#include <QObject>
#include <QTimer>
#include <QVector>

#include "link/picture_row_link.h"

namespace gan {

class ExplorerModel;
class StripModel;

/// Fetches the pictures of the explored point by each checkpoint, while somebody looks. GUI thread.
class StripFiller : public QObject {
  Q_OBJECT

 public:
  StripFiller(StripModel& strip, ExplorerModel& explorer, PictureRowLink& pictures, QObject* parent = nullptr);

 private:
  void onWish();
  void fill();

  StripModel& strip_;
  ExplorerModel& explorer_;
  PictureRowLink& pictures_;
  QTimer rest_;  ///< The point is moved on and on by a drag.
  QVector<qint64> asked_;
};

}  // namespace gan
