#pragma once

#include <QString>

namespace gan {

/// "2 h 05 min", translated; empty when seconds is not finite, negative or longer than anything can last.
QString durationText(double seconds);

}  // namespace gan
