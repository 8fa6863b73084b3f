#pragma once

class QPainter;
class QStyleOption;
class QStyleOptionTab;
class QStyleOptionTabBarBase;

namespace gan {

/// Without its label: flat, with a bar along its page while it is the one in front.
void drawTab(QPainter& painter, const QStyleOptionTab& tab);
/// The line between tabs and page.
void drawTabLine(QPainter& painter, const QStyleOptionTabBarBase& base);
/// The frame around a page that has one.
void drawTabPage(QPainter& painter, const QStyleOption& page);

}  // namespace gan
