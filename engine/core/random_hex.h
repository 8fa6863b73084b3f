#pragma once

#include <cstddef>
#include <string>

namespace gan {

/// Lower-case hexadecimal digits of so many bytes from the system's source of random numbers; at most 256 bytes. Eight
/// make a name that nobody else has, 32 a secret.
std::string randomHex(std::size_t bytes);

}  // namespace gan
