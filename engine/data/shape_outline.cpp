#include "data/shape_outline.h"

#include <algorithm>
#include <cmath>

namespace gan {

namespace {

float length(Point p) { return std::sqrt(p.x * p.x + p.y * p.y); }
float dot(Point a, Point b) { return a.x * b.x + a.y * b.y; }
float sign(float value) { return value < 0.0F ? -1.0F : 1.0F; }

float box(Point p, float half_width, float half_height) {
  const Point d{std::abs(p.x) - half_width, std::abs(p.y) - half_height};
  return length({std::max(d.x, 0.0F), std::max(d.y, 0.0F)}) + std::min(std::max(d.x, d.y), 0.0F);
}

float circle(Point p) { return length(p) - 0.85F; }

float square(Point p) { return box(p, 0.7F, 0.7F); }

float triangle(Point p) {
  constexpr float kSqrt3 = 1.7320508F;
  constexpr float kHalfSide = 0.85F;
  float x = std::abs(p.x) - kHalfSide;
  float y = -p.y + kHalfSide / kSqrt3;
  if (x + kSqrt3 * y > 0.0F) {
    const float turned = (x - kSqrt3 * y) / 2.0F;
    y = (-kSqrt3 * x - y) / 2.0F;
    x = turned;
  }
  x -= std::clamp(x, -2.0F * kHalfSide, 0.0F);
  return -length({x, y}) * sign(y);
}

float star(Point p) {
  constexpr float kRadius = 1.0F;
  constexpr float kInner = 0.45F;
  constexpr Point kFirst{0.80901699F, -0.58778525F};
  constexpr Point kSecond{-0.80901699F, -0.58778525F};
  Point q{std::abs(p.x), -p.y};
  const float first = 2.0F * std::max(dot(kFirst, q), 0.0F);
  q = {q.x - first * kFirst.x, q.y - first * kFirst.y};
  const float second = 2.0F * std::max(dot(kSecond, q), 0.0F);
  q = {q.x - second * kSecond.x, q.y - second * kSecond.y};
  q = {std::abs(q.x), q.y - kRadius};
  const Point edge{kInner * 0.58778525F, kInner * 0.80901699F - 1.0F};
  const float along = std::clamp(dot(q, edge) / dot(edge, edge), 0.0F, kRadius);
  return length({q.x - edge.x * along, q.y - edge.y * along}) * sign(q.y * edge.x - q.x * edge.y);
}

float ring(Point p) { return std::abs(length(p) - 0.65F) - 0.22F; }

float cross(Point p) { return std::min(box(p, 0.88F, 0.29F), box(p, 0.29F, 0.88F)); }

float diamond(Point p) {
  constexpr Point kHalfDiagonals{0.62F, 0.97F};
  const Point q{std::abs(p.x), std::abs(p.y)};
  const Point difference{kHalfDiagonals.x - 2.0F * q.x, kHalfDiagonals.y - 2.0F * q.y};
  const float along = std::clamp(
      (difference.x * kHalfDiagonals.x - difference.y * kHalfDiagonals.y) / dot(kHalfDiagonals, kHalfDiagonals), -1.0F,
      1.0F);
  const float distance =
      length({q.x - 0.5F * kHalfDiagonals.x * (1.0F - along), q.y - 0.5F * kHalfDiagonals.y * (1.0F + along)});
  return distance * sign(q.x * kHalfDiagonals.y + q.y * kHalfDiagonals.x - kHalfDiagonals.x * kHalfDiagonals.y);
}

float hexagon(Point p) {
  constexpr float kInner = 0.8F;
  constexpr Point kNormal{-0.86602540F, 0.5F};
  constexpr float kTangent = 0.57735027F;
  Point q{std::abs(p.x), std::abs(p.y)};
  const float over = 2.0F * std::min(dot(kNormal, q), 0.0F);
  q = {q.x - over * kNormal.x, q.y - over * kNormal.y};
  q = {q.x - std::clamp(q.x, -kTangent * kInner, kTangent * kInner), q.y - kInner};
  return length(q) * sign(q.y);
}

float crescent(Point p) {
  const float disc = length({p.x + 0.08F, p.y}) - 0.9F;
  const float bite = length({p.x - 0.42F, p.y}) - 0.72F;
  return std::max(disc, -bite);
}

float heart(Point p) {
  constexpr float kScale = 1.48F;
  constexpr float kSqrt2 = 1.4142136F;
  const Point q{std::abs(p.x) / kScale, -p.y / kScale + 0.56F};
  if (q.x + q.y > 1.0F) {
    return kScale * (length({q.x - 0.25F, q.y - 0.75F}) - kSqrt2 / 4.0F);
  }
  const float diagonal = 0.5F * std::max(q.x + q.y, 0.0F);
  const Point lower{q.x - diagonal, q.y - diagonal};
  const Point upper{q.x, q.y - 1.0F};
  return kScale * std::sqrt(std::min(dot(upper, upper), dot(lower, lower))) * sign(q.x - q.y);
}

}  // namespace

const std::array<ShapeOutline, 10>& shapeOutlines() {
  static constexpr std::array<ShapeOutline, 10> kOutlines{{{"circle", circle},
                                                           {"square", square},
                                                           {"triangle", triangle},
                                                           {"star", star},
                                                           {"ring", ring},
                                                           {"cross", cross},
                                                           {"diamond", diamond},
                                                           {"hexagon", hexagon},
                                                           {"crescent", crescent},
                                                           {"heart", heart}}};
  return kOutlines;
}

}  // namespace gan
