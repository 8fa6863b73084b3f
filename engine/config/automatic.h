#pragma once

#include "config/schema.h"

namespace gan {

/// True for a whole number whose range begins at -1, which means that the program decides and may be written "auto".
bool canBeAutomatic(const Field& field);

}  // namespace gan
