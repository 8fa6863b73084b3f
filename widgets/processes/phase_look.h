#pragma once

#include <QBrush>
#include <QPalette>

#include "processes/processes_model.h"

class QPainter;
class QRectF;

namespace gan {

/// A phase's colour on a background of this palette. After Okabe and Ito (2008), "Color universal design", so that they
/// can be told apart with any colour vision.
QColor phaseColour(ProcessPhase phase, const QPalette& palette);

/// Fills a rectangle as the phase looks: phases in which a process waits, for data or for others, are hatched besides.
void paintPhase(QPainter& painter, const QRectF& area, ProcessPhase phase, const QPalette& palette);

}  // namespace gan
