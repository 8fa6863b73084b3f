#include "run/evaluated.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "run/event.h"
#include "support/evaluated.h"
#include "support/expect_error.h"

namespace gan {
namespace {

using testing::HasSubstr;

constexpr const char* kReport = R"({
  "a": {"name": "training images", "content": "pictures", "pictures": 60000},
  "b": {"name": "run", "content": "pictures", "pictures": 2048},
  "features": {"network": "in-domain", "sha256": "0123abcd4567", "resize": "its training", "size": 32, "count": 512},
  "scores": {"kid": 0.25, "fid": 12.5}, "deviations": {"kid": 0.5}, "warnings": []})";

TEST(EvaluationReport, IsReadWithWhatItsScoresDependOn) {
  const Evaluated read = evaluatedFromReport(kReport);
  Evaluated expected = evaluatedAs({{"fid", 12.5, {}}, {"kid", 0.25, 0.5}});
  expected.weights.clear();  // what the caller knows itself
  expected.statistics.clear();
  expected.seconds = 0;
  EXPECT_EQ(read, expected);
}

TEST(EvaluationReport, SaysHowPicturesWereDrawnAndWhatClassesAre) {
  std::string report = kReport;
  report.insert(report.rfind('}'), R"(, "step": 500, "weights": null, "statistics": "standing", "truncation": 0.5,
    "truncation_kind": "scale", "draws": 3, "unusual": "neighbours 3", "seconds": 7.5,
    "classes": [{"name": "shoe", "fid": 4.5, "a": 6000, "b": 200}])");
  const Evaluated read = evaluatedFromReport(report);
  EXPECT_EQ(read.weights, "");
  EXPECT_EQ(read.statistics, "standing");
  EXPECT_EQ(read.truncation, 0.5);
  EXPECT_EQ(read.truncation_kind, "scale");
  EXPECT_EQ(read.draws, 3);
  EXPECT_EQ(read.seconds, 7.5);
  EXPECT_EQ(read.classes, (std::vector<EvaluatedClass>{{.name = "shoe", .fid = 4.5, .real = 6000, .generated = 200}}));
  EXPECT_EQ(comparableAs(read), "in-domain-0123abcd-2048-standing-neighbours_3-t0.5-scale");
  EXPECT_EQ(comparableOverTruncations(read), "in-domain-0123abcd-2048-standing-neighbours_3");
}

TEST(EvaluationReport, SaysVarietyWhereItKnowsTheVarianceOfBothSides) {
  EXPECT_FALSE(evaluatedFromReport(kReport).variety);
  const auto with = [](const std::string& real, const std::string& generated) {
    std::string report = kReport;
    report.replace(report.find("60000"), 5, "60000, \"variance\": " + real);
    report.replace(report.find("2048"), 4, "2048, \"variance\": " + generated);
    return evaluatedFromReport(report).variety;
  };
  EXPECT_EQ(with("8", "2"), 0.25);
  EXPECT_EQ(with("8", "0"), 0.0);
  EXPECT_EQ(with("8", "null"), std::nullopt);
  EXPECT_EQ(with("null", "2"), std::nullopt);
  EXPECT_EQ(with("0", "2"), std::nullopt);
}

TEST(Evaluated, ReadsBackFromAJournalWithItsVariety) {
  Event event;
  Evaluated evaluated = evaluatedAs({{"fid", 12.5, {}}});
  evaluated.variety = 0.75;
  event.what = evaluated;
  EXPECT_EQ(eventFromJson(toJson(event)), event);
}

TEST(EvaluationReport, WithoutACountOfRealPicturesSaysSo) {
  std::string report = kReport;
  report.replace(report.find("60000"), 5, "null");
  EXPECT_EQ(evaluatedFromReport(report).real, 0);
}

TEST(EvaluationReport, OfSomethingElseIsOneErrorThatSaysWhatIsMissing) {
  for (const char* text : {"", "Segmentation fault", "[]", "{}", R"({"features": 3})",
                           R"({"a": {}, "b": {}, "features": {"network": "x"}})"}) {
    expectError(ErrorCode::kDataLoss, "evaluation_bad_report", [&] { evaluatedFromReport(text); });
  }
  std::string without_number = kReport;
  without_number.replace(without_number.find("12.5"), 4, "null");
  const auto error =
      expectError(ErrorCode::kDataLoss, "evaluation_bad_report", [&] { evaluatedFromReport(without_number); });
  ASSERT_TRUE(error);
  EXPECT_THAT(error->message(), HasSubstr("\"fid\""));
}

