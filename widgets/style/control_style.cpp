#include "style/control_style.h"

#include <QAbstractSpinBox>
#include <QApplication>
#include <QComboBox>
#include <QDateTime>
#include <QFontMetrics>
#include <QLineEdit>
#include <QPainter>
#include <QStyleOption>
#include <QTimer>
#include <QToolButton>
#include <algorithm>

#include "style/control_colours.h"
#include "style/control_shapes.h"
#include "style/drawn_controls.h"

namespace gan {
namespace {

/// Its field is painted around it.
bool isPartOfAField(const QWidget* widget) {
  const auto* line = qobject_cast<const QLineEdit*>(widget);
  if (line == nullptr || line->hasFrame()) return false;
  const QWidget* around = line->parentWidget();
  return qobject_cast<const QAbstractSpinBox*>(around) != nullptr || qobject_cast<const QComboBox*>(around) != nullptr;
}

int sixteenthsOfALine(const QWidget* widget, int count) {
  const QFontMetrics metrics = widget != nullptr ? widget->fontMetrics() : QFontMetrics(QApplication::font());
  return std::max(1, metrics.height() * count / 16);
}

bool isWindow(const QStyleOption* option, const QWidget* widget) {
  return widget != nullptr ? widget->isWindow() : option != nullptr && option->state.testFlag(QStyle::State_Window);
}

void drawField(QPainter& painter, const QStyleOption& option) {
  drawShape(painter, option.rect, fieldColours(option.palette, option.state),
            option.state.testFlag(QStyle::State_HasFocus) ? kFocusWidth : 1);
}

/// What is chosen by Enter has the outline of what has the keyboard, as thin as any other.
void drawButtonPanel(QPainter& painter, const QStyleOption& option) {
  ControlColours colours = buttonColours(option.palette, option.state);
  const auto* button = qstyleoption_cast<const QStyleOptionButton*>(&option);
  const bool is_default = button != nullptr && button->features.testFlag(QStyleOptionButton::DefaultButton);
  if (is_default && option.state.testFlag(QStyle::State_Enabled)) {
    colours.outline = option.palette.color(QPalette::Active, QPalette::Highlight);
  }
  drawShape(painter, option.rect, colours);
}

/// One that lies flat in its bar has no outline, and nothing at all while it rests.
void drawToolButton(QPainter& painter, const QStyleOption& option) {
  constexpr QStyle::State kShown = QStyle::State_Raised | QStyle::State_Sunken | QStyle::State_On;
  if (!(option.state & kShown)) return;
  ControlColours colours = buttonColours(option.palette, option.state);
  if (option.state.testFlag(QStyle::State_AutoRaise)) colours.outline = {};
  drawShape(painter, option.rect, colours);
}

QRect middleSquare(const QRect& rect) {
  const int side = std::min(rect.width(), rect.height());
  QRect square(0, 0, side, side);
  square.moveCenter(rect.center());
  return square;
}

/// The colours of a box or ring that is ticked, at least in part.
ControlColours tickColours(const QStyleOption& option) {
  const bool ticked = option.state & (QStyle::State_On | QStyle::State_NoChange);
  ControlColours colours = fieldColours(option.palette, option.state & ~QStyle::State_HasFocus);
  const bool enabled = option.state.testFlag(QStyle::State_Enabled);
  if (ticked && enabled) {
    colours.fill = colours.outline = option.palette.color(QPalette::Active, QPalette::Highlight);
  } else if (option.state.testFlag(QStyle::State_Sunken) && enabled) {
    colours.fill = buttonColours(option.palette, option.state).fill;
  }
  return colours;
}

QColor tickColour(const QStyleOption& option) {
  return option.state.testFlag(QStyle::State_Enabled)
             ? option.palette.color(QPalette::Active, QPalette::HighlightedText)
             : option.palette.color(QPalette::Disabled, QPalette::Text);
}

void drawCheckBox(QPainter& painter, const QStyleOption& option) {
  const QRect box = middleSquare(option.rect);
  drawShape(painter, box, tickColours(option));
  painter.save();
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(
      QPen(tickColour(option), std::max(1.5, box.width() / 7.0), Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
  const auto at = [&box](double x, double y) {
    return QPointF(box.left() + (box.width() * x), box.top() + (box.height() * y));
  };
  if (option.state.testFlag(QStyle::State_NoChange)) {
    painter.drawLine(at(0.28, 0.5), at(0.72, 0.5));
  } else if (option.state.testFlag(QStyle::State_On)) {
    painter.drawPolyline(QPolygonF({at(0.25, 0.52), at(0.43, 0.70), at(0.76, 0.31)}));
  }
  painter.restore();
}

void drawRadioButton(QPainter& painter, const QStyleOption& option) {
  const QRect ring = middleSquare(option.rect);
  const ControlColours colours = tickColours(option);
  painter.save();
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(QPen(colours.outline, 1));
  painter.setBrush(colours.fill);
  painter.drawEllipse(QRectF(ring).adjusted(0.5, 0.5, -0.5, -0.5));
  if (option.state.testFlag(QStyle::State_On)) {
    const double in = ring.width() * 0.32;
    painter.setPen(Qt::NoPen);
    painter.setBrush(tickColour(option));
    painter.drawEllipse(QRectF(ring).adjusted(in, in, -in, -in));
  }
  painter.restore();
}

/// What moves is painted again as long as anybody sees it: painting asks for the next one, once.
void paintAgainSoon(QWidget* widget) {
  constexpr int kFrame_ms = 40;
  constexpr const char* kAsked = "is_to_be_painted_again";
  if (widget == nullptr || widget->property(kAsked).toBool()) return;
  widget->setProperty(kAsked, true);
  QTimer::singleShot(kFrame_ms, widget, [widget] {
    widget->setProperty(kAsked, false);
    widget->update();
  });
}

}  // namespace

ControlStyle::ControlStyle() : QProxyStyle(QStringLiteral("Fusion")) {}

/// Fusion looks after the others.
void ControlStyle::polish(QWidget* widget) {
  QProxyStyle::polish(widget);
  if (qobject_cast<QLineEdit*>(widget) != nullptr) widget->setAttribute(Qt::WA_Hover);
}

int ControlStyle::pixelMetric(PixelMetric metric, const QStyleOption* option, const QWidget* widget) const {
  switch (metric) {
    case PM_LayoutLeftMargin:
    case PM_LayoutTopMargin:
    case PM_LayoutRightMargin:
    case PM_LayoutBottomMargin:
      return sixteenthsOfALine(widget, isWindow(option, widget) ? 12 : 10);
    case PM_LayoutHorizontalSpacing:
    case PM_LayoutVerticalSpacing:
      return sixteenthsOfALine(widget, 7);
    case PM_TabBarTabShiftHorizontal:
    case PM_TabBarTabShiftVertical:
      return 0;  // all labels stand in one line
    default:
      return QProxyStyle::pixelMetric(metric, option, widget);
  }
}

/// A light shadow of letters is none where all is flat, least of all on dark ground.
int ControlStyle::styleHint(StyleHint hint, const QStyleOption* option, const QWidget* widget,
                            QStyleHintReturn* data) const {
  return hint == SH_EtchDisabledText ? 0 : QProxyStyle::styleHint(hint, option, widget, data);
}

void ControlStyle::drawPrimitive(PrimitiveElement element, const QStyleOption* option, QPainter* painter,
                                 const QWidget* widget) const {
  switch (element) {
    case PE_PanelButtonCommand:
      return drawButtonPanel(*painter, *option);
    case PE_PanelButtonTool:
      return drawToolButton(*painter, *option);
    case PE_IndicatorCheckBox:
      return drawCheckBox(*painter, *option);
    case PE_IndicatorRadioButton:
      return drawRadioButton(*painter, *option);
    case PE_FrameFocusRect:
      if (const auto* focus = qstyleoption_cast<const QStyleOptionFocusRect*>(option)) {
        if (!focus->state.testFlag(State_KeyboardFocusChange)) return;
        const QColor ground = focus->backgroundColor.isValid()
                                  ? focus->backgroundColor
                                  : focus->palette.color(QPalette::Active, QPalette::Window);
        const bool is_tool = qobject_cast<const QToolButton*>(widget) != nullptr;  // its sign needs the room inside
        return drawFocus(*painter, is_tool ? widget->rect() : focus->rect, focus->palette, ground);
      }
      break;
    case PE_FrameTabBarBase:
      if (const auto* base = qstyleoption_cast<const QStyleOptionTabBarBase*>(option)) {
        return drawTabLine(*painter, *base);
      }
      break;
    case PE_FrameTabWidget:
      return drawTabPage(*painter, *option);
    case PE_PanelMenu:
      return drawMenuGround(*painter, *option);
    case PE_PanelLineEdit:
      if (isPartOfAField(widget)) return;
      if (const auto* frame = qstyleoption_cast<const QStyleOptionFrame*>(option); frame && frame->lineWidth > 0) {
        return drawField(*painter, *frame);
      }
      break;
    default:
      break;
  }
  QProxyStyle::drawPrimitive(element, option, painter, widget);
}

void ControlStyle::drawControl(ControlElement element, const QStyleOption* option, QPainter* painter,
                               const QWidget* widget) const {
  switch (element) {
    case CE_PushButton:
      if (const auto* button = qstyleoption_cast<const QStyleOptionButton*>(option)) {
        return drawPushButton(*button, *painter, widget);
      }
      break;
    case CE_TabBarTabShape:
      if (const auto* tab = qstyleoption_cast<const QStyleOptionTab*>(option)) return drawTab(*painter, *tab);
      break;
    case CE_MenuItem:
      if (const auto* entry = qstyleoption_cast<const QStyleOptionMenuItem*>(option)) {
        return drawMenuEntry(*entry, *painter, widget);
      }
      break;
    case CE_MenuBarItem:
      if (const auto* entry = qstyleoption_cast<const QStyleOptionMenuItem*>(option); entry && entry->icon.isNull()) {
        return drawMenuBarEntry(*entry, *painter, widget);
      }
      break;
    case CE_MenuBarEmptyArea:
      return drawMenuBarGround(*painter, *option);
    case CE_HeaderSection:
      if (const auto* section = qstyleoption_cast<const QStyleOptionHeader*>(option)) {
        return drawHeaderSection(*painter, *section);
      }
      break;
    case CE_ProgressBarGroove:
    case CE_ProgressBarContents:
    case CE_ProgressBarLabel:
      if (const auto* bar = qstyleoption_cast<const QStyleOptionProgressBar*>(option);
          bar && bar->state.testFlag(State_Horizontal)) {
        return drawProgressPart(element, *bar, *painter);
      }
      break;
    case CE_Splitter:
      return drawSplitter(*painter, *option);
    default:
      break;
  }
  QProxyStyle::drawControl(element, option, painter, widget);
}

/// The frame of one that has the keyboard is its edge.
void ControlStyle::drawPushButton(const QStyleOptionButton& button, QPainter& painter, const QWidget* widget) const {
  proxy()->drawControl(CE_PushButtonBevel, &button, &painter, widget);
  QStyleOptionButton label = button;
  label.rect = proxy()->subElementRect(SE_PushButtonContents, &button, widget);
  proxy()->drawControl(CE_PushButtonLabel, &label, &painter, widget);
  if (!showsFocus(button)) return;
  drawFocus(painter, button.rect, button.palette, button.palette.color(QPalette::Active, QPalette::Window));
}

/// Fusion writes the rest, as of an entry that nobody is on: else letters would be white.
void ControlStyle::drawMenuEntry(const QStyleOptionMenuItem& entry, QPainter& painter, const QWidget* widget) const {
  const bool is_separator = entry.menuItemType == QStyleOptionMenuItem::Separator;
  if (is_separator && entry.text.isEmpty()) return drawMenuSeparator(painter, entry);
  QStyleOptionMenuItem rest = entry;
  if (!is_separator && entry.state.testFlag(State_Enabled) && entry.state.testFlag(State_Selected)) {
    drawMenuChoice(painter, entry);
    rest.state &= ~State_Selected;
  }
  QProxyStyle::drawControl(CE_MenuItem, &rest, &painter, widget);
}

void ControlStyle::drawMenuBarEntry(const QStyleOptionMenuItem& entry, QPainter& painter, const QWidget* widget) const {
  const bool enabled = entry.state.testFlag(State_Enabled);
  drawMenuBarGround(painter, entry);
  if (enabled && entry.state.testFlag(State_Selected)) drawMenuChoice(painter, entry);
  int flags = Qt::AlignCenter | Qt::TextShowMnemonic | Qt::TextDontClip | Qt::TextSingleLine;
  if (proxy()->styleHint(SH_UnderlineShortcut, &entry, widget) == 0) flags |= Qt::TextHideMnemonic;
  proxy()->drawItemText(&painter, entry.rect.adjusted(0, 0, 0, -1), flags, entry.palette, enabled, entry.text,
                        QPalette::ButtonText);
}

void ControlStyle::drawProgressPart(ControlElement part, const QStyleOptionProgressBar& bar, QPainter& painter) {
  if (part == CE_ProgressBarGroove) return drawProgressGround(painter, bar);
  if (part == CE_ProgressBarLabel) return drawProgressText(painter, bar);
  drawProgress(painter, bar, QDateTime::currentMSecsSinceEpoch());
  if (isBusy(bar)) paintAgainSoon(qobject_cast<QWidget*>(bar.styleObject));
}

void ControlStyle::drawComplexControl(ComplexControl control, const QStyleOptionComplex* option, QPainter* painter,
                                      const QWidget* widget) const {
  if (control == CC_ComboBox) {
    const auto* box = qstyleoption_cast<const QStyleOptionComboBox*>(option);
    if (box != nullptr && box->frame) return drawComboBox(*box, *painter, widget);
  } else if (control == CC_SpinBox) {
    const auto* box = qstyleoption_cast<const QStyleOptionSpinBox*>(option);
    const bool is_ours = box != nullptr && box->frame && box->buttonSymbols != QAbstractSpinBox::PlusMinus;
    if (is_ours) return drawSpinBox(*box, *painter, widget);
  } else if (control == CC_Slider) {
    const auto* slider = qstyleoption_cast<const QStyleOptionSlider*>(option);
    if (slider != nullptr) return drawSliderParts(*slider, *painter, widget);
  } else if (control == CC_ScrollBar) {
    const auto* bar = qstyleoption_cast<const QStyleOptionSlider*>(option);
    const bool comes_and_goes = proxy()->styleHint(SH_ScrollBar_Transient, option, widget) != 0;
    if (bar != nullptr && !comes_and_goes) return drawScrollBarParts(*bar, *painter, widget);
  }
  QProxyStyle::drawComplexControl(control, option, painter, widget);
}

void ControlStyle::drawComboBox(const QStyleOptionComboBox& box, QPainter& painter, const QWidget* widget) const {
  if (box.editable) {
    drawField(painter, box);
  } else {
    drawShape(painter, box.rect, buttonColours(box.palette, box.state));
    const QColor window = box.palette.color(QPalette::Active, QPalette::Window);
    if (showsFocus(box)) drawFocus(painter, box.rect, box.palette, window);
  }
  if (!box.subControls.testFlag(SC_ComboBoxArrow)) return;
  QStyleOption arrow = box;
  arrow.rect = proxy()->subControlRect(CC_ComboBox, &box, SC_ComboBoxArrow, widget);
  proxy()->drawPrimitive(PE_IndicatorArrowDown, &arrow, &painter, widget);
}

void ControlStyle::drawSpinBox(const QStyleOptionSpinBox& box, QPainter& painter, const QWidget* widget) const {
  drawField(painter, box);
  if (box.buttonSymbols == QAbstractSpinBox::NoButtons) return;
  const auto draw = [&](SubControl part, PrimitiveElement sign, bool can) {
    if (!box.subControls.testFlag(part)) return;
    QStyleOption button = box;
    button.rect = proxy()->subControlRect(CC_SpinBox, &box, part, widget);
    if (!can) button.state &= ~State_Enabled;
    if (!can) button.palette.setCurrentColorGroup(QPalette::Disabled);
    if (can && box.activeSubControls == part) {
      drawShape(painter, button.rect.adjusted(1, 1, -1, -1),
                {.fill = buttonColours(box.palette, box.state).fill, .outline = {}});
    }
    proxy()->drawPrimitive(sign, &button, &painter, widget);
  };
  const bool enabled = box.state.testFlag(State_Enabled);
  draw(SC_SpinBoxUp, PE_IndicatorArrowUp, enabled && box.stepEnabled.testFlag(QAbstractSpinBox::StepUpEnabled));
  draw(SC_SpinBoxDown, PE_IndicatorArrowDown, enabled && box.stepEnabled.testFlag(QAbstractSpinBox::StepDownEnabled));
}

void ControlStyle::drawScrollBarParts(const QStyleOptionSlider& bar, QPainter& painter, const QWidget* widget) const {
  drawScrollBar(painter, bar, proxy()->subControlRect(CC_ScrollBar, &bar, SC_ScrollBarSlider, widget));
  const auto draw = [&](SubControl part, PrimitiveElement sign) {
    if (!bar.subControls.testFlag(part)) return;
    QStyleOption arrow = bar;
    arrow.rect = proxy()->subControlRect(CC_ScrollBar, &bar, part, widget);
    if (bar.activeSubControls.testFlag(part) && bar.state.testFlag(State_Enabled)) {
      drawShape(painter, arrow.rect.adjusted(1, 1, -1, -1),
                {.fill = buttonColours(bar.palette, bar.state).fill, .outline = {}});
    }
    proxy()->drawPrimitive(sign, &arrow, &painter, widget);
  };
  const bool mirrored = bar.direction == Qt::RightToLeft;
  const bool lies = bar.orientation == Qt::Horizontal;
  draw(SC_ScrollBarSubLine, !lies ? PE_IndicatorArrowUp : mirrored ? PE_IndicatorArrowRight : PE_IndicatorArrowLeft);
  draw(SC_ScrollBarAddLine, !lies ? PE_IndicatorArrowDown : mirrored ? PE_IndicatorArrowLeft : PE_IndicatorArrowRight);
}

/// Marks beside it are Fusion's.
void ControlStyle::drawSliderParts(const QStyleOptionSlider& slider, QPainter& painter, const QWidget* widget) const {
  if (slider.subControls.testFlag(SC_SliderTickmarks)) {
    QStyleOptionSlider marks = slider;
    marks.subControls = SC_SliderTickmarks;
    QProxyStyle::drawComplexControl(CC_Slider, &marks, &painter, widget);
  }
  drawSlider(painter, slider, proxy()->subControlRect(CC_Slider, &slider, SC_SliderGroove, widget),
             proxy()->subControlRect(CC_Slider, &slider, SC_SliderHandle, widget));
}

}  // namespace gan
