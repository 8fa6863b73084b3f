#pragma once

#include <QWidget>

class QLabel;

namespace gan {

class StripModel;
class ThumbnailList;

/// How a point came to look as it does: its picture by each checkpoint. A click, or Return, takes one up.
class StripView : public QWidget {
  Q_OBJECT

 public:
  explicit StripView(StripModel& model, QWidget* parent = nullptr);
  ~StripView() override;

 signals:
  void stepChosen(qint64 step);

 protected:
  void showEvent(QShowEvent* event) override;
  void hideEvent(QHideEvent* event) override;

 private:
  void refresh();

  StripModel& model_;
  QLabel* sentence_;
  ThumbnailList* list_;
};

}  // namespace gan
