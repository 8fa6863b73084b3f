// Which process of a real Slurm's job takes which GPU. The GPUs are made up, so a job ends where NCCL would begin.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "fake_gpu_machine.h"
#include "support/slurm_test_fixture.h"

namespace gan::test {
namespace {

using testing::HasSubstr;

class SlurmOnFakeGpus : public SlurmTest {
 protected:
  Finished runInCluster(std::vector<std::string> words) const {
    Process::Environment variables = cluster()->environment();
    variables.merge(machine_.environment(gpu(0) + "-%h," + gpu(1) + "-%h"));
    return run(words, variables);
  }
  static std::string gpu(int number) { return FakeGpuMachine::gpu("idle", number); }

  const FakeGpuMachine machine_{GAN_FAKE_MODULES};
};

TEST_F(SlurmOnFakeGpus, EachProcessOfASubmittedJobTakesItsOwn) {
  const std::string out = (folder_ / "run").string();
  const Finished submitted =
      runInCluster({machine_.engine().string(), "slurm", "submit", "--json", "--preset", "simple-gan", "--out", out,
                    "--assume-shared", "--time", "10", "--nodes", "2", "--gpus-per-node", "2"});
  ASSERT_EQ(submitted.code, 0) << submitted.errors;
  const std::string job = nlohmann::json::parse(submitted.lastLine()).at("job");
  EXPECT_TRUE(cluster()->waitForState(job, "FAILED")) << cluster()->ask(job, "%T %r");
  std::stringstream log;
  log << std::ifstream(out + ".slurm-" + job + ".log").rdbuf();
  for (const char* node : {"-n0\n", "-n1\n"}) {
    for (const int number : {0, 1}) EXPECT_THAT(log.str(), HasSubstr("computes on " + gpu(number) + node));
  }
  EXPECT_THAT(log.str(), HasSubstr(": the fake was asked for rank "));
}

TEST_F(SlurmOnFakeGpus, AProcessToWhichSlurmShowsOneOnlyTakesThatOne) {
  const Finished finished =
      runInCluster({"srun", "--nodes=1", "--ntasks=2", "--gpus-per-task=1", "--time=10", machine_.engine().string(),
                    "train", "--preset", "simple-gan", "--out", (folder_ / "run").string()});
  for (const int number : {0, 1}) EXPECT_THAT(finished.errors, HasSubstr("computes on " + gpu(number) + "-n"));
  EXPECT_THAT(finished.errors, HasSubstr("over NCCL on cuda:0: the fake was asked for rank "));
}

}  // namespace
}  // namespace gan::test