TEST(EvaluationReport, OfAFailureGivesItsMessageWithItsArguments) {
  const auto failure =
      evaluationFailure(R"({"error": {"id": "x", "message": "no 5", "text": "no {n}", "arguments": {"n": "5"}}})");
  EXPECT_EQ(failure, (Message{"x", "no {n}", {{"n", "5"}}}));
  EXPECT_FALSE(evaluationFailure(kReport));
  EXPECT_FALSE(evaluationFailure("Killed"));
}

TEST(Evaluated, ScoresCompareOnlyWithSameFeaturesCountsStatisticsWeightsAndTruncation) {
  const Evaluated first = evaluatedAs({{"fid", 1, {}}});
  EXPECT_EQ(seriesName(first, "fid"), "evaluation/in-domain-0123abcd-2048/fid");
  Evaluated other_network = first;
  other_network.features.sha256 = "9123abcd";
  Evaluated resized = first;
  resized.features.resize = "clean-fid";
  Evaluated fewer = first;
  fewer.generated = 100;
  Evaluated truncated = first;
  truncated.truncation = 0.5;
  Evaluated standing = first;
  standing.statistics = "standing";
  Evaluated newest = first;
  newest.weights = "newest";
  Evaluated of_two_classes = first;
  of_two_classes.settings = "classes 0 1";
  for (const Evaluated& other : {other_network, resized, fewer, truncated, standing, newest, of_two_classes}) {
    EXPECT_NE(comparableAs(other), comparableAs(first)) << comparableAs(other);
  }
  Evaluated odd = first;
  odd.features.network = "a/b c";
  EXPECT_EQ(comparableAs(odd), "a_b_c-0123abcd-2048");
}

TEST(Evaluated, InAJournalOfAVersionWithFewerMembersIsAnError) {
  expectError(ErrorCode::kDataLoss, "journal_bad_event", [] {
    eventFromJson(R"({"sequence": 1, "segment": 1, "step": 5, "unix_seconds": 1, "type": "evaluation", "scores": {}})");
  });
}

TEST(Evaluated, IsASentenceWithScoresCountFeaturesAndTime) {
  Event event;
  event.step = 500;
  event.what = evaluatedAs({{"fid", 12.3456, {}}, {"kid", 0.001234, 0.0005}});
  EXPECT_EQ(describe(event),
            "step 500: evaluated: fid 12.35, kid 0.001234 (deviation 0.0005); 2,048 pictures, features "
            "in-domain-0123abcd-2048, in 13 s");
}

TEST(Evaluated, SaysOfAFidOfFewThatItIsTooHigh) {
  Event event;
  Evaluated evaluated = evaluatedAs({{"fid", 12.5, {}}});
  const auto said = [&] {
    event.what = evaluated;
    return describe(event);
  };
  EXPECT_EQ(said().find("too high"), std::string::npos);
  evaluated.generated = 2047;
  EXPECT_NE(said().find("FID of fewer than 2,048 pictures is too high"), std::string::npos) << said();
  evaluated.generated = 10'000;
  evaluated.real = 500;
  EXPECT_NE(said().find("too high"), std::string::npos) << "the other side has as much bias";
  evaluated.real = 0;
  EXPECT_EQ(said().find("too high"), std::string::npos) << "nobody knows";
  evaluated.generated = 100;
  evaluated.scores = {{"kid", 0.1, {}}};
  EXPECT_EQ(said().find("too high"), std::string::npos) << "KID has no such bias";
  evaluated.generated = 10'000;
  evaluated.scores = {{"intra_fid", 8, {}}};
  evaluated.classes = {{"cat", 7, 6000, 5000}, {"dog", 9, 6000, 5000}};
  EXPECT_EQ(said().find("too high"), std::string::npos) << "each class has enough";
  evaluated.classes[1].generated = 500;
  EXPECT_NE(said().find("too high"), std::string::npos) << "a class of few";
}

}  // namespace
}  // namespace gan
