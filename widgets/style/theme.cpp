#include "style/theme.h"

#include <QApplication>

#include "style/control_style.h"

namespace gan {
namespace {

QPalette lightPalette() {
  QPalette palette(QColor(0xef, 0xf0, 0xf1));
  palette.setColor(QPalette::Window, QColor(0xf4, 0xf5, 0xf6));
  palette.setColor(QPalette::Base, Qt::white);
  palette.setColor(QPalette::AlternateBase, QColor(0xf7, 0xf8, 0xf9));
  palette.setColor(QPalette::WindowText, QColor(0x1d, 0x20, 0x24));
  palette.setColor(QPalette::Text, QColor(0x1d, 0x20, 0x24));
  palette.setColor(QPalette::ButtonText, QColor(0x1d, 0x20, 0x24));
  palette.setColor(QPalette::PlaceholderText, QColor(0x5f, 0x66, 0x6d));
  palette.setColor(QPalette::ToolTipBase, QColor(0xff, 0xff, 0xf0));
  palette.setColor(QPalette::ToolTipText, QColor(0x1d, 0x20, 0x24));
  palette.setColor(QPalette::Highlight, QColor(0x1f, 0x6f, 0xc4));
  palette.setColor(QPalette::HighlightedText, Qt::white);
  palette.setColor(QPalette::Link, QColor(0x1f, 0x6f, 0xc4));
  palette.setColor(QPalette::Mid, QColor(0xb8, 0xbd, 0xc2));
  return palette;
}

QPalette darkPalette() {
  QPalette palette(QColor(0x2b, 0x2e, 0x33));
  palette.setColor(QPalette::Window, QColor(0x2d, 0x30, 0x35));
  palette.setColor(QPalette::Base, QColor(0x1c, 0x1e, 0x21));
  palette.setColor(QPalette::AlternateBase, QColor(0x23, 0x26, 0x2a));
  palette.setColor(QPalette::Button, QColor(0x3c, 0x40, 0x47));
  palette.setColor(QPalette::WindowText, QColor(0xe8, 0xea, 0xed));
  palette.setColor(QPalette::Text, QColor(0xe8, 0xea, 0xed));
  palette.setColor(QPalette::ButtonText, QColor(0xe8, 0xea, 0xed));
  palette.setColor(QPalette::BrightText, Qt::white);
  palette.setColor(QPalette::PlaceholderText, QColor(0x9a, 0xa1, 0xa9));
  palette.setColor(QPalette::ToolTipBase, QColor(0x33, 0x37, 0x3d));
  palette.setColor(QPalette::ToolTipText, QColor(0xe8, 0xea, 0xed));
  palette.setColor(QPalette::Highlight, QColor(0x3d, 0x8b, 0xe0));
  palette.setColor(QPalette::HighlightedText, QColor(0x0d, 0x11, 0x15));  // white has a contrast of 3.5 only
  palette.setColor(QPalette::Link, QColor(0x7a, 0xb5, 0xf5));
  palette.setColor(QPalette::Mid, QColor(0x4a, 0x50, 0x57));
  return palette;
}

QPalette withDisabled(QPalette palette) {
  const QColor grey = isDark(palette) ? QColor(0x7d, 0x84, 0x8c) : QColor(0x8a, 0x90, 0x97);
  for (const auto role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText, QPalette::PlaceholderText}) {
    palette.setColor(QPalette::Disabled, role, grey);
  }
  return palette;
}

}  // namespace

bool isDark(const QPalette& palette) {
  return palette.color(QPalette::WindowText).lightness() > palette.color(QPalette::Window).lightness();
}

void applyTheme(Theme theme) {
  static const bool system_is_dark = isDark(QApplication::palette());  // before we change it
  const bool dark = theme == Theme::kDark || (theme == Theme::kSystem && system_is_dark);
  if (dynamic_cast<ControlStyle*>(QApplication::style()) == nullptr) QApplication::setStyle(new ControlStyle);
  QApplication::setPalette(withDisabled(dark ? darkPalette() : lightPalette()));
}

}  // namespace gan
