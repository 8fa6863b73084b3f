#pragma once

#include <QString>

namespace gan {

/// A point's line of text for people: long runs of numbers, such as the components of a latent, end in "…". It brings
/// nothing back.
QString shortLine(const QString& line);

}  // namespace gan
