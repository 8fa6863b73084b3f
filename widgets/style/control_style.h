#pragma once

#include <QProxyStyle>

class QStyleOptionButton;
class QStyleOptionComboBox;
class QStyleOptionMenuItem;
class QStyleOptionProgressBar;
class QStyleOptionSlider;
class QStyleOptionSpinBox;

namespace gan {

/// How controls look and how far apart they stand: flat shapes whose colours tell rest, mouse, press, choice and
/// disabled apart, one frame around whatever has the keyboard, and distances in shares of a line of text, where they
/// are pixels in Fusion, to which the rest is left.
class ControlStyle : public QProxyStyle {
 public:
  ControlStyle();

  using QProxyStyle::polish;
  void polish(QWidget* widget) override;
  int pixelMetric(PixelMetric metric, const QStyleOption* option, const QWidget* widget) const override;
  int styleHint(StyleHint hint, const QStyleOption* option, const QWidget* widget,
                QStyleHintReturn* data) const override;
  void drawPrimitive(PrimitiveElement element, const QStyleOption* option, QPainter* painter,
                     const QWidget* widget) const override;
  void drawControl(ControlElement element, const QStyleOption* option, QPainter* painter,
                   const QWidget* widget) const override;
  void drawComplexControl(ComplexControl control, const QStyleOptionComplex* option, QPainter* painter,
                          const QWidget* widget) const override;

 private:
  void drawPushButton(const QStyleOptionButton& button, QPainter& painter, const QWidget* widget) const;
  void drawMenuEntry(const QStyleOptionMenuItem& entry, QPainter& painter, const QWidget* widget) const;
  void drawMenuBarEntry(const QStyleOptionMenuItem& entry, QPainter& painter, const QWidget* widget) const;
  static void drawProgressPart(ControlElement part, const QStyleOptionProgressBar& bar, QPainter& painter);
  void drawScrollBarParts(const QStyleOptionSlider& bar, QPainter& painter, const QWidget* widget) const;
  void drawSliderParts(const QStyleOptionSlider& slider, QPainter& painter, const QWidget* widget) const;
  void drawComboBox(const QStyleOptionComboBox& box, QPainter& painter, const QWidget* widget) const;
  void drawSpinBox(const QStyleOptionSpinBox& box, QPainter& painter, const QWidget* widget) const;
};

}  // namespace gan
