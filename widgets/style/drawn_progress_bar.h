#pragma once

#include <QtGlobal>

class QPainter;
class QStyleOptionProgressBar;

namespace gan {

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
