#include "data/shape_outline.h"

#include <gtest/gtest.h>

#include <cmath>
#include <set>

namespace gan {

void PrintTo(const ShapeOutline& outline, std::ostream* out) { *out << outline.name; }

namespace {

class Outlines : public testing::TestWithParam<ShapeOutline> {};
INSTANTIATE_TEST_SUITE_P(Shapes, Outlines, testing::ValuesIn(shapeOutlines()),
                         [](const auto& shape) { return std::string(shape.param.name); });

TEST_P(Outlines, FitsIntoTheUnitDisc) {
  for (int i = 0; i < 3600; ++i) {
    const double angle = i * M_PI / 1800;
    const Point rim{static_cast<float>(1.001 * std::cos(angle)), static_cast<float>(1.001 * std::sin(angle))};
    ASSERT_GT(GetParam().distance(rim), 0.0F) << angle;
  }
}

TEST_P(Outlines, DistancesGrowNoFasterThanTheWay) {
  for (float y = -1.2F; y < 1.2F; y += 0.05F) {
    for (float x = -1.2F; x < 1.2F; x += 0.05F) {
      const float step = 0.01F;
      const float here = GetParam().distance({x, y});
      ASSERT_LE(std::abs(GetParam().distance({x + step, y}) - here), 1.01F * step) << x << " " << y;
      ASSERT_LE(std::abs(GetParam().distance({x, y + step}) - here), 1.01F * step) << x << " " << y;
    }
  }
}

TEST_P(Outlines, CoversAFairPartOfTheDisc) {
  int inside = 0;
  for (float y = -1.0F; y < 1.0F; y += 0.02F) {
    for (float x = -1.0F; x < 1.0F; x += 0.02F) {
      inside += GetParam().distance({x, y}) < 0 ? 1 : 0;
    }
  }
  EXPECT_GT(inside * 0.0004, 0.9);
  EXPECT_LT(inside * 0.0004, 2.6);
}

TEST(ShapeOutlines, HaveTenNames) {
  std::set<std::string_view> names;
  for (const auto& outline : shapeOutlines()) {
    names.insert(outline.name);
  }
  EXPECT_EQ(names.size(), 10U);
}

}  // namespace
}  // namespace gan
