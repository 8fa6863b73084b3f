#pragma once

#include <QWidget>

namespace gan {

/// Which look of a bar is which phase: a swatch and a word for each, in as many lines as the width asks for.
class PhaseLegend : public QWidget {
  Q_OBJECT

 public:
  explicit PhaseLegend(QWidget* parent = nullptr);

  QSize sizeHint() const override;
  QSize minimumSizeHint() const override;
  bool hasHeightForWidth() const override { return true; }
  int heightForWidth(int width) const override;

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  /// Where each phase's entry begins, for a width; the last point's y is that of the last line.
  QVector<QPoint> places(int width) const;
  int entryWidth(int phase) const;
};

}  // namespace gan
