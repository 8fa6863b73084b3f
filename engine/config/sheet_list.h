#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace gan {

/// Reads which sheets of a checkpoint's pictures somebody chose: "classes, interpolate-z", or "" for none, each once.
/// There are classes, random, interpolate-z, interpolate-y, interpolate-zy, sefa and pca. Throws
/// Error(kInvalidArgument, "sheet_list_bad").
std::vector<std::string> sheetList(std::string_view text);

/// Whether only a generator that knows classes can draw it.
bool sheetNeedsClasses(std::string_view kind);

}  // namespace gan
