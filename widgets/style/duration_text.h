#pragma once

#include <QString>

namespace gan {

/// "2 h 05 min", translated; empty when seconds is not finite, negative or longer than anything can last.
QString durationText(double seconds);
/// As clocks read it, to the second below a day, so that places on an axis differ: "0:42", "1:05:00", "2 d 03:00".
QString clockText(double seconds);

}  // namespace gan
