#pragma once

#include <QCache>
#include <QListView>
#include <QPixmap>
#include <QTimer>

namespace gan {

class SampleModel;

/// All sheets as a row of small pictures. Asks only for what has rested in view for a moment, two at a time, and keeps
/// its own small copies, so that looking along it neither floods who fetches nor drops the large pictures from memory.
class Filmstrip : public QListView {
  Q_OBJECT

 public:
  explicit Filmstrip(SampleModel& model, QWidget* parent = nullptr);

  /// Emits nothing.
  void showRow(int row);
  int thumbnailExtent() const;
  /// Null while it is not there; painting calls it, so it asks for nothing.
  QPixmap thumbnail(int row) const;

 signals:
  void rowChosen(int row);

 protected:
  void dataChanged(const QModelIndex& first, const QModelIndex& last, const QList<int>& roles) override;
  void currentChanged(const QModelIndex& current, const QModelIndex& previous) override;
  void paintEvent(QPaintEvent* event) override;
  void changeEvent(QEvent* event) override;
  void wheelEvent(QWheelEvent* event) override;

 private:
  QPair<int, int> visibleRows() const;
  void askForVisible();
  void fitHeight();
  void setTexts();

  SampleModel& model_;
  mutable QCache<QString, QPixmap> thumbnails_;
  QTimer rest_;
  bool showing_ = false;
};

}  // namespace gan
