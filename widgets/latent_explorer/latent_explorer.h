#pragma once

#include <QWidget>

class QLabel;
class QToolButton;

namespace gan {

class ExplorerControls;
class ExplorerModel;
class PictureView;
class ShelfModel;
class ShelfView;

/// Looks about in the latent space of a generator: one large picture of the point that is chosen beside it, and a shelf
/// of points that were kept. Where there is no picture it says why.
class LatentExplorer : public QWidget {
  Q_OBJECT

 public:
  LatentExplorer(ExplorerModel& model, ShelfModel& shelf, QWidget* parent = nullptr);
  ~LatentExplorer() override;

  void newSeed();
  void keep();
  void copyPicture();
  void copyLine();
  /// What the clipboard holds, as lineWished().
  void pasteLine();

 signals:
  /// The point of this text is to be shown.
  void lineWished(const QString& line);

 protected:
  void showEvent(QShowEvent* event) override;
  void hideEvent(QHideEvent* event) override;

 private:
  QWidget* makeButtons();
  void refresh();
  QString sentence() const;
  QString caption() const;

  ExplorerModel& model_;
  ShelfModel& shelf_;
  PictureView* picture_;
  QLabel* caption_;
  ExplorerControls* controls_;
  ShelfView* shelf_view_;
  QToolButton* keep_;
  QToolButton* copy_picture_;
  QToolButton* remove_;
};

}  // namespace gan
