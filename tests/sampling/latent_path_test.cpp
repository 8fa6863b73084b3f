#include "sampling/latent_path.h"

#include <ATen/ATen.h>
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <limits>

#include "support/expect_error.h"

namespace gan {
namespace {

const at::Tensor kFour = at::tensor({0.5F, -1.0F, 1.25F, 0.75F, -0.5F, 2.0F, -1.5F, 0.25F}).view({4, 2});

void expectAt(const LatentPath& path, double t, const std::vector<double>& expected) {
  const at::Tensor found = path.at(t).to(at::kDouble);
  for (std::size_t i = 0; i < expected.size(); ++i) {
    EXPECT_NEAR(found[static_cast<std::int64_t>(i)].item<double>(), expected[i], 1e-6) << "at " << t;
  }
}

TEST(LatentPath, AnOpenCubicOneIsSciPysNaturalSpline) {
  // scipy.interpolate.CubicSpline(range(4), y, bc_type="natural")
  const LatentPath path(kFour, PathKind::kCubic, PathEnds::kOpen);
  expectAt(path, 0.25, {0.85546875, -0.578125});
  expectAt(path, 0.5, {1.14375, -0.15});
  expectAt(path, 1.7, {0.08975, 1.8805});
  expectAt(path, 2.9, {-1.4363, 0.5009});
}

TEST(LatentPath, ACubicLoopIsSciPysPeriodicSpline) {
  // scipy.interpolate.CubicSpline(range(5), y with its first row again, bc_type="periodic")
  const LatentPath path(kFour, PathKind::kCubic, PathEnds::kLoop);
  expectAt(path, 0.25, {0.9423828125, -0.779296875});
  expectAt(path, 0.5, {1.2265625, -0.359375});
  expectAt(path, 1.7, {0.1339375, 1.926875});
  expectAt(path, 2.9, {-1.5513125, 0.477875});
  expectAt(path, 3.6, {-0.429, -0.83});
  expectAt(path, 4.25, {0.9423828125, -0.779296875});
  expectAt(path, -0.4, {-0.429, -0.83});
}

TEST(LatentPath, ASphericalOneIsSciPysSlerp) {
  // scipy.spatial.geometric_slerp((0.6, 0.8, 0), (0, -0.6, 0.8), s)
  const at::Tensor ends = at::tensor({0.6F, 0.8F, 0.0F, 0.0F, -0.6F, 0.8F}).view({2, 3});
  const LatentPath path(ends, PathKind::kSpherical, PathEnds::kOpen);
  expectAt(path, 0.25, {0.6838398681183411, 0.5732190352422935, 0.45142327410954847});
  expectAt(path, 0.5, {0.5883484054145522, 0.1961161351381841, 0.7844645405527363});
  expectAt(path, 0.9, {0.140664036368035, -0.4671399247153202, 0.8729226309413781});
}

TEST(LatentPath, ASphericalOneKeepsTheLengthOfHighDimensionalLatents) {
  const at::Tensor ends = at::randn({2, 128}, at::detail::createCPUGenerator(3));
  const double length = ends[0].norm().item<double>();
  const at::Tensor same = at::stack({ends[0], ends[1] * (length / ends[1].norm().item<double>())});
  const LatentPath sphere(same, PathKind::kSpherical, PathEnds::kOpen);
  const LatentPath line(same, PathKind::kLinear, PathEnds::kOpen);
  EXPECT_NEAR(sphere.at(0.5).norm().item<double>(), length, 1e-4);
  EXPECT_LT(line.at(0.5).norm().item<double>(), 0.85 * length);
}

TEST(LatentPath, EveryKindVisitsItsKeyframesExactly) {
  for (const PathKind kind : {PathKind::kLinear, PathKind::kSpherical, PathKind::kCubic}) {
    for (const PathEnds ends : {PathEnds::kOpen, PathEnds::kLoop}) {
      const LatentPath path(kFour, kind, ends);
      for (int i = 0; i < 4; ++i) EXPECT_TRUE(at::equal(path.at(i), kFour[i])) << nameOf(kind);
      EXPECT_TRUE(at::equal(path.at(4), kFour[ends == PathEnds::kLoop ? 0 : 3]));
      EXPECT_TRUE(at::equal(path.at(std::numeric_limits<double>::infinity()), kFour[ends == PathEnds::kLoop ? 0 : 3]));
    }
  }
}

TEST(LatentPath, EqualAndOppositeKeyframesAreNoTrap) {
  const at::Tensor ends = at::tensor({1.0F, 0.0F, 1.0F, 0.0F, -1.0F, 0.0F}).view({3, 2});
  const LatentPath path(ends, PathKind::kSpherical, PathEnds::kOpen);
  expectAt(path, 0.5, {1, 0});
  expectAt(path, 1.5, {0, 0});
}

TEST(LatentPath, RefusesWhatIsNoPath) {
  const auto make = [](const at::Tensor& keyframes) {
    return [keyframes] { LatentPath(keyframes, PathKind::kLinear, PathEnds::kOpen); };
  };
  for (const at::Tensor& bad : {at::Tensor(), at::zeros({1, 4}), at::zeros({3, 0}), at::zeros({4}),
                                at::zeros({2, 2}, at::kDouble), at::full({2, 2}, std::nanf(""))}) {
    expectError(ErrorCode::kInvalidArgument, "latent_path_bad", make(bad));
  }
  expectError(ErrorCode::kInvalidArgument, "latent_path_bad",
              [] { LatentPath(kFour, PathKind::kLinear, PathEnds::kOpen).at(std::nan("")); });
}

}  // namespace
}  // namespace gan
