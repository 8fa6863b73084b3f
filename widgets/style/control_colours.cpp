#include "style/control_colours.h"

#include <algorithm>
#include <cmath>

namespace gan {
namespace {

// How much of the second colour is in a mixture: states are told apart, and letters stay readable on each (4.5 : 1).
constexpr float kHovered = 0.12F;
constexpr float kChecked = 0.22F;
constexpr float kPressed = 0.30F;
constexpr float kButtonOutline = 0.30F;
constexpr float kFieldOutline = 0.50F;
constexpr float kDisabledOutline = 0.18F;
constexpr double kSeen = 3;  // WCAG 2.1, 1.4.11

QColor mixed(const QColor& a, const QColor& b, float share) {
  const auto mix = [share](int from, int to) { return from + qRound(static_cast<float>(to - from) * share); };
  return {mix(a.red(), b.red()), mix(a.green(), b.green()), mix(a.blue(), b.blue())};
}

/// Of WCAG 2.1.
double luminance(const QColor& colour) {
  const auto linear = [](double value) {
    return value <= 0.04045 ? value / 12.92 : std::pow((value + 0.055) / 1.055, 2.4);
  };
  return 0.2126 * linear(colour.redF()) + 0.7152 * linear(colour.greenF()) + 0.0722 * linear(colour.blueF());
}

double contrast(const QColor& a, const QColor& b) {
  const auto [dark, light] = std::minmax({luminance(a), luminance(b)});
  return (light + 0.05) / (dark + 0.05);
}

/// Between window and letters.
QColor outline(const QPalette& palette, float share) {
  return mixed(palette.color(QPalette::Active, QPalette::Window), palette.color(QPalette::Active, QPalette::WindowText),
               share);
}

}  // namespace

ControlColours buttonColours(const QPalette& palette, QStyle::State state) {
  const QColor window = palette.color(QPalette::Active, QPalette::Window);
  const QColor button = palette.color(QPalette::Active, QPalette::Button);
  const QColor highlight = palette.color(QPalette::Active, QPalette::Highlight);
  if (!state.testFlag(QStyle::State_Enabled)) {
    const QColor fill = mixed(window, button, 0.5F);
    return {state.testFlag(QStyle::State_On) ? mixed(fill, outline(palette, 1), kHovered) : fill,
            outline(palette, kDisabledOutline)};
  }
  const bool hovered = state.testFlag(QStyle::State_MouseOver);
  float share = hovered ? kHovered : 0;
  if (state.testFlag(QStyle::State_On)) share = kChecked + (hovered ? kHovered / 3 : 0);
  if (state.testFlag(QStyle::State_Sunken)) share = kPressed;
  const QColor edge = outline(palette, kButtonOutline);
  return {mixed(button, highlight, share), share > 0 ? mixed(edge, highlight, 0.5F) : edge};
}

ControlColours fieldColours(const QPalette& palette, QStyle::State state) {
  const QColor base = palette.color(QPalette::Active, QPalette::Base);
  const QColor window = palette.color(QPalette::Active, QPalette::Window);
  if (!state.testFlag(QStyle::State_Enabled)) return {mixed(base, window, 0.7F), outline(palette, kDisabledOutline)};
  const QColor highlight = palette.color(QPalette::Active, QPalette::Highlight);
  if (state.testFlag(QStyle::State_HasFocus)) return {base, highlight};
  const float share = state.testFlag(QStyle::State_MouseOver) ? kFieldOutline + kHovered : kFieldOutline;
  return {base, outline(palette, share)};
}

QColor focusColour(const QPalette& palette, const QColor& ground) {
  const QColor highlight = palette.color(QPalette::Active, QPalette::Highlight);
  if (contrast(highlight, ground) >= kSeen) return highlight;
  const QColor on_highlight = palette.color(QPalette::Active, QPalette::HighlightedText);
  const QColor text = palette.color(QPalette::Active, QPalette::Text);
  return contrast(on_highlight, ground) > contrast(text, ground) ? on_highlight : text;
}

}  // namespace gan
