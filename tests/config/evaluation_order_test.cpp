#include "config/evaluation_order.h"

#include <gtest/gtest.h>

#include "config/error_of.h"
#include "config/run_config.h"

namespace gan {
namespace {

TEST(EvaluationOrder, OfARunIsWhatItsOwnEvaluationsWouldDo) {
  RunConfig config;
  config.set("evaluation.count", std::int64_t{500});
  config.setText("evaluation.metrics", "fid, intra-fid");
  config.setText("sampling.statistics", "standing");
  config.set("ema.enabled", true);
  const EvaluationOrder order = evaluationOrder(config);
  EXPECT_EQ(order.weights, "average");
  EXPECT_EQ(order.features, "in-domain");
  EXPECT_EQ(order.metrics, (std::vector<std::string>{"fid", "intra-fid"}));
  EXPECT_EQ(order.count, 500);
  EXPECT_EQ(order.statistics, "standing");
  EXPECT_EQ(order.truncations, std::vector<double>{0});
}

TEST(EvaluationOrder, WhatIsLeftOpenIsFilledInAndWhatIsSaidStays) {
  RunConfig config;
  EvaluationOrder order;
  order.metrics = {"kid"};
  order.truncations = {0.5, 1};
  order.draws = 0;
  const EvaluationOrder whole = completed(order, config);
  EXPECT_EQ(whole.metrics, std::vector<std::string>{"kid"});
  EXPECT_EQ(whole.truncations, (std::vector<double>{0.5, 1}));
  EXPECT_EQ(whole.draws, 1);
  EXPECT_EQ(whole.count, config.integer("evaluation.count"));
  EXPECT_EQ(whole.weights, "") << "a checkpoint says by itself what it has";
}

RunConfig fedOtherwise() {
  RunConfig config;
  config.setText("evaluation.features", "/own.pt");
  config.setText("evaluation.resize", "clean-fid");
  config.set("evaluation.size", std::int64_t{224});
  return config;
}

TEST(EvaluationOrder, FeedsTheRunsOwnNetworkAsItsEvaluationsDoAndAnotherOneAsIsUsual) {
  for (const char* own : {"", "/own.pt"}) {
    const EvaluationOrder whole = completed({.features = own}, fedOtherwise());
    EXPECT_EQ(whole.features, "/own.pt");
    EXPECT_EQ(whole.resize, "clean-fid");
    EXPECT_EQ(whole.size, 224);
  }
  for (const char* other : {"/other.pt", "in-domain"}) {
    const EvaluationOrder whole = completed({.features = other}, fedOtherwise());
    EXPECT_EQ(whole.resize, "auto") << other;
    EXPECT_EQ(whole.size, 0) << other;
  }
  const EvaluationOrder said = completed({.resize = "auto", .size = 0}, fedOtherwise());
  EXPECT_EQ(said.resize, "auto");
  EXPECT_EQ(said.size, 0);
}

TEST(EvaluationOrder, SaysNothingOfAnInputThatIsUsualWhichOlderEnginesWouldNotKnow) {
  const EvaluationOrder usual = evaluationOrder(RunConfig());
  EXPECT_EQ(usual.resize, "");
  EXPECT_FALSE(usual.size);
  const EvaluationOrder order = evaluationOrder(fedOtherwise());
  EXPECT_EQ(order.resize, "clean-fid");
  EXPECT_EQ(order.size, 224);
}

TEST(EvaluationOrder, OfAnInDomainClassifierThatIsFedOtherwiseIsRefused) {
  const Error resized = errorOf([] { (void)completed({.resize = "clean-fid"}, RunConfig()); });
  EXPECT_EQ(resized.id(), "in_domain_input");
  EXPECT_NE(resized.message().find("resize = \"clean-fid\" does not go with features = in-domain"), std::string::npos)
      << resized.message();
  const Error sized = errorOf([] { (void)completed({.features = "in-domain", .size = 64}, fedOtherwise()); });
  EXPECT_EQ(sized.id(), "in_domain_input");
}

TEST(TruncationList, IsOfNumbersBetweenCommas) {
  EXPECT_EQ(truncationList(" 0.1, 0.4 ,1"), (std::vector<double>{0.1, 0.4, 1}));
  EXPECT_EQ(truncationList(""), std::vector<double>());
  EXPECT_EQ(truncationList("0"), std::vector<double>{0});
  for (const char* text : {"0.1,", "a", "-1", "0.1 0.4", "0.5,0.5", "2000", "nan", "."}) {
    EXPECT_FALSE(truncationList(text)) << text;
  }
}

}  // namespace
}  // namespace gan
