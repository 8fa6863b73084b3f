#pragma once

#include <string>
#include <string_view>

namespace gan {

/// text with every byte that is not part of valid UTF-8 (RFC 3629) replaced by U+FFFD. Messages carry only UTF-8, but
/// file names may be anything.
std::string toUtf8(std::string_view text);

}  // namespace gan
