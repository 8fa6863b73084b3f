#pragma once

#include <QObject>
#include <QTimer>
#include <optional>

#include "link/search_link.h"

namespace gan {

class ExplorerModel;

/// Finds out what can be done with the latents of the weights that are explored, while somebody looks. GUI thread.
class DirectionFinder : public QObject {
  Q_OBJECT

 public:
  DirectionFinder(ExplorerModel& explorer, SearchLink& searches, QObject* parent = nullptr);

 private:
  void look();

  ExplorerModel& explorer_;
  SearchLink& searches_;
  QTimer again_;
  bool asked_ = false;
  std::optional<qint64> asked_step_;
};

}  // namespace gan
