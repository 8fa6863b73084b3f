#pragma once

#include <QtGlobal>

class QPainter;
class QRect;
class QStyleOption;
class QStyleOptionHeader;
class QStyleOptionProgressBar;
class QStyleOptionSlider;
class QStyleOptionTab;
class QStyleOptionTabBarBase;

namespace gan {

/// What the title of a column or a row lies on, with a line to the table and one to the title that is next.
void drawHeaderSection(QPainter& painter, const QStyleOptionHeader& section);

/// What the entries of a menu lie on.
void drawMenuGround(QPainter& painter, const QStyleOption& menu);
/// What the names of menus lie on.
void drawMenuBarGround(QPainter& painter, const QStyleOption& bar);
/// The line between two groups of entries.
void drawMenuSeparator(QPainter& painter, const QStyleOption& separator);
/// Behind the entry that mouse or keyboard is on: letters and signs are those of the others, and stay readable.
void drawMenuChoice(QPainter& painter, const QStyleOption& entry);

/// Without its label: flat, with a bar along its page while it is the one in front.
void drawTab(QPainter& painter, const QStyleOptionTab& tab);
/// The line between tabs and page.
void drawTabLine(QPainter& painter, const QStyleOptionTabBarBase& base);
/// The frame around a page that has one.
void drawTabPage(QPainter& painter, const QStyleOption& page);

/// Without the arrows at its ends: what it lies on, and the handle at this place, which is seen on it.
void drawScrollBar(QPainter& painter, const QStyleOptionSlider& bar, const QRect& handle);

/// A bar that is filled up to the handle, which has the frame of what has the keyboard; marks beside it are not drawn.
/// groove, handle: where they lie, as the mouse finds them.
void drawSlider(QPainter& painter, const QStyleOptionSlider& slider, const QRect& groove, const QRect& handle);

/// What lies between two parts and is dragged to share their room: a line, and on it a handle that is seen, more so
/// under the mouse. What has the keyboard is filled. It is upright where the parts lie beside each other
/// (State_Horizontal).
void drawSplitter(QPainter& painter, const QStyleOption& splitter);

/// These draw a bar that lies: a field,
void drawProgressGround(QPainter& painter, const QStyleOptionProgressBar& bar);
/// which is filled as far as the work has come; where nobody knows how far that is, a part of it is, which wanders with
/// the time,
void drawProgress(QPainter& painter, const QStyleOptionProgressBar& bar, qint64 time_ms);
/// and its text, cut to its width, whose letters are readable on what is filled and on what is not.
void drawProgressText(QPainter& painter, const QStyleOptionProgressBar& bar);

/// Whether nobody knows how far the work has come.
bool isBusy(const QStyleOptionProgressBar& bar);

}  // namespace gan
