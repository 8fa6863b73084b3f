#pragma once

#include <QIcon>
#include <QString>

namespace gan {

/// resources/icons/NAME.svg in the palette's text colour, at every size and scale; follows a change of theme. A name
/// that does not exist is a defect: an assertion in debug builds, an empty icon otherwise.
QIcon icon(const QString& name);

}  // namespace gan
