#include "launch/starters.h"

#include <gtest/gtest.h>

#include <map>

namespace gan {
namespace {

using Variables = std::map<std::string, std::string>;

EnvironmentLookup in(const Variables& variables) {
  return [variables](const std::string& name) -> std::optional<std::string> {
    const auto place = variables.find(name);
    return place == variables.end() ? std::nullopt : std::optional(place->second);
  };
}

/// Whether what began in the first environment is taken for the second one's own.
bool goesOn(const Variables& began, const Variables& now) {
  return begunByEarlierStart(launchesOf(in(began)), in(now));
}

TEST(Starters, OfTheSameLaunchGoOnAndOfAnotherDoNot) {
  const Variables first = {{"TORCHELASTIC_RUN_ID", "a"}, {"TORCHELASTIC_RESTART_COUNT", "0"}};
  EXPECT_TRUE(goesOn(first, {{"TORCHELASTIC_RUN_ID", "a"}, {"TORCHELASTIC_RESTART_COUNT", "1"}}));
  EXPECT_FALSE(goesOn(first, {{"TORCHELASTIC_RUN_ID", "b"}, {"TORCHELASTIC_RESTART_COUNT", "1"}}));
  EXPECT_FALSE(goesOn(first, first)) << "nothing was begun before the first start";
  EXPECT_FALSE(goesOn({}, {{"TORCHELASTIC_RUN_ID", "a"}, {"TORCHELASTIC_RESTART_COUNT", "1"}}));
}

TEST(Starters, OfARequeuedJobGoOnThoughItsLauncherIsAnother) {
  const Variables first = {{"SLURM_JOB_ID", "7"}, {"TORCHELASTIC_RUN_ID", "a"}, {"TORCHELASTIC_RESTART_COUNT", "0"}};
  Variables again = {{"SLURM_JOB_ID", "7"}, {"SLURM_RESTART_COUNT", "1"}, {"TORCHELASTIC_RUN_ID", "b"}};
  EXPECT_TRUE(goesOn(first, again));
  again["SLURM_JOB_ID"] = "8";
  EXPECT_FALSE(goesOn(first, again));
}

TEST(Starters, OfAnArraysTaskGoOnWithThatTasksRunOnly) {
  const Variables first = {{"SLURM_JOB_ID", "11"}, {"SLURM_ARRAY_JOB_ID", "10"}, {"SLURM_ARRAY_TASK_ID", "1"}};
  Variables again = first;
  again["SLURM_RESTART_COUNT"] = "1";
  EXPECT_TRUE(goesOn(first, again));
  again["SLURM_ARRAY_TASK_ID"] = "2";
  EXPECT_FALSE(goesOn(first, again));
}

TEST(Starters, WithoutAnIdentityAreBelievedUnlessOthersDisagree) {
  // torchrun's id where nobody gave one.
  const Variables again = {{"TORCHELASTIC_RUN_ID", "none"}, {"TORCHELASTIC_RESTART_COUNT", "1"}};
  EXPECT_TRUE(goesOn({{"TORCHELASTIC_RUN_ID", "none"}}, again));
  EXPECT_TRUE(goesOn({}, {{"SLURM_RESTART_COUNT", "2"}}));
  EXPECT_FALSE(goesOn({{"TORCHELASTIC_RUN_ID", "a"}}, again));
  EXPECT_FALSE(goesOn({{"SLURM_JOB_ID", "7"}}, again));
}

}  // namespace
}  // namespace gan
