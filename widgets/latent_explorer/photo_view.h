#pragma once

#include <QWidget>

class QLabel;
class QProgressBar;
class QSpinBox;
class QToolButton;

namespace gan {

class PhotoModel;
class PictureLabel;

/// From a photograph to a point: one is chosen or dropped here, and how its picture comes nearer is seen.
class PhotoView : public QWidget {
  Q_OBJECT

 public:
  explicit PhotoView(PhotoModel& model, QWidget* parent = nullptr);
  ~PhotoView() override;

 signals:
  /// A photograph is to be chosen in a dialog.
  void fileWished();
  void keepWished();

 protected:
  void dragEnterEvent(QDragEnterEvent* event) override;
  void dropEvent(QDropEvent* event) override;

 private:
  void connectParts();
  void refresh();
  QString sentence() const;

  PhotoModel& model_;
  PictureLabel* photo_;
  PictureLabel* best_;
  QLabel* sentence_;
  QProgressBar* progress_;
  QSpinBox* steps_;
  QToolButton* choose_;
  QToolButton* search_;
  QToolButton* keep_;
};

}  // namespace gan
