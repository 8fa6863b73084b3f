// Scores beside the numbers that pytorch-fid, BigGAN-PyTorch, StudioGAN, prdc and stylegan2-ada-pytorch computed. What
// a folder of reference values holds is told by its files, so that folders nobody here has seen are compared, too.
#include <ATen/ATen.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "evaluation/each_golden.h"
#include "evaluation/frechet_distance.h"
#include "evaluation/inception_score.h"
#include "evaluation/kernel_distance.h"
#include "evaluation/neighbour_scores.h"

namespace gan {
namespace {

using nlohmann::json;

Moments momentsOf(const GoldenFolder& folder, const std::string& name, const std::string& side) {
  const auto tensor = [&](const std::string& what) {
    return folder.tensor("fid_cases.safetensors", name + "." + what + side).to(at::kDouble);
  };
  return {.mean = tensor("mu"), .covariance = tensor("sigma")};
}

TEST(ScoreGoldens, FrechetDistancesAreTheExactOnes) {
  test::forEachGoldenWith("fid_cases.safetensors", [](const GoldenFolder& folder) {
    const nlohmann::json results = folder.json("results.json");
    for (const auto& [name, values] : results.at("fid").items()) {
      SCOPED_TRACE(name);
      // `identical` is the first Gaussian of `well` twice.
      const bool twice = !folder.has("fid_cases.safetensors", name + ".mu1");
      const std::string stored = twice ? "well" : name;
      const double exact = values.at("exact").get<double>();
      const double found =
          frechetDistance(momentsOf(folder, stored, "1"), momentsOf(folder, stored, twice ? "1" : "2"));
      EXPECT_NEAR(found, exact, 1e-6 * exact + 1e-8);
      if (!folder.has("fid_cases.safetensors", name + ".samples1")) continue;
      const auto samples = [&](const char* side) {
        return factorise(folder.tensor("fid_cases.safetensors", name + ".samples" + side));
      };
      EXPECT_NEAR(frechetDistance(samples("1"), samples("2")), values.at("exact_from_samples").get<double>(),
                  1e-6 * exact);
    }
  });
}

TEST(ScoreGoldens, FrechetDistancesOfFeaturesAreTheExactOnes) {
  test::forEachGoldenWith("prdc_features.safetensors", [](const GoldenFolder& folder) {
    const nlohmann::json results = folder.json("results.json");
    for (const auto& [name, values] : results.at("feature_fid").items()) {
      const std::size_t between = name.find("_vs_");
      const auto features = [&](const std::string& set) {
        return factorise(folder.tensor("prdc_features.safetensors", set));
      };
      const double exact = values.at("exact_from_samples").get<double>();
      EXPECT_NEAR(frechetDistance(features(name.substr(0, between)), features(name.substr(between + 4))), exact,
                  1e-9 * exact)
          << name;
    }
  });
}

TEST(ScoreGoldens, InceptionScoresAreThoseOfBothPrograms) {
  test::forEachGoldenWith("is_logits.safetensors", [](const GoldenFolder& folder) {
    const nlohmann::json results = folder.json("results.json");
    for (const auto& [name, values] : results.at("inception_score").items()) {
      const at::Tensor logits = folder.tensor("is_logits.safetensors", name).to(at::kDouble);
      for (const auto& [key, expected] : values.at("float64").items()) {  // biggan_10_splits
        SCOPED_TRACE(name + " " + key);
        const std::size_t bar = key.find('_');
        const bool equal = key.substr(0, bar) == "biggan";
        InceptionScore score(logits.size(0), std::stoll(key.substr(bar + 1)),
                             equal ? ScoreSplits::kEqual : ScoreSplits::kAll);
        score.add(logits.softmax(1));
        EXPECT_NEAR(score.score().mean, expected[0].get<double>(), 1e-9);
        EXPECT_NEAR(score.score().deviation, expected[1].get<double>(), 1e-9);
        const json& narrow = values.at("float32").at(key);
        EXPECT_NEAR(score.score().mean, narrow[0].get<double>(), 5e-6);
      }
    }
  });
}

TEST(ScoreGoldens, PrecisionRecallDensityAndCoverageAreCountedAlike) {
  test::forEachGoldenWith("prdc_features.safetensors", [](const GoldenFolder& folder) {
    const at::Tensor real = folder.tensor("prdc_features.safetensors", "real");
    const nlohmann::json results = folder.json("results.json");
    for (const auto& [name, expected] : results.at("prdc").items()) {  // fake_far_k3
      SCOPED_TRACE(name);
      const std::size_t bar = name.rfind("_k");
      const NeighbourOptions options{.neighbours = std::stoll(name.substr(bar + 2)), .block = 128};
      const at::Tensor fake = folder.tensor("prdc_features.safetensors", name.substr(0, bar));
      const NeighbourScores found = neighbourScores(real, fake, options);
      EXPECT_NEAR(found.precision, expected.at("precision").get<double>(), 1e-12);
      EXPECT_NEAR(found.recall, expected.at("recall").get<double>(), 1e-12);
      EXPECT_NEAR(found.density, expected.at("density").get<double>(), 1e-12);
      EXPECT_NEAR(found.coverage, expected.at("coverage").get<double>(), 1e-12);
    }
    for (const std::string& name : folder.names("prdc_features.safetensors")) {  // real_radii_k5
      const std::size_t bar = name.find("_radii_k");
      if (bar == std::string::npos) continue;
      const at::Tensor found = neighbourRadii(folder.tensor("prdc_features.safetensors", name.substr(0, bar)),
                                              {.neighbours = std::stoll(name.substr(bar + 8)), .block = 128});
      EXPECT_LT(folder.deviation("prdc_features.safetensors", name, found).largest, 1e-12) << name;
    }
  });
}

TEST(ScoreGoldens, KernelDistancesOfTheirSubsetsAreTheirs) {
  test::forEachGoldenWith("kid.safetensors", [](const GoldenFolder& folder) {
    const auto tensor = [&](const char* name) { return folder.tensor("kid.safetensors", name); };
    const json& expected = folder.config().at("kid");
    const std::vector<double> each = expected.at("per_subset").get<std::vector<double>>();
    double sum = 0;
    for (std::size_t i = 0; i < each.size(); ++i) {
      const auto subset = static_cast<std::int64_t>(i);
      const double found = kernelDistance(tensor("real").index_select(0, tensor("subset_real")[subset]),
                                          tensor("gen").index_select(0, tensor("subset_gen")[subset]));
      EXPECT_NEAR(found, each[i], 1e-9 * each[i]);
      sum += found;
    }
    const double mean = expected.at("kid").get<double>();
    EXPECT_NEAR(sum / static_cast<double>(each.size()), mean, 1e-9 * mean);
  });
}

}  // namespace
}  // namespace gan
