#include "launch/slurm_queue.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "support/expect_error.h"
#include "support/temporary_folder.h"

namespace gan {
namespace {

using std::chrono::seconds;
using testing::HasSubstr;

/// What squeue 22.05.8 printed of a cluster of four machines; only the spaces at the ends of columns are made here.
struct Printed {
  const char* job;
  const char* state;
  const char* reason;
  const char* nodes;
  const char* used;
  const char* limit;
  const char* restarts;
  const char* comment;
};
constexpr Printed kPrinted[] = {
    {"2", "PENDING", "Priority", "4", "0:00", "10:00", "0", "gan-engine /shared/a run 100% (x) ünï $HOME"},
    {"5", "PENDING", "BeginTime", "1", "0:00", "UNLIMITED", "1", "gan-engine /shared/dcgan"},
    {"4_1", "PENDING", "JobHeldUser", "1", "0:00", "10:00", "0", "gan-engine /shared/dcgan"},
    {"7", "RUNNING", "None", "1", "1-02:03:04", "2-00:00:00", "2", "gan-engine /shared/dcgan"},
    {"9", "RUNNING", "None", "1", "0:01", "10:00", "0", "(null)"},
};

std::string padded(std::string text, std::size_t width) {
  text.resize(width, ' ');
  return text;
}

/// The widths are read from the format, as squeue does.
std::string line(const Printed& job, const std::string& user = std::to_string(::geteuid())) {
  const std::string cells[] = {job.job,  user,      job.state,    job.reason, job.nodes,
                               job.used, job.limit, job.restarts, "a name",   job.comment};
  std::string text;
  std::stringstream format(slurmQueueFormat());
  std::string column;
  for (const std::string& cell : cells) {
    std::getline(format, column, ',');
    text += padded(cell, std::stoul(column.substr(column.find(':') + 1)));
  }
  return text + "\n";
}

std::string allLines() {
  std::string text;
  for (const Printed& job : kPrinted) text += line(job);
  return text;
}

TEST(SlurmQueue, IsReadAsSqueuePrintsIt) {
  const std::vector<QueuedJob> jobs = readSlurmQueue(allLines());
  ASSERT_EQ(jobs.size(), 4U) << "a job with another comment is not ours";
  EXPECT_EQ(jobs[0].job, "2");
  EXPECT_EQ(jobs[0].run, "/shared/a run 100% (x) ünï $HOME");
  EXPECT_EQ(jobs[0].nodes, 4);
  EXPECT_EQ(jobs[0].limit, seconds(600));
  EXPECT_EQ(jobs[1].limit, std::nullopt);
  EXPECT_EQ(jobs[1].restarts, 1);
  EXPECT_EQ(jobs[2].job, "4_1");
  EXPECT_EQ(jobs[3].state, "RUNNING");
  EXPECT_EQ(jobs[3].reason, "");
  EXPECT_EQ(jobs[3].used, seconds(26 * 3600 + 184));
  EXPECT_EQ(jobs[3].name, "a name");
}

TEST(SlurmQueue, IsReadFromWhatARealSqueuePrinted) {
  std::ifstream file(std::string(GAN_SOURCE_DIR) + "/tests/fuzz/corpus/slurm_queue/squeue-22.05.txt");
  const std::vector<QueuedJob> jobs = readSlurmQueue(std::string(std::istreambuf_iterator<char>(file), {}));
  ASSERT_EQ(jobs.size(), 4U);
  EXPECT_EQ(jobs[0].reason, "PartitionNodeLimit");
  EXPECT_EQ(jobs[0].nodes, 9);
  EXPECT_EQ(jobs[0].limit, std::chrono::hours(34));
  EXPECT_EQ(jobs[2].job, "11_1");
  EXPECT_EQ(jobs[2].reason, "JobHeldUser");
  EXPECT_EQ(jobs[3].state, "RUNNING");
  EXPECT_EQ(jobs[3].run, "/shared/all_runs/ün%run 1");
}

TEST(SlurmQueue, TakesNoHarmFromLinesThatAreCutOrForeign) {
  const std::string whole = allLines();
  for (std::size_t length = 0; length < whole.size(); length += 37) {
    for (const QueuedJob& job : readSlurmQueue(std::string_view(whole).substr(0, length))) EXPECT_NE(job.job, "");
  }
  EXPECT_TRUE(readSlurmQueue("slurm_load_jobs error: Unable to contact slurm controller\n\n\0x"
                             "17 gan-engine /run\n")
                  .empty());
}

TEST(SlurmQueue, KeepsARunsPathOfAnyLength) {
  const std::string run = "/" + std::string(4094, 'r');
  const std::string comment = slurmJobComment(run);
  const auto jobs = readSlurmQueue(line({"1", "RUNNING", "None", "1", "0:01", "1:00", "0", comment.c_str()}));
  ASSERT_EQ(jobs.size(), 1U);
  EXPECT_EQ(jobs[0].run, run);
}

TEST(SlurmReasons, AreSaidInWordsWithSlurmsOwnWhereItIsRare) {
  EXPECT_THAT(whySlurmJobWaits("Resources").english(), HasSubstr("enough machines are free"));
  EXPECT_THAT(whySlurmJobWaits("DependencyNeverSatisfied").english(), HasSubstr("cancel it"));
  EXPECT_THAT(whySlurmJobWaits("QOSMaxJobsPerUserLimit").english(), HasSubstr("QOSMaxJobsPerUserLimit"));
  EXPECT_THAT(whySlurmJobWaits("FrontEndDown").english(), HasSubstr("FrontEndDown"));
  EXPECT_TRUE(whySlurmJobWaits("").empty());
}

/// Shell scripts stand in the place of Slurm's programs.
class SlurmPrograms : public testing::Test {
 protected:
  SlurmPrograms() : path_(std::getenv("PATH")) {
    ::setenv("PATH", (folder_.path().string() + ":" + path_).c_str(), 1);
    use("scancel", "echo \"$@\" > \"" + (folder_ / "cancelled").string() + "\"");
  }
  ~SlurmPrograms() override { ::setenv("PATH", path_.c_str(), 1); }

