#pragma once

#include <string>

namespace gan {

/// "[64, 3, 28, 28]", of any list of sizes.
template <typename Sizes>
std::string shapeText(const Sizes& sizes) {
  std::string text;
  for (const auto size : sizes) text += (text.empty() ? "" : ", ") + std::to_string(size);
  return "[" + text + "]";
}

}  // namespace gan
