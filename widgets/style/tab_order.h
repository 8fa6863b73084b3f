#pragma once

class QWidget;

namespace gan {

/// Tab visits what was put into a window last, last. Gives all that is in a part of a window the place that the part
/// itself has in the order of Tab, in the order of its layouts. For parts that are filled anew while they are shown;
/// the part takes no focus itself. GUI thread.
void takeTabPlace(QWidget& part);

}  // namespace gan
