#include "launch/slurm_job.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "launch/slurm_client.h"
#include "support/expect_error.h"

namespace gan {
namespace {

using std::chrono::seconds;
using testing::HasSubstr;

SlurmJob soundJob() {
  SlurmJob job;
  job.name = "dcgan";
  job.time = "1:30:00";
  job.log_stem = "/shared/runs/dcgan";
  return job;
}

// The forms and their meanings are those of sbatch(1), --time.
TEST(SlurmTime, IsReadAsSbatchReadsIt) {
  EXPECT_EQ(parseSlurmTime("90"), seconds(90 * 60));
  EXPECT_EQ(parseSlurmTime("5:30"), seconds(5 * 60 + 30));
  EXPECT_EQ(parseSlurmTime("1:30:00"), seconds(90 * 60));
  EXPECT_EQ(parseSlurmTime("2-12"), seconds(60 * 3600));
  EXPECT_EQ(parseSlurmTime("1-2:03"), seconds(26 * 3600 + 3 * 60));
  EXPECT_EQ(parseSlurmTime("1-2:03:04"), seconds(26 * 3600 + 3 * 60 + 4));
  for (const char* wrong : {"", "x", "1:2:3:4", "1-", "-1", "1:", "1 h", "UNLIMITED", "99999999999999999999"}) {
    EXPECT_FALSE(parseSlurmTime(wrong)) << wrong;
  }
}

TEST(SlurmJobCheck, TakesASoundJob) {
  EXPECT_NO_THROW(checkSlurmJob(soundJob()));
  SlurmJob gpus = soundJob();
  gpus.gpus_per_node = 4;
  EXPECT_NO_THROW(checkSlurmJob(gpus));
  EXPECT_EQ(gpus.tasks(), 4);
}

TEST(SlurmJobCheck, NamesWhatIsWrong) {
  const auto refuses = [](const std::string& id, auto&& spoil) {
    SlurmJob job = soundJob();
    spoil(job);
    const auto error = expectError(ErrorCode::kInvalidArgument, id, [&] { checkSlurmJob(job); });
    return error ? error->message() : std::string();
  };
  EXPECT_THAT(refuses("slurm_bad_name", [](SlurmJob& job) { job.partition = "a b"; }), HasSubstr("--partition"));
  EXPECT_THAT(refuses("slurm_bad_name", [](SlurmJob& job) { job.account = "x\n#SBATCH --uid=0"; }),
              HasSubstr("--account"));
  EXPECT_THAT(refuses("slurm_bad_name", [](SlurmJob& job) { job.modules = {"cuda", "-f"}; }), HasSubstr("--module"));
  EXPECT_THAT(refuses("slurm_bad_count", [](SlurmJob& job) { job.nodes = 0; }), HasSubstr("--nodes"));
  EXPECT_THAT(refuses("slurm_bad_count", [](SlurmJob& job) { job.cpus_per_task = -3; }), HasSubstr("-3"));
  EXPECT_THAT(refuses("slurm_bad_memory", [](SlurmJob& job) { job.memory = "64 GB"; }), HasSubstr("64 GB"));
  EXPECT_THAT(refuses("slurm_bad_time", [](SlurmJob& job) { job.time = "soon"; }), HasSubstr("soon"));
  EXPECT_THAT(refuses("slurm_time_short", [](SlurmJob& job) { job.time = "2"; }), HasSubstr("2 min"));
  EXPECT_THAT(refuses("slurm_bad_log", [](SlurmJob& job) { job.log_stem = "/a\"b"; }), HasSubstr("a\"b"));
  EXPECT_THAT(refuses("slurm_devices",
                      [](SlurmJob& job) {
                        job.gpus_per_node = 4;
                        job.tasks_per_node = 2;
                      }),
              HasSubstr("2 processes on a machine with 4 GPUs"));
}

TEST(SlurmBatch, IsSharedOutEvenlyOrRefusedWithTheNearestThatCan) {
  EXPECT_EQ(batchOfCopy(256, 8), 32);
  const auto error = expectError(ErrorCode::kInvalidArgument, "slurm_batch_indivisible", [] { batchOfCopy(100, 8); });
  ASSERT_TRUE(error);
  EXPECT_THAT(error->message(), HasSubstr("between 8 copies of the networks"));
  EXPECT_THAT(error->message(), HasSubstr("96 or 104"));
  const auto few = expectError(ErrorCode::kInvalidArgument, "slurm_batch_indivisible", [] { batchOfCopy(3, 8); });
  ASSERT_TRUE(few);
  EXPECT_THAT(few->message(), HasSubstr("Take 8,"));
}

TEST(SlurmPaths, OfThisMachineAloneAreRefused) {
  const auto error =
      expectError(ErrorCode::kInvalidArgument, "slurm_not_shared", [] { checkShared("/proc/self/x/y"); });
  ASSERT_TRUE(error);
  EXPECT_THAT(error->message(), HasSubstr("/proc/self/x/y is on a file system of this machine alone"));
}

TEST(SlurmContainer, IsAFileOrANameOfARegistryAsItsRunnerReadsIt) {
  const auto place = [](const std::string& container, ContainerRunner runner) {
    SlurmJob job = soundJob();
    job.container = container;
    job.container_runner = runner;
    return containerPlace(job);
  };
  const std::string here = std::filesystem::current_path().string();
  for (const char* name : {"docker://ubuntu:22.04", "oras://ghcr.io/x/y:1"}) {
    EXPECT_EQ(place(name, ContainerRunner::kApptainer), name);
    EXPECT_EQ(place(name, ContainerRunner::kPyxis), name);
  }
  EXPECT_EQ(place("nvcr.io/nvidia/pytorch", ContainerRunner::kPyxis), "nvcr.io/nvidia/pytorch");
  EXPECT_EQ(place("images/gan.sif", ContainerRunner::kApptainer), here + "/images/gan.sif");
  EXPECT_EQ(place("./gan.sqsh", ContainerRunner::kPyxis), here + "/gan.sqsh");
  EXPECT_EQ(place("/images/gan.sif", ContainerRunner::kApptainer), "/images/gan.sif");
}

TEST(SlurmContainer, ThatIsNotThereOrOnThisMachineAloneIsRefused) {
  SlurmJob job = soundJob();
  job.container = "/nope.sif";
  const auto missing = expectError(ErrorCode::kNotFound, "slurm_no_container", [&] { checkContainer(job); });
  ASSERT_TRUE(missing);
  EXPECT_THAT(missing->message(), HasSubstr("/nope.sif"));
  job.container = "/proc/self/exe";
  expectError(ErrorCode::kInvalidArgument, "slurm_not_shared", [&] { checkContainer(job); });
  job.container = "docker://nope";
  EXPECT_NO_THROW(checkContainer(job));
}

TEST(SlurmJobId, IsANumberOrANumberOfAnArray) {
  EXPECT_TRUE(isSlurmJobId("17"));
  EXPECT_TRUE(isSlurmJobId("17_3"));
  for (const char* wrong : {"", "_", "17_", "_3", "17 18", "--help", "17_3_1", "1e3", "99999999999"}) {
    EXPECT_FALSE(isSlurmJobId(wrong)) << wrong;
  }
}

}  // namespace
}  // namespace gan
