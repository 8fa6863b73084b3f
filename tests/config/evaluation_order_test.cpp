#include "config/evaluation_order.h"

#include <gtest/gtest.h>

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
