#pragma once

#include "latent_explorer/thumbnail_list.h"

namespace gan {

class ShelfModel;

/// The kept points. Delete removes the one that is chosen.
class ShelfView : public ThumbnailList {
  Q_OBJECT

 public:
  explicit ShelfView(ShelfModel& model, QWidget* parent = nullptr);

  /// Of the one that is chosen; empty: none.
  QString chosenLine() const;
  void removeChosen();

 signals:
  void lineChosen(const QString& line);

 protected:
  void keyPressEvent(QKeyEvent* event) override;

 private:
  ShelfModel& shelf_;
};

}  // namespace gan
