#include "latent_explorer/shelf_view.h"

#include <QKeyEvent>
#include <QScrollBar>

#include "latent_explorer/shelf_model.h"

namespace gan {

ShelfView::ShelfView(ShelfModel& model, QWidget* parent) : QListView(parent), shelf_(model) {
  setObjectName(QStringLiteral("shelf"));
  setAccessibleName(tr("Kept points"));
  setModel(&model);
  setViewMode(QListView::IconMode);
  setFlow(QListView::LeftToRight);
  setWrapping(false);
  setMovement(QListView::Static);
  setUniformItemSizes(true);
  setTextElideMode(Qt::ElideMiddle);
  setHorizontalScrollMode(ScrollPerPixel);
  setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  const int line = fontMetrics().height();
  setIconSize(QSize(3, 3) * line);
  setGridSize({6 * line, 5 * line});
  setFixedHeight(gridSize().height() + horizontalScrollBar()->sizeHint().height() + 2 * frameWidth());
  connect(this, &QListView::clicked, this,
          [this](const QModelIndex& index) { emit lineChosen(shelf_.line(index.row())); });
  connect(selectionModel(), &QItemSelectionModel::selectionChanged, this, &ShelfView::choiceChanged);
}

QString ShelfView::chosenLine() const {
  const QModelIndexList chosen = selectionModel()->selectedIndexes();
  return chosen.isEmpty() ? QString() : shelf_.line(chosen.first().row());
}

void ShelfView::removeChosen() {
  const QModelIndexList chosen = selectionModel()->selectedIndexes();
  if (!chosen.isEmpty()) shelf_.removeRow(chosen.first().row());
}

void ShelfView::keyPressEvent(QKeyEvent* event) {
  switch (event->key()) {
    case Qt::Key_Delete:
      return removeChosen();
    case Qt::Key_Return:
    case Qt::Key_Enter:
    case Qt::Key_Space:
      if (const QString line = chosenLine(); !line.isEmpty()) emit lineChosen(line);
      return;
    default:
      QListView::keyPressEvent(event);
  }
}

}  // namespace gan
