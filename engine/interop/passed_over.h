#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace gan {

/// Files of one kind that a source left out because they are no pictures that it reads.
struct PassedOver {
  std::string kind;  ///< "TIFF", "AVIF", "text", "empty", "other", ...
  std::int64_t files = 0;
  std::vector<std::string> names;  ///< The first three in the order of names.

  friend bool operator==(const PassedOver& a, const PassedOver& b) = default;
};

/// What the first bytes (32 are enough) of a file that imageFormatOf() does not know say that it is: the name of a
/// format, or "text", "empty" or "other".
std::string_view otherKindOf(std::span<const std::byte> first_bytes);

/// Counts one more; kinds stay in the order of their names. The order of calls does not matter.
void passOver(std::vector<PassedOver>& passed, std::string_view kind, std::string_view name);

/// "2 TIFF (a.tif, b.tif), 40 text (x.txt, y.txt, z.txt, ...)"; empty when there are none.
std::string describe(const std::vector<PassedOver>& passed);

}  // namespace gan
