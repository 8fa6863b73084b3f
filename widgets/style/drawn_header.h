#pragma once

class QPainter;
class QStyleOptionHeader;

namespace gan {

/// What the title of a column or a row lies on, with a line to the table and one to the title that is next.
void drawHeaderSection(QPainter& painter, const QStyleOptionHeader& section);

}  // namespace gan
