#pragma once

#include <string>

namespace gan {

/// 16 random hexadecimal digits: a name that nobody else has.
std::string randomId();

}  // namespace gan
