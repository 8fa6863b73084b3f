#pragma once

#include "run/evaluated.h"
#include "run/json.h"

namespace gan::json {

/// The members of an entry of the journal.
void writeEvaluated(Json& out, const Evaluated& evaluated);
void readEvaluated(const Members& in, Evaluated& evaluated);

}  // namespace gan::json
