#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace gan {

/// Text as one word of a POSIX shell, whatever it holds: as it is when it needs no quotes, else in single quotes.
std::string shellQuote(std::string_view text);

/// Words with a space between them, each quoted.
std::string shellCommand(const std::vector<std::string>& words);

}  // namespace gan
