#include "config/evaluation_scores.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <tuple>

#include "config/error_of.h"
#include "config/feature_input.h"
#include "config/run_config.h"

namespace gan {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;

Error checked(const std::vector<const char*>& overrides) {
  RunConfig config;
  for (const char* assignment : overrides) config.applyOverride(assignment);
  return errorOf([&] { checkConsistency(config); });
}

TEST(MetricList, TakesMetricsBetweenCommas) {
  EXPECT_THAT(metricList("fid"), ElementsAre("fid"));
  EXPECT_THAT(metricList(" prdc , fid-infinity,is"), ElementsAre("prdc", "fid-infinity", "is"));
}

TEST(MetricList, RefusesByNameWhatIsNoMetricAndWhatStandsThereTwice) {
  for (const auto& [text, found] : {std::pair("fid,recall", "recall"), {"", "\"\""}, {"fid,", "\"\""}}) {
    const Error error = errorOf([text = text] { metricList(text); });
    EXPECT_EQ(error.id(), "evaluation_metric_unknown") << text;
    EXPECT_THAT(error.message(), AllOf(HasSubstr(found), HasSubstr("fid-infinity")));
  }
  const Error error = errorOf([] { metricList("kid,fid,kid"); });
  EXPECT_EQ(error.id(), "evaluation_metric_twice");
  EXPECT_THAT(error.message(), HasSubstr("kid"));
}

TEST(MetricList, OfATrainingHasNoScoreThatTakesATrainingItself) {
  EXPECT_THAT(judgingMetrics(), testing::Contains("cas"));
  EXPECT_THAT(metricNames(), testing::Not(testing::Contains("cas")));
  EXPECT_EQ(judgingMetrics().size(), metricNames().size() + 1);
  EXPECT_EQ(errorOf([] { metricList("fid,cas"); }).id(), "evaluation_metric_unknown");
  RunConfig config;
  EXPECT_ANY_THROW(config.applyOverride("evaluation.best_by=cas"));
  EXPECT_EQ(findScore("cas_top5")->better, ScoreFacts::Better::kHigher);
}

TEST(Consistency, TheScoreThatRanksIsOneThatIsComputed) {
  EXPECT_EQ(checked({"evaluation.metrics=prdc", "evaluation.best_by=recall"}).id(), "");
  const Error error = checked({"evaluation.metrics=fid,kid", "evaluation.best_by=recall"});
  EXPECT_EQ(error.id(), "config_conflict");
  EXPECT_THAT(error.message(), AllOf(HasSubstr("evaluation.best_by = recall"), HasSubstr("prdc")));
}

TEST(Consistency, MetricsOfEvaluationsToComeHaveTheClassesAndPicturesThatTheyNeed) {
  const char* const every = "evaluation.every_steps=100";
  const Error classes = checked({every, "evaluation.metrics=fid,intra-fid"});
  EXPECT_EQ(classes.id(), "config_conflict");
  EXPECT_THAT(classes.message(), AllOf(HasSubstr("model.classes = 0"), HasSubstr("intra-fid")));
  EXPECT_EQ(checked({every, "evaluation.metrics=fid,intra-fid", "model.classes=auto"}).id(), "");
  EXPECT_EQ(checked({"evaluation.metrics=fid,intra-fid"}).id(), "") << "none is made";
  for (const auto& [metric, least] : {std::pair("prdc", 6), {"fid-infinity", 32}, {"is", 10}}) {
    const std::string metrics = std::string("evaluation.metrics=fid,") + metric;
    const std::string few = "evaluation.count=" + std::to_string(least - 1);
    const Error error = checked({every, metrics.c_str(), few.c_str()});
    EXPECT_EQ(error.id(), "config_conflict") << metric;
    EXPECT_THAT(error.message(),
                HasSubstr(std::string(metric) + " needs at least " + std::to_string(least) + " pictures"));
    EXPECT_EQ(checked({every, metrics.c_str(), ("evaluation.count=" + std::to_string(least)).c_str()}).id(), "");
  }
}

TEST(Changes, OfARunWhoseEvaluationsCannotBeMadeAreRefusedWhereTheyAreAboutThese) {
  RunConfig config;
  for (const char* old : {"evaluation.every_steps=100", "evaluation.metrics=fid,fid-infinity", "evaluation.count=20"}) {
    config.applyOverride(old);
  }
  const auto refused = [&config](const std::vector<std::string>& changes) {
    RunConfig changed = config;
    for (const std::string& change : changes) changed.applyOverride(change);
    return errorOf([&] { checkChanges(changed, changes); }).id();
  };
  ASSERT_EQ(errorOf([&] { checkConsistency(config); }).id(), "config_conflict");
  EXPECT_EQ(refused({}), "");
  EXPECT_EQ(refused({"optimizer.generator.learning_rate=1e-3"}), "");
  EXPECT_EQ(refused({"sampling.with_checkpoint=no such sheet"}).empty(), false) << "other rules hold as ever";
  EXPECT_EQ(refused({"evaluation.count=31"}), "config_conflict");
  EXPECT_EQ(refused({"evaluation.count=32"}), "");
  EXPECT_EQ(refused({"evaluation.every_steps=0"}), "");
}

TEST(WhyNotEvaluated, IsWhatWouldBeRefusedOfANewRunThatAsksForEvaluations) {
  RunConfig config;
  config.applyOverride("evaluation.device=gpu");
  EXPECT_FALSE(whyNotEvaluated(config)) << "it asks for none";
  config.applyOverride("evaluation.every_steps=100");
  ASSERT_TRUE(whyNotEvaluated(config));
  EXPECT_EQ(whyNotEvaluated(config)->id(), "evaluation_device_bad");
  config.applyOverride("evaluation.device=auto");
  EXPECT_FALSE(whyNotEvaluated(config));
}

TEST(Consistency, EvaluationsComputeOnADeviceThatCanBe) {
  for (const char* device : {"cpu", "auto", "0", "7"}) {
    EXPECT_EQ(checked({("evaluation.device=" + std::string(device)).c_str()}).id(), "");
  }
  for (const char* device : {"gpu", "", "0,", ",1", "0,gpu", "-1"}) {
    EXPECT_EQ(checked({("evaluation.device=" + std::string(device)).c_str()}).id(), "evaluation_device_bad") << device;
  }
}

TEST(Consistency, EachProcessOfAnEvaluationHasAGpuWhereTheyAreNamed) {
  for (const char* processes : {"evaluation.processes=2", "evaluation.processes=0"}) {
    EXPECT_EQ(checked({"evaluation.device=0,1", processes}).id(), "");
  }
  EXPECT_EQ(checked({"evaluation.device=auto", "evaluation.processes=7"}).id(), "");
  const Error in_stages = checked({"evaluation.device=0+1"});
  EXPECT_EQ(in_stages.id(), "evaluation_device_bad");
  EXPECT_THAT(in_stages.message(), HasSubstr("computes in one piece"));
  for (const auto& [device, processes, count] : {std::tuple("0,1", "1", "2"), {"0,1", "3", "2"}, {"0", "2", "1"}}) {
    const Error error = checked({("evaluation.device=" + std::string(device)).c_str(),
                                 ("evaluation.processes=" + std::string(processes)).c_str()});
    EXPECT_EQ(error.id(), "config_conflict");
    EXPECT_THAT(error.message(), AllOf(HasSubstr(std::string("evaluation.device = \"") + device + "\" "),
                                       HasSubstr(std::string("evaluation.processes = ") + processes + ":"),
                                       HasSubstr(std::string("names ") + count + " GPU")));
  }
}

TEST(Consistency, AnInDomainClassifierIsFedAsItWasTrained) {
  const std::tuple<const char*, const char*, const char*> wrong[] = {
      {"evaluation.resize=clean-fid", "evaluation.resize = \"clean-fid\"", "evaluation.resize to auto"},
      {"evaluation.size=224", "evaluation.size = 224", "evaluation.size to 0"}};
  for (const auto& [assignment, found, wanted] : wrong) {
    const Error error = checked({assignment});
    EXPECT_EQ(error.id(), "in_domain_input") << assignment;
    EXPECT_THAT(error.message(),
                AllOf(HasSubstr(found), HasSubstr("evaluation.features = in-domain"), HasSubstr(wanted)));
    EXPECT_EQ(checked({assignment, "evaluation.features=/x/network.pt"}).id(), "");
  }
}

TEST(Consistency, InputsOfFeatureNetworksAreOfTheWaysAndSizesThatThereAre) {
  EXPECT_THAT(resizeNames(), ElementsAre("auto", "pytorch-fid", "stylegan", "clean-fid", "biggan"));
  RunConfig config;
  EXPECT_EQ(config.text("evaluation.resize"), "auto");
  EXPECT_EQ(errorOf([&] { config.applyOverride("evaluation.resize=nearest"); }).id(), "config_unknown_choice");
  EXPECT_EQ(errorOf([&] { config.applyOverride("evaluation.size=2049"); }).id(), "config_out_of_range");
}

TEST(EvaluationProcesses, AreAsManyAsAreAskedForOrGpusAreNamedOrTrain) {
  const auto found = [](const std::vector<const char*>& overrides) {
    RunConfig config;
    for (const char* assignment : overrides) config.applyOverride(assignment);
    return evaluationProcesses(config, /*trains=*/4);
  };
  EXPECT_EQ(found({}), 1);
  EXPECT_EQ(found({"evaluation.processes=3"}), 3);
  EXPECT_EQ(found({"evaluation.processes=0"}), 4);
  EXPECT_EQ(found({"evaluation.processes=0", "evaluation.device=auto"}), 4);
  EXPECT_EQ(found({"evaluation.processes=0", "evaluation.device=2,3"}), 2);
}

TEST(Schema, HidesEvaluationsFromClassifiers) {
  RunConfig config;
  EXPECT_TRUE(applies(config.schema().at("evaluation.every_steps"), config));
  config.applyOverride("model.architecture=resnet-18");
  for (const Field& field : config.schema().fields()) {
    if (field.path.starts_with("evaluation.")) {
      EXPECT_FALSE(applies(field, config)) << field.path;
    }
  }
}

}  // namespace
}  // namespace gan
