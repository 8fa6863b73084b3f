#pragma once

#include <QWidget>

namespace gan {

class SpeedsModel;

/// Images a second over loading threads, with the first plateau marked. The table beside it says the same in words.
class SpeedPlot : public QWidget {
  Q_OBJECT

 public:
  explicit SpeedPlot(const SpeedsModel& model, QWidget* parent = nullptr);

  QSize sizeHint() const override;
  QSize minimumSizeHint() const override;

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  void describe();
  /// Of the best speed; empty: there is none.
  QString markText() const;
  QRectF plotArea() const;
  /// Of the speed with this number in the model.
  QPointF pointOf(qsizetype index) const;
  void paintAxes(QPainter& painter) const;
  void paintMark(QPainter& painter) const;
  void paintSpeeds(QPainter& painter) const;

  const SpeedsModel& model_;
  double top_ = 1;  ///< Of the vertical axis.
};

}  // namespace gan
