#pragma once

#include <QObject>

#include "latent_explorer/explorer_model.h"
#include "latent_explorer/shelf_model.h"
#include "link/picture_link.h"

namespace gan {

class RunStore;

/// What the Explorer panel shows of the open run: its point, the newest picture of it, and the shelf. Pictures are
/// asked for while somebody looks. GUI thread.
class ExplorerStore : public QObject {
  Q_OBJECT

 public:
  ExplorerStore(RunStore& run, PictureLink& link, QObject* parent = nullptr);

  ExplorerModel& model() { return model_; }
  ShelfModel& shelf() { return shelf_; }
  /// The point of a line of text; what is wrong with it comes as complained().
  void show(const QString& line);

 signals:
  void complained(const QString& sentence);

 private:
  void onOpened();
  void onWish();

  RunStore& run_;
  PictureLink& link_;
  ExplorerModel model_;
  ShelfModel shelf_;
};

}  // namespace gan
