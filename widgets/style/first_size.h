#pragma once

class QWidget;

namespace gan {

/// Makes a window that is yet to be shown so many average characters wide and so many lines high, by its own font, and
/// no larger than nine tenths of its screen's room each way. GUI thread.
void giveFirstSize(QWidget& window, int characters, int lines);

}  // namespace gan
