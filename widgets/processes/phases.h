#pragma once

#include <QBrush>
#include <QPalette>
#include <QWidget>

#include "processes/processes_model.h"

class QPainter;
class QRectF;

namespace gan {

/// A phase's colour on a background of this palette. After Okabe and Ito (2008), "Color universal design", so that they
/// can be told apart with any colour vision.
QColor phaseColour(Phase phase, const QPalette& palette);

/// Fills a rectangle as the phase looks: phases in which a process waits, for data or for others, are hatched besides.
void paintPhase(QPainter& painter, const QRectF& area, Phase phase, const QPalette& palette);

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
  int entryWidth(Phase phase) const;
};

}  // namespace gan
