#include "phases_table.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <vector>

namespace gan::app {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::StartsWith;

constexpr PhaseTimes kTimes = {1, 2, 3, 4, 5, 6};

std::vector<std::string> linesOf(const RanksMeasured& measured) {
  std::istringstream text(phasesTable(measured));
  std::vector<std::string> lines;
  for (std::string line; std::getline(text, line);) lines.push_back(line);
  return lines;
}

RanksMeasured onGpus() {
  return {120,
          {{"node-1", kTimes, DeviceLoad{87, 30ULL << 30U, 80ULL << 30U}},
           {"node-1", kTimes, DeviceLoad{std::nullopt, 512ULL << 20U, 10ULL << 30U}},
           {"node-2", kTimes}}};
}

TEST(PhasesTable, SaysBesideTheTimesHowBusyEachGpuIsAndHowFull) {
  EXPECT_THAT(linesOf(onGpus()), ElementsAre(StartsWith("process  host    GPU   GPU memory             data  forward"),
                                             StartsWith("0        node-1  87 %  30.0 GiB of 80.0 GiB   1.0   2.0"),
                                             StartsWith("1        node-1  -     512.0 MiB of 10.0 GiB  1.0   2.0"),
                                             StartsWith("2        node-2  -     -                      1.0   2.0"),
                                             HasSubstr("120 iterations")));
}

TEST(PhasesTable, SaysNothingOfGpusWhereThereAreNone) {
  EXPECT_THAT(linesOf({120, {{"node-1", kTimes}}}),
              ElementsAre(StartsWith("process  host    data  forward"), StartsWith("0        node-1  1.0   2.0"),
                          HasSubstr("120 iterations")));
}

TEST(PhasesTable, SaysWhereEachProcessComputesWhereOneSaysSo) {
  RanksMeasured measured = onGpus();
  measured.ranks[0].computes_on = "0+1";
  measured.ranks[2].computes_on = "cpu";
  EXPECT_THAT(linesOf(measured),
              ElementsAre(StartsWith("process  host    device  GPU "), StartsWith("0        node-1  0+1     87 %"),
                          StartsWith("1        node-1  -       -"), StartsWith("2        node-2  cpu     -"),
                          HasSubstr("120 iterations")));
  const nlohmann::json ranks = phasesJson(measured).at("ranks");
  EXPECT_EQ(ranks.at(0).at("computes_on"), "0+1");
  EXPECT_FALSE(ranks.at(1).contains("computes_on"));
}

TEST(PhasesJson, HoldsOfEachGpuWhatIsKnown) {
  const nlohmann::json ranks = phasesJson(onGpus()).at("ranks");
  EXPECT_EQ(ranks.at(0).at("device"), nlohmann::json::parse(R"({"busy_percent":87.0,"memory_used_bytes":32212254720,
                                                                "memory_total_bytes":85899345920})"));
  EXPECT_EQ(ranks.at(1).at("device"), nlohmann::json::parse(R"({"memory_used_bytes":536870912,
                                                                "memory_total_bytes":10737418240})"));
  EXPECT_FALSE(ranks.at(2).contains("device"));
  EXPECT_EQ(ranks.at(2).at("other_ms"), 6);
}

}  // namespace
}  // namespace gan::app
