#pragma once

class QPainter;
class QStyleOption;

namespace gan {

/// What lies between two parts and is dragged to share their room: a line, and on it a handle that is seen, more so
/// under the mouse. What has the keyboard is filled. It is upright where the parts lie beside each other
/// (State_Horizontal).
void drawSplitter(QPainter& painter, const QStyleOption& splitter);

}  // namespace gan
