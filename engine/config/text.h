#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace gan {

/// Text from outside, quoted, for a message: cut after 80 bytes; control characters and broken UTF-8 become \xNN.
std::string excerpt(std::string_view text);

/// True for well-formed UTF-8 without control characters and line separators.
bool isPlainText(std::string_view text);

/// Without spaces, tabs and line ends at its ends.
std::string_view trimmed(std::string_view text);

/// Length in bytes of the well-formed UTF-8 character at the front of text; 0 when there is none.
std::size_t utf8CharacterLength(std::string_view text);

/// Edits that turn a into b, where an edit inserts, deletes or replaces a byte or swaps two neighbours (optimal string
/// alignment; Damerau, 1964).
std::size_t editDistance(std::string_view a, std::string_view b);

/// The candidate with the smallest edit distance, the first of several, unless even that one is too far off to be
/// meant.
std::optional<std::string> nearestWord(std::string_view word, std::span<const std::string> candidates);

/// "a", "a or b", "a, b or c".
std::string joinChoices(std::span<const std::string> choices);

}  // namespace gan
