#pragma once

#include <QList>
#include <Qt>

class QWidget;

namespace gan {

/// Tab visits what was put into a window last, last. Gives all that is in a part of a window the place that the part
/// itself has in the order of Tab, in the order of its layouts. For parts that are filled anew while they are shown;
/// the part takes no focus itself. GUI thread.
void takeTabPlace(QWidget& part);

/// What Tab leads to from where the focus is, or Shift+Tab by its reason, in a window whose parts are read in this
/// order, whatever came into it first; round and round. What is in several parts belongs to the first of them, what is
/// in none comes last; within a part the order is Qt's. Null: nothing there takes the focus. For windows whose parts
/// come, go and are moved; to be asked for each Tab. GUI thread.
QWidget* nextTabStop(const QWidget& window, const QList<QWidget*>& parts, Qt::FocusReason reason);

}  // namespace gan
