#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "core/error.h"
#include "cuda/loader.h"
#include "support/process.h"

namespace gan {
namespace {

nlohmann::json finding(const nlohmann::json& facts, const std::string& part) {
  for (const auto& candidate : facts.at("findings")) {
    if (candidate.at("part") == part) return candidate;
  }
  return {};
}

TEST(Doctor, EndsWithZeroWhereTrainingWorksWhateverTheGpus) {
  const test::Finished doctor = test::run({test::program("gan-engine"), "doctor", "--json"});
  ASSERT_EQ(doctor.code, 0) << doctor.output << doctor.errors;
  const auto facts = nlohmann::json::parse(doctor.lastLine());
  EXPECT_TRUE(facts.at("training_works").get<bool>());
  EXPECT_GE(facts.at("cores").get<int>(), 1);
  EXPECT_GT(facts.at("training").at("step_ms_median").get<double>(), 0);
  try {
    openCuda(cudaLibraries());
    EXPECT_FALSE(facts.at("cuda").at("devices").empty());
  } catch (const Error& error) {
    EXPECT_EQ(finding(facts, "cuda").at("text"), error.message());
    EXPECT_EQ(facts.at("cuda").at("error").at("id"), error.id());
  }
}

TEST(Doctor, FailsWhereRunsCannotBeWritten) {
  const test::Finished doctor =
      test::run({test::program("gan-engine"), "doctor", "--json", "--runs", "/no/such/folder"});
  EXPECT_EQ(doctor.code, 1) << doctor.output << doctor.errors;
  EXPECT_EQ(finding(nlohmann::json::parse(doctor.lastLine()), "runs").at("state"), "failed");
}

}  // namespace
}  // namespace gan
