#include "sampling/normal_quantile.h"

#include <gtest/gtest.h>

#include <cmath>

namespace gan {
namespace {

struct Pair {
  double from;
  double to;
};

// scipy.stats.norm.ppf and .cdf of SciPy 1.17.
const Pair kQuantiles[] = {
    {1e-300, -37.0470962993612},
    {1e-100, -21.273453560965322},
    {1e-20, -9.262340089798409},
    {1e-09, -5.9978070150076865},
    {1e-05, -4.264890793922825},
    {0.001, -3.090232306167813},
    {0.025, -1.9599639845400545},
    {0.07499, -1.4396021182393162},
    {0.07501, -1.439460830821626},
    {0.2, -0.8416212335729142},
    {0.4, -0.2533471031357997},
    {0.5, 0.0},
    {0.6, 0.2533471031357997},
    {0.9, 1.2815515655446004},
    {0.975, 1.959963984540054},
    {0.999, 3.090232306167813},
    {0.9999999999990905, 7.047700256664409},
};
const Pair kProbabilities[] = {
    {-8.0, 6.22096057427174e-16},
    {-3.0, 0.0013498980316300933},
    {-1.0, 0.15865525393145707},
    {-0.1, 0.460172162722971},
    {0.0, 0.5},
    {0.5, 0.6914624612740131},
    {2.0, 0.9772498680518208},
    {6.0, 0.9999999990134123},
};

TEST(NormalQuantile, AgreesWithSciPy) {
  for (const auto& [probability, x] : kQuantiles) {
    EXPECT_NEAR(normalQuantile(probability), x, 2e-14 * std::max(1.0, std::abs(x))) << probability;
  }
}

TEST(NormalProbability, AgreesWithSciPy) {
  for (const auto& [x, probability] : kProbabilities) {
    EXPECT_NEAR(normalProbability(x), probability, 1e-13 * probability) << x;
  }
}

}  // namespace
}  // namespace gan
