#pragma once

#include <QFont>

class QWidget;

namespace gan {

/// The distances of the whole window, each in shares of a line of text, so that they grow with the letters.
enum class Space {
  kHair,    ///< An eighth: between the parts of one control.
  kTight,   ///< A quarter: between the lines of one thing, and around a panel.
  kSmall,   ///< A half: between a control and what belongs to it.
  kMedium,  ///< One line: between groups.
  kLarge,   ///< Two lines: what must not be taken for one, and around a page.
};

/// In pixels of the widget's font; at least 1.
int space(const QWidget& widget, Space size);

/// The sizes of letters, in shares of those that the desktop sets.
enum class TextSize {
  kSmall,    ///< 0.8: numbers at a sign.
  kBody,     ///< 1
  kHeading,  ///< 1.2: of a part of a page.
  kTitle,    ///< 1.6: of a page.
  kFigure,   ///< 2: the one number that a page is about.
};

/// The same font in that size; base is one of kBody.
QFont sized(QFont base, TextSize size);

/// Makes a window that is yet to be shown so many average characters wide and so many lines high, by its own font, and
/// no larger than nine tenths of its screen's room each way. GUI thread.
void giveFirstSize(QWidget& window, int characters, int lines);

}  // namespace gan
