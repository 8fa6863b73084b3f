#pragma once

class QPainter;
class QStyleOption;

namespace gan {

/// What the entries of a menu lie on.
void drawMenuGround(QPainter& painter, const QStyleOption& menu);
/// What the names of menus lie on.
void drawMenuBarGround(QPainter& painter, const QStyleOption& bar);
/// The line between two groups of entries.
void drawMenuSeparator(QPainter& painter, const QStyleOption& separator);
/// Behind the entry that mouse or keyboard is on: letters and signs are those of the others, and stay readable.
void drawMenuChoice(QPainter& painter, const QStyleOption& entry);

}  // namespace gan
