#include "distributed/synchronised_statistics.h"

#include <ATen/ATen.h>
#include <ATen/Parallel.h>
#include <gtest/gtest.h>
#include <torch/csrc/autograd/autograd.h>

#include "distributed/numbers.h"
#include "distributed/ranks.h"

namespace gan {
namespace {

using test::Numbers;

constexpr double kMomentum = 0.1;
constexpr double kEpsilon = 1e-5;
constexpr std::int64_t kImages = 9;

/// [9, 3, 4, 4] with means far from 0, and what its gradient is weighted by.
at::Tensor wave(double pitch) {
  const at::Tensor x = at::arange(kImages * 3 * 16, at::kDouble).mul(pitch).sin();
  return (x.view({kImages, 3, 4, 4}) + at::tensor({0.0, 5.0, -40.0}, at::kDouble).view({1, 3, 1, 1}));
}

BatchNormTensors tensors() {
  return {at::tensor({0.5, 1.0, 2.0}, at::kDouble).requires_grad_(true),
          at::tensor({0.1, 0.0, -0.3}, at::kDouble).requires_grad_(true), at::zeros({3}, at::kDouble),
          at::ones({3}, at::kDouble)};
}

template <class Normalise>
Numbers measure(std::int64_t first, std::int64_t count, const Normalise& normalise) {
  at::set_num_threads(1);
  const at::Tensor x = wave(0.7).narrow(0, first, count).clone().requires_grad_(true);
  const BatchNormTensors norm = tensors();
  const at::Tensor y = normalise(x, norm);
  const at::Tensor loss = (y.square() * wave(0.3).narrow(0, first, count)).sum();
  const at::Tensor slope = torch::autograd::grad({loss}, {x}, {}, /*retain_graph=*/true, /*create_graph=*/true)[0];
  (loss + slope.square().sum()).backward();
  Numbers numbers;
  test::add(numbers, "",
            {{"y", y},
             {"slope", slope},
             {"x", x.grad()},
             {"running_mean", norm.running_mean},
             {"running_var", norm.running_var},
             {"weight", norm.weight.grad()},
             {"bias", norm.bias.grad()}});
  return numbers;
}

/// Ranks hold 9 = 4 + 3 + 2 images: ATen's batch_norm of the nine is what they must find together.
TEST(SynchronisedStatistics, OfUnequalSharesAreThoseOfAllImagesToTheSecondDerivative) {
  const Numbers whole = test::unpack(test::Child([] {
                                       return test::pack(measure(0, kImages, [](const at::Tensor& x, const auto& norm) {
                                         return at::batch_norm(x, norm.weight, norm.bias, norm.running_mean,
                                                               norm.running_var, /*training=*/true, kMomentum, kEpsilon,
                                                               /*cudnn_enabled=*/false);
                                       }));
                                     }).hear());
  ASSERT_FALSE(whole.empty());
  constexpr std::int64_t kShare[] = {4, 3, 2};
  constexpr std::int64_t kFirst[] = {0, 4, 7};
  const auto said = test::runRanks(3, [&](Collective& collective) {
    SynchronisedStatistics statistics(collective);
    const auto rank = static_cast<std::size_t>(collective.rank());
    return test::pack(measure(kFirst[rank], kShare[rank], [&](const at::Tensor& x, const BatchNormTensors& norm) {
      return statistics.normalise(x, norm, kMomentum, kEpsilon);
    }));
  });
  Numbers together;
  for (const std::string& text : said) {
    ASSERT_FALSE(text.starts_with("error: ")) << text;
    for (const auto& [name, values] : test::unpack(text)) {
      std::vector<double>& all = together[name];
      const bool of_weights = name == "weight" || name == "bias";
      if (name.starts_with("running")) {
        all = values;
      } else if (of_weights && !all.empty()) {
        for (std::size_t i = 0; i < values.size(); ++i) all[i] += values[i];
      } else {
        all.insert(all.end(), values.begin(), values.end());
      }
    }
  }
  for (const auto& [name, values] : whole) EXPECT_LE(test::deviation(together[name], values), 1e-10) << name;
}

TEST(SynchronisedStatistics, OfFullyConnectedLayersAreThoseOfAllRows) {
  const auto said = test::runRanks(2, [](Collective& collective) {
    at::set_num_threads(1);
    const at::Tensor all = at::arange(24, at::kDouble).mul(0.9).sin().view({8, 3});
    BatchNormTensors norm = tensors();
    SynchronisedStatistics statistics(collective);
    const at::Tensor y =
        statistics.normalise(all.narrow(0, 4 * collective.rank(), 4), norm, kMomentum, kEpsilon).detach();
    const at::Tensor expected =
        at::batch_norm(all, norm.weight, norm.bias, {}, {}, true, kMomentum, kEpsilon, false).detach();
    const double worst = (y - expected.narrow(0, 4 * collective.rank(), 4)).abs().max().item<double>();
    return std::string(worst <= 1e-12 ? "same" : "off by " + std::to_string(worst));
  });
  for (const std::string& text : said) EXPECT_EQ(text, "same");
}

/// As a conditional normalisation asks, whose gain and bias come after.
TEST(SynchronisedStatistics, WithoutAGainNormaliseOnly) {
  const auto said = test::runRanks(2, [](Collective& collective) {
    at::set_num_threads(1);
    const at::Tensor all = at::arange(24, at::kDouble).mul(0.9).sin().view({8, 3});
    BatchNormTensors norm = tensors();
    norm.weight = at::Tensor();
    norm.bias = at::Tensor();
    SynchronisedStatistics statistics(collective);
    const at::Tensor y = statistics.normalise(all.narrow(0, 4 * collective.rank(), 4), norm, kMomentum, kEpsilon);
    const at::Tensor expected = at::batch_norm(all, {}, {}, {}, {}, true, kMomentum, kEpsilon, false);
    const double worst = (y - expected.narrow(0, 4 * collective.rank(), 4)).abs().max().item<double>();
    return std::string(worst <= 1e-12 ? "same" : "off by " + std::to_string(worst));
  });
  for (const std::string& text : said) EXPECT_EQ(text, "same");
}

}  // namespace
}  // namespace gan
