#pragma once

#include "style/series_style.h"

namespace gan {

/// How the run of this number, from 0, looks beside others: by colour and by dash, so that runs are told apart without
/// colours, and by those who see no red, no green or no blue. The first eighteen differ from one another.
SeriesStyle runStyle(int number, bool dark);

}  // namespace gan
