#pragma once

#include <QObject>
#include <QSet>
#include <QStringList>
#include <QTimer>

#include "link/picture_row_link.h"

namespace gan {

class ExplorerModel;
class ShelfModel;

/// Fetches small pictures of kept points that have none, by the checkpoints that they name, while somebody looks. GUI
/// thread.
class ShelfFiller : public QObject {
  Q_OBJECT

 public:
  ShelfFiller(ShelfModel& shelf, const ExplorerModel& explorer, PictureRowLink& pictures, QObject* parent = nullptr);

 private:
  void fill();
  QStringList missing() const;

  ShelfModel& shelf_;
  const ExplorerModel& explorer_;
  PictureRowLink& pictures_;
  QTimer rest_;  ///< Several points often come at once.
  bool draws_ = false;
  QStringList asked_;
  QSet<QString> tried_;  ///< Lines that there is no picture of.
};

}  // namespace gan
