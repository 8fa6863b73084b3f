#include "launch/world.h"

#include <gtest/gtest.h>

#include <map>

#include "support/expect_error.h"

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

/// What `srun -N2 --ntasks-per-node=2` of Slurm 22.05 told the last of four tasks.
const Variables kSlurmTask{{"SLURM_PROCID", "3"},
                           {"SLURM_LOCALID", "1"},
                           {"SLURM_NODEID", "1"},
                           {"SLURM_NTASKS", "4"},
                           {"SLURM_NNODES", "2"},
                           {"SLURM_JOB_NODELIST", "n[0-1]"},
                           {"SLURM_STEP_ID", "0"},
                           {"SLURM_STEP_NUM_TASKS", "4"},
                           {"SLURM_STEP_TASKS_PER_NODE", "2(x2)"},
                           {"SLURM_JOB_ID", "4711"},
                           {"SLURM_STEP_NODELIST", "n[0-1]"}};

Variables with(Variables variables, const Variables& more) {
  for (const auto& [name, value] : more) variables[name] = value;
  return variables;
}

TEST(World, OfASlurmTask) {
  const World world = found(kSlurmTask);
  EXPECT_EQ(world.rank, 3);
  EXPECT_EQ(world.size, 4);
  EXPECT_EQ(world.local_rank, 1);
  EXPECT_EQ(world.local_size, 2);
  EXPECT_EQ(world.store_host, "n0");
  EXPECT_GE(world.store_port, 1024);
  EXPECT_LT(world.store_port, 32768);
  EXPECT_EQ(world.found, "Slurm's step 4711.0");
}

TEST(World, OfUnevenSlurmNodes) {
  const Variables uneven = with(kSlurmTask, {{"SLURM_PROCID", "4"},
                                             {"SLURM_STEP_NUM_TASKS", "5"},
                                             {"SLURM_LOCALID", "0"},
                                             {"SLURM_NODEID", "2"},
                                             {"SLURM_STEP_TASKS_PER_NODE", "2(x2),1"},
                                             {"SLURM_STEP_NODELIST", "n[3,5],m1"}});
  EXPECT_EQ(found(uneven).local_size, 1);
  EXPECT_EQ(found(uneven).store_host, "n3");
}

TEST(World, OfAJobsOwnShellIsOneProcess) {
  Variables shell = kSlurmTask;
  shell.erase("SLURM_STEP_ID");
  shell["SLURM_PROCID"] = "0";
  EXPECT_TRUE(found(shell).alone());
}

TEST(World, TasksOfOneStepMeetAtOnePortAndARequeuedJobAtAnother) {
  const Variables first = with(kSlurmTask, {{"SLURM_PROCID", "0"}, {"SLURM_LOCALID", "0"}});
  EXPECT_EQ(found(first).store_port, found(kSlurmTask).store_port);
  EXPECT_NE(found(with(kSlurmTask, {{"SLURM_RESTART_COUNT", "1"}})).store_port, found(kSlurmTask).store_port);
}

TEST(World, OfMpirunOnOneHost) {
  const Variables variables{{"OMPI_COMM_WORLD_RANK", "1"},
                            {"OMPI_COMM_WORLD_SIZE", "2"},
                            {"OMPI_COMM_WORLD_LOCAL_RANK", "1"},
                            {"OMPI_COMM_WORLD_LOCAL_SIZE", "2"},
                            {"PMIX_NAMESPACE", "1779367937"}};
  const World world = found(variables);
  EXPECT_EQ(world.rank, 1);
  EXPECT_EQ(world.size, 2);
  EXPECT_EQ(world.store_host, "127.0.0.1");
  const World named = found(with(variables, {{"MASTER_ADDR", "head"}, {"MASTER_PORT", "29400"}}));
  EXPECT_EQ(named.store_host, "head");
  EXPECT_EQ(named.store_port, 29400);
}

TEST(World, OfMpirunOnSeveralHostsNeedsAMeetingPlace) {
  expectError(ErrorCode::kInvalidArgument, "world_no_meeting_place", [] {
    found({{"OMPI_COMM_WORLD_RANK", "1"},
           {"OMPI_COMM_WORLD_SIZE", "4"},
           {"OMPI_COMM_WORLD_LOCAL_RANK", "1"},
           {"OMPI_COMM_WORLD_LOCAL_SIZE", "2"},
           {"PMIX_NAMESPACE", "1779367937"}});
  });
}

TEST(World, FirstOfSeveralThatSayIsTheMostSpecific) {
  // srun --mpi=pmi2 sets PMI_RANK; mpirun in a job inherits a step of its helpers; torchrun runs inside either.
  const Variables pmi = with(kSlurmTask, {{"PMI_RANK", "0"}, {"PMI_SIZE", "4"}});
  EXPECT_EQ(found(pmi).found, "Slurm's step 4711.0");
  const Variables mpirun =
      with(pmi, {{"OMPI_COMM_WORLD_RANK", "0"}, {"OMPI_COMM_WORLD_SIZE", "1"}, {"OMPI_COMM_WORLD_LOCAL_RANK", "0"}});
  EXPECT_EQ(found(mpirun).found, "Open MPI's environment");
  const Variables torchrun = with(mpirun, {{"RANK", "0"}, {"WORLD_SIZE", "1"}, {"LOCAL_RANK", "0"}});
  EXPECT_EQ(found(torchrun).found, "RANK and WORLD_SIZE of the environment");
  const World flags = findWorld([](const std::string&) { return std::optional<std::string>("7"); },
                                {.size = 2, .rank = 1, .meet_at = "host:4000"});
  EXPECT_EQ(flags.found, "the command line");
  EXPECT_EQ(flags.store_host, "host");
  EXPECT_EQ(flags.store_port, 4000);
}

TEST(World, FlagsOutOfRangeAreRefused) {
  const auto refused = [](const WorldFlags& flags, const std::string& id) {
    expectError(ErrorCode::kInvalidArgument, id,
                [&] { findWorld([](const std::string&) { return std::optional<std::string>(); }, flags); });
  };
  refused({.size = 2, .rank = 2, .meet_at = "host:4000"}, "world_bad_flags");
  refused({.size = 2, .rank = -1, .meet_at = "host:4000"}, "world_bad_flags");
  for (const char* place : {"", "host", "host:99999", "host:0", "host:", ":4000", "host:40x"}) {
    refused({.size = 2, .meet_at = place}, "world_bad_meeting_place");
  }
}

TEST(Restarts, OfSlurmAndOfALauncherAreAdded) {
  const auto count = [](const Variables& variables) {
    return restartsBefore([&](const std::string& name) {
      const auto place = variables.find(name);
      return place == variables.end() ? std::nullopt : std::optional<std::string>(place->second);
    });
  };
  EXPECT_EQ(count({}), 0);
  EXPECT_EQ(count({{"SLURM_RESTART_COUNT", "2"}, {"TORCHELASTIC_RESTART_COUNT", "1"}}), 3);
}

}  // namespace
}  // namespace gan
