#include "latent_explorer/shelf_view.h"

#include <QKeyEvent>

#include "latent_explorer/shelf_model.h"

namespace gan {

ShelfView::ShelfView(ShelfModel& model, QWidget* parent) : ThumbnailList(model, parent), shelf_(model) {
  setObjectName(QStringLiteral("shelf"));
  setAccessibleName(tr("Kept points"));
  connect(this, &ThumbnailList::taken, this, [this](int row) { emit lineChosen(shelf_.line(row)); });
}

QString ShelfView::chosenLine() const {
  const int row = chosenRow();
  return row < 0 ? QString() : shelf_.line(row);
}

void ShelfView::removeChosen() {
  if (const int row = chosenRow(); row >= 0) shelf_.removeRow(row);
}

void ShelfView::keyPressEvent(QKeyEvent* event) {
  if (event->key() == Qt::Key_Delete) return removeChosen();
  ThumbnailList::keyPressEvent(event);
}

}  // namespace gan
