#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "command.h"
#include "core/error.h"
#include "run/journal.h"
#include "run/run_folder.h"
#include "support/evaluated.h"
#include "support/temporary_folder.h"

namespace gan::app {
namespace {

using testing::HasSubstr;
using testing::Not;

/// Runs that nobody trains: each of a batch size, with scores of its steps.
class Compare : public testing::Test {
 protected:
  std::string makeRun(const std::string& name, const std::string& batch_size, const std::vector<double>& fid,
                      const std::string& fingerprint = "images", const std::string& crop = "centre",
                      const std::string& weights = "average") {
    RunConfig config;
    config.setText("data.batch_size", batch_size);
    config.setText("data.crop", crop);
    RunManifest manifest;
    manifest.id = "0123456789abcdef";
    manifest.data_fingerprint = fingerprint;
    const RunFolder folder = RunFolder::create(temporary_.path() / name, config, manifest);
    JournalWriter journal(folder.journal());
    Event event;
    event.segment = 1;
    event.what = SegmentStarted{};
    journal.append(event);
    for (const double score : fid) {
      event.step += 100;
      Evaluated evaluated = evaluatedAs({{"fid", score, {}}});
      evaluated.weights = weights;
      event.what = evaluated;
      journal.append(event);
    }
    return folder.path().string();
  }
  /// Carries out `gan-engine compare WORDS`.
  static Result run(const std::vector<std::string>& words) {
    CLI::App app;
    Invocation invocation;
    addCompare(app, invocation);
    std::vector<std::string> reversed(words.rbegin(), words.rend());
    reversed.push_back("compare");
    app.parse(reversed);
    return invocation.run();
  }

  TemporaryFolder temporary_;
};

TEST_F(Compare, ShowsTheSettingsThatDifferAndTheScoresThatAreShared) {
  const Result result = run({makeRun("first", "16", {30, 20}), makeRun("second", "32", {12.5, 40})});
  EXPECT_THAT(result.text, HasSubstr("data.batch_size"));
  EXPECT_THAT(result.text, Not(HasSubstr("data.path")));
  EXPECT_THAT(result.text, HasSubstr("20 (step 200)"));
  EXPECT_THAT(result.text, HasSubstr("12.5 (step 100)"));
  ASSERT_EQ(result.facts.at("settings").size(), 1U);
  EXPECT_EQ(result.facts.at("settings")[0].at("now"), nlohmann::json({"16", "32"}));
  ASSERT_EQ(result.facts.at("scores").size(), 1U);
  const nlohmann::json& fid = result.facts.at("scores")[0];
  EXPECT_EQ(fid.at("better"), "lower");
  EXPECT_EQ(fid.at("last")[0], nlohmann::json({{"step", 200}, {"value", 20.0}}));
  EXPECT_EQ(fid.at("best")[1], nlohmann::json({{"step", 100}, {"value", 12.5}}));
}

TEST_F(Compare, LeavesOutScoresThatAreNotByTheSameImages) {
  const std::string first = makeRun("first", "16", {30, 20});
  for (const std::string& other :
       {makeRun("data", "16", {12.5}, "other images"), makeRun("crop", "16", {12.5}, "images", "none")}) {
    const Result result = run({first, other});
    EXPECT_TRUE(result.facts.at("scores").empty()) << result.text;
    EXPECT_EQ(result.facts.at("scores_of_other_images"), true);
    EXPECT_THAT(result.text, HasSubstr("not by the same images"));
    EXPECT_THAT(result.text, Not(HasSubstr("12.5")));
  }
  const Result alike = run({first, makeRun("alike", "16", {12.5}, "images", "random")});
  EXPECT_EQ(alike.facts.at("scores").size(), 1U) << "chance in training is none in what is compared with";
  EXPECT_EQ(alike.facts.at("scores_of_other_images"), false);
}

TEST_F(Compare, AveragedAndNewestWeightsShareNoScore) {
  const Result result =
      run({makeRun("averaged", "16", {30}), makeRun("newest", "16", {12.5}, "images", "centre", "newest")});
  EXPECT_TRUE(result.facts.at("scores").empty()) << result.text;
  EXPECT_EQ(result.facts.at("scores_of_other_images"), false);
  EXPECT_THAT(result.text, HasSubstr("--generator newest")) << "what to do for one";
  const Result alike = run({makeRun("a", "16", {30}, "images", "centre", "newest"),
                            makeRun("b", "16", {12.5}, "images", "centre", "newest")});
  EXPECT_EQ(alike.facts.at("scores").size(), 1U) << alike.text;
}

TEST_F(Compare, OfThreeRunsShowsAllSettingsWhereThatIsAsked) {
  const std::vector<std::string> runs = {makeRun("a", "16", {}), makeRun("b", "16", {}), makeRun("c", "16", {})};
  const Result equal = run(runs);
  EXPECT_THAT(equal.text, HasSubstr("All settings are the same."));
  EXPECT_THAT(equal.text, HasSubstr("gan-engine evaluate RUN")) << "what to do for a score";
  EXPECT_TRUE(equal.facts.at("settings").empty());
  const Result all = run({runs[0], runs[1], runs[2], "--all"});
  EXPECT_THAT(all.text, HasSubstr("data.path"));
  EXPECT_GT(all.facts.at("settings").size(), 20U);
  EXPECT_EQ(all.facts.at("settings")[0].at("differs"), false);
}

TEST_F(Compare, RefusesOneRunAndSaysWhichIsNone) {
  const std::string first = makeRun("first", "16", {});
  EXPECT_THROW(run({first}), CLI::ParseError);
  try {
    run({first, (temporary_.path() / "nowhere").string()});
    ADD_FAILURE() << "there is no such run";
  } catch (const Error& error) {
    EXPECT_EQ(error.id(), "run_not_found");
    EXPECT_THAT(error.message(), HasSubstr("nowhere"));
  }
}

}  // namespace
}  // namespace gan::app
