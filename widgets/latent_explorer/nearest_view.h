#pragma once

#include <QWidget>

class QComboBox;
class QLabel;

namespace gan {

class NearestModel;
class ThumbnailList;

/// Whether a picture was learned by heart: the training images that are nearest to it.
class NearestView : public QWidget {
  Q_OBJECT

 public:
  explicit NearestView(NearestModel& model, QWidget* parent = nullptr);
  ~NearestView() override;

 protected:
  void showEvent(QShowEvent* event) override;
  void hideEvent(QHideEvent* event) override;

 private:
  void refresh();

  NearestModel& model_;
  QComboBox* measure_;
  QLabel* sentence_;
  ThumbnailList* list_;
};

}  // namespace gan
