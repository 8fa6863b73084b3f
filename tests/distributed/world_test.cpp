#include "distributed/world.h"

#include <gtest/gtest.h>

#include <map>

#include "core/error.h"

namespace gan {
namespace {

using Variables = std::map<std::string, std::string>;

World found(const Variables& variables) {
  return findWorld([&](const std::string& name) {
    const auto place = variables.find(name);
    return place == variables.end() ? std::nullopt : std::optional<std::string>(place->second);
  });
}

Variables torchrun() {
  return {{"RANK", "5"},
          {"WORLD_SIZE", "8"},
          {"LOCAL_RANK", "1"},
          {"LOCAL_WORLD_SIZE", "4"},
          {"MASTER_ADDR", "node-a"},
          {"MASTER_PORT", "29400"}};
}

TEST(World, AProcessThatWasToldNothingIsAlone) {
  const World world = found({});
  EXPECT_TRUE(world.alone());
  EXPECT_EQ(world.rank, 0);
  EXPECT_TRUE(world.found.empty());
}

TEST(World, ReadsWhatTorchrunSays) {
  const World world = found(torchrun());
  EXPECT_EQ(world.rank, 5);
  EXPECT_EQ(world.size, 8);
  EXPECT_EQ(world.local_rank, 1);
  EXPECT_EQ(world.local_size, 4);
  EXPECT_EQ(world.store_host, "node-a");
  EXPECT_EQ(world.store_port, 29400);
  EXPECT_EQ(world.store_at, World::StoreHost::kRankZero);
  EXPECT_FALSE(world.found.empty());
}

TEST(World, MeetsAtTorchrunsOwnStoreUnderTheAttemptsName) {
  Variables variables = torchrun();
  variables["TORCHELASTIC_USE_AGENT_STORE"] = "True";
  variables["TORCHELASTIC_RESTART_COUNT"] = "2";
  const World world = found(variables);
  EXPECT_EQ(world.store_at, World::StoreHost::kLauncher);
  EXPECT_EQ(world.attempt, "2");
}

TEST(World, AProcessOnItsOwnUnderTorchrunNeedsNoMeetingPlace) {
  EXPECT_TRUE(found({{"RANK", "0"}, {"WORLD_SIZE", "1"}, {"LOCAL_RANK", "0"}}).alone());
}

TEST(World, NamesTheVariableThatIsWrong) {
  const auto complaint = [](const std::string& name, const std::string& value) -> std::string {
    Variables variables = torchrun();
    variables[name] = value;
    try {
      found(variables);
    } catch (const Error& error) {
      return error.id() == "world_bad_environment" ? error.message() : error.id();
    }
    return "none";
  };
  for (const auto& [name, value] : Variables{{"RANK", "8"},
                                             {"WORLD_SIZE", "0"},
                                             {"LOCAL_RANK", "-1"},
                                             {"LOCAL_WORLD_SIZE", "1"},
                                             {"MASTER_ADDR", ""},
                                             {"MASTER_PORT", "65536"}}) {
    EXPECT_NE(complaint(name, value).find(name + " is "), std::string::npos) << complaint(name, value);
  }
  EXPECT_NE(complaint("RANK", "five").find("\"five\""), std::string::npos);
}

}  // namespace
}  // namespace gan
