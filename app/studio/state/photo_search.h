#pragma once

#include <QObject>
#include <QTimer>

#include "link/search_link.h"

namespace gan {

class ExplorerModel;
class PhotoModel;

/// Looks for the point whose picture is nearest to a photograph, from the explored one on. GUI thread.
class PhotoSearch : public QObject {
  Q_OBJECT

 public:
  PhotoSearch(PhotoModel& photo, ExplorerModel& explorer, SearchLink& searches, QObject* parent = nullptr);

 private:
  void onWish();

  PhotoModel& photo_;
  ExplorerModel& explorer_;
  SearchLink& searches_;
  QTimer rest_;
};

}  // namespace gan
