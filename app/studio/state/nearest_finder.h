#pragma once

#include <QObject>
#include <QTimer>

#include "link/search_link.h"

namespace gan {

class ExplorerModel;
class NearestModel;

/// Looks for the training images that are nearest to the explored picture, while somebody looks. GUI thread.
class NearestFinder : public QObject {
  Q_OBJECT

 public:
  NearestFinder(NearestModel& nearest, ExplorerModel& explorer, SearchLink& searches, QObject* parent = nullptr);

 private:
  void onWish();
  void find();

  NearestModel& nearest_;
  ExplorerModel& explorer_;
  SearchLink& searches_;
  QTimer rest_;  ///< The point is moved on and on by a drag.
};

}  // namespace gan