  void use(const std::string& name, const std::string& body) {
    std::ofstream(folder_ / name) << "#!/bin/sh\n" << body << "\n";
    std::filesystem::permissions(folder_ / name, std::filesystem::perms::owner_all);
  }
  void letSqueuePrint(const std::string& text) {
    std::ofstream(folder_ / "queue") << text;
    use("squeue", "cat \"" + (folder_ / "queue").string() + "\"");
  }
  std::string cancelled() const {
    std::ifstream file(folder_ / "cancelled");
    return {std::istreambuf_iterator<char>(file), {}};
  }

  TemporaryFolder folder_;
  std::string path_;
};

TEST_F(SlurmPrograms, CancelAJobThatIsOurs) {
  letSqueuePrint(line(kPrinted[3]));
  EXPECT_EQ(cancelSlurmJob("7").state, "RUNNING");
  EXPECT_EQ(cancelled(), "7\n");
}

TEST_F(SlurmPrograms, LeaveAloneWhatIsNotOursOverOrUnknown) {
  letSqueuePrint(line(kPrinted[4]));
  expectError(ErrorCode::kPermissionDenied, "slurm_job_foreign", [] { cancelSlurmJob("9"); });
  letSqueuePrint(line(kPrinted[3], "4000000"));
  expectError(ErrorCode::kPermissionDenied, "slurm_job_foreign", [] { cancelSlurmJob("7"); });
  letSqueuePrint(line({"7", "COMPLETED", "None", "1", "0:09", "10:00", "0", "gan-engine /run"}));
  const auto over = expectError(ErrorCode::kFailedPrecondition, "slurm_job_over", [] { cancelSlurmJob("7"); });
  EXPECT_THAT(over->message(), HasSubstr("COMPLETED"));
  use("squeue", "echo 'slurm_load_jobs error: Invalid job id specified' >&2; exit 1");
  expectError(ErrorCode::kNotFound, "slurm_job_unknown", [] { cancelSlurmJob("7"); });
  expectError(ErrorCode::kInvalidArgument, "slurm_bad_job", [] { cancelSlurmJob("--me"); });
  EXPECT_EQ(cancelled(), "");
}

TEST_F(SlurmPrograms, AreQuotedWhereTheyFail) {
  use("squeue", R"(printf 'slurm_load_jobs error: Unable to contact\nsqueue: error: or so\n' >&2; exit 1)");
  const auto error = expectError(ErrorCode::kUnavailable, "slurm_unreachable", [] { listSlurmJobs(); });
  EXPECT_THAT(error->message(), testing::EndsWith(": Unable to contact; or so"));
  letSqueuePrint(line(kPrinted[3]));
  use("scancel", "echo 'Access/permission denied' >&2; exit 1");
  const auto refused = expectError(ErrorCode::kUnavailable, "slurm_cancel_refused", [] { cancelSlurmJob("7"); });
  EXPECT_THAT(refused->message(), HasSubstr("Access/permission denied"));
}

TEST_F(SlurmPrograms, AreNotChangedByWhatAUserSetForThem) {
  use("squeue", "env > \"$0.environment\"\ncat \"$0.printed\"");
  std::ofstream(folder_ / "squeue.printed") << line(kPrinted[3]);
  use("scancel", "env > \"$0.environment\"");
  const char* const kHidden[] = {"SQUEUE_FORMAT", "SQUEUE_PRIORITY", "SCANCEL_INTERACTIVE"};
  for (const char* name : kHidden) ::setenv(name, "1", 1);
  ::setenv("SLURM_CLUSTERS", "east", 1);
  cancelSlurmJob("7");
  for (const char* name : kHidden) ::unsetenv(name);
  ::unsetenv("SLURM_CLUSTERS");
  for (const char* program : {"squeue.environment", "scancel.environment"}) {
    std::ifstream file(folder_ / program);
    const std::string environment(std::istreambuf_iterator<char>(file), {});
    for (const char* name : kHidden) EXPECT_THAT(environment, testing::Not(HasSubstr(name))) << program;
    EXPECT_THAT(environment, HasSubstr("SLURM_CLUSTERS=east")) << program;
  }
}

TEST_F(SlurmPrograms, AreNamedWhereTheyAreMissing) {
  ::setenv("PATH", folder_.path().c_str(), 1);
  const auto error = expectError(ErrorCode::kFailedPrecondition, "slurm_missing", [] { listSlurmJobs(); });
  EXPECT_THAT(error->message(), HasSubstr("squeue"));
}

}  // namespace
}  // namespace gan
