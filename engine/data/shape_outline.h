#pragma once

#include <array>
#include <cstddef>
#include <string_view>

namespace gan {

struct Point {
  float x = 0;
  float y = 0;  ///< downwards
};

/// A closed outline that fits into the unit disc around the origin.
struct ShapeOutline {
  std::string_view name;
  /// Signed distance of a point to the outline, negative inside. Exact or close to it near the outline, which is where
  /// antialiasing reads it. The formulas are Inigo Quilez's ("2D distance functions").
  float (*distance)(Point point);
};

const std::array<ShapeOutline, 10>& shapeOutlines();

}  // namespace gan
