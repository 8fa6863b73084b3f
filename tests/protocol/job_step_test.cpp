#include "protocol/job_step.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <stdlib.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <string>

#include "core/host_name.h"
#include "protocol/connection.h"
#include "protocol/run_client.h"
#include "protocol/studio.pb.h"
#include "run/lock.h"
#include "support/expect_error.h"
#include "support/temporary_folder.h"

namespace gan {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::HasSubstr;

/// A run whose engine works in a job on another node, and a script in PATH that stands in for srun.
class JobStep : public testing::Test {
 protected:
  JobStep() : path_(::getenv("PATH")) {
    writeEndpoint(run(),
                  {.unix_socket = "/run/x.sock", .tcp = "", .host = "node17.cluster", .pid = 1, .protocol = "1.0"});
    ::setenv("SLURM_JOB_ID", "4711", 1);
    RunLock lock(run());
    ::unsetenv("SLURM_JOB_ID");
    nlohmann::json holder = nlohmann::json::parse(contents(run() / "lock"));
    holder["host"] = "node17.cluster";
    std::ofstream(folder_ / "run" / "kept") << holder.dump();
  }
  ~JobStep() override { ::setenv("PATH", path_.c_str(), 1); }

  /// The lock went with the object that held it; this puts it back.
  void lock() { fs::copy_file(run() / "kept", run() / "lock"); }
  void beSrun(const std::string& script) {
    const fs::path path = folder_ / "srun";
    std::ofstream(path) << "#!/bin/sh\n" << script;
    fs::permissions(path, fs::perms::owner_all);
    ::setenv("PATH", (folder_.path().string() + ":" + path_).c_str(), 1);
  }
  fs::path run() {
    fs::create_directories(folder_ / "run");
    return folder_ / "run";
  }
  static std::string contents(const fs::path& path) {
    std::ifstream file(path);
    return {std::istreambuf_iterator<char>(file), {}};
  }

  TemporaryFolder folder_;
  const std::string path_;
};

TEST_F(JobStep, LeadsToTheNodeWhereTheEngineIs) {
  EXPECT_THAT(jobStepCommand({"4711", "node17.cluster"}, "/opt/gan-engine", "/runs/my run"),
              ElementsAre("srun", "--jobid=4711", "--overlap", "--nodes=1", "--ntasks=1", "--nodelist=node17",
                          "--unbuffered", "--quiet", "/opt/gan-engine", "connect", "--here", "/runs/my run"));
}

TEST_F(JobStep, CarriesWhatTheEngineSays) {
  lock();
  beSrun("echo \"$1\" >'" + (folder_ / "job").string() +
         "'\nprintf '\\000\\000\\000\\004\\000\\000\\000\\000\\000rest'\n");
  const Patience patience{.until = std::chrono::steady_clock::now() + std::chrono::seconds(30)};
  const EngineStream stream = openEngineStream(run(), Reach::kItsJob, patience);
  EXPECT_TRUE(stream.step != nullptr);
  std::string bytes(13, '?');
  ASSERT_EQ(::read(stream.descriptor.get(), bytes.data(), bytes.size()), 13);
  EXPECT_EQ(bytes.substr(9), "rest");
  EXPECT_EQ(contents(folder_ / "job"), "--jobid=4711\n");
}

TEST_F(JobStep, ThatSlurmRefusesIsToldInItsWords) {
  lock();
  beSrun("echo 'srun: error: Unable to create step for job 4711: Job/step already completing' >&2\nexit 1\n");
  RunClient client({run().string()});
  const auto error = expectError(ErrorCode::kUnavailable, "slurm_step_failed", [&] { client.run(); });
  EXPECT_THAT(error->message(), HasSubstr("4711"));
  EXPECT_THAT(error->message(), HasSubstr("node17.cluster"));
  EXPECT_THAT(error->message(), HasSubstr("already completing"));
}

TEST_F(JobStep, IsNoneFromTheNodeItself) {
  lock();
  beSrun("exit 0\n");
  const Patience patience{.until = std::chrono::steady_clock::now() + std::chrono::seconds(30)};
  expectError(ErrorCode::kUnavailable, "engine_elsewhere",
              [&] { openEngineStream(run(), Reach::kThisMachine, patience); });
}

TEST_F(JobStep, IsNoneWhereTheLockNamesNoJobOrAnotherHost) {
  expectError(ErrorCode::kUnavailable, "engine_elsewhere", [&] { RunClient({run().string()}).run(); });
  lock();
  Endpoint endpoint = *readEndpoint(run());
  EXPECT_TRUE(jobOf(run(), endpoint));
  endpoint.host = "node18.cluster";
  EXPECT_FALSE(jobOf(run(), endpoint));
}

}  // namespace
}  // namespace gan
