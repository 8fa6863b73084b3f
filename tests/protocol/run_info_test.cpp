#include "protocol/run_info.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>
#include <variant>

#include "protocol/studio.pb.h"
#include "run/event.h"
#include "support/evaluated.h"

namespace gan {
namespace {

ganstudio::v1::RunInfo infoWith(const std::string& evaluation_json) {
  ganstudio::v1::RunInfo info;
  info.set_status("running");
  info.set_live(true);
  info.set_step(12);
  info.set_evaluation_json(evaluation_json);
  return info;
}

TEST(RunInfo, OfALaterEngineIsReadWithoutTheEvaluationThatItWritesInAnotherShape) {
  Event event;
  event.step = 10;
  event.what = evaluatedAs({{"fid", 3, 0.5}});
  const std::string json = toJson(event);
  const RunSummary known = summaryOf(infoWith(json));
  ASSERT_TRUE(known.evaluation);
  EXPECT_TRUE(std::holds_alternative<Evaluated>(known.evaluation->what));

  nlohmann::json other = nlohmann::json::parse(json);
  ASSERT_TRUE(other.contains("scores")) << json;
  other["scores"] = "in another file";
  const RunSummary summary = summaryOf(infoWith(other.dump()));
  EXPECT_FALSE(summary.evaluation);
  EXPECT_EQ(summary.step, 12);
  EXPECT_EQ(summary.status, RunStatus::kRunning);
}

}  // namespace
}  // namespace gan
