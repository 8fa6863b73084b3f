#include "launch/slurm_script.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

#include "core/process_output.h"
#include "launch/shell_quote.h"
#include "support/expect_error.h"
#include "support/temporary_folder.h"

namespace gan {
namespace {

using testing::HasSubstr;
using testing::Not;

SlurmJob soundJob() {
  SlurmJob job;
  job.name = "dcgan";
  job.log_stem = "/shared/my runs/100%j";
  return job;
}

void write(const std::filesystem::path& path, const std::string& text) {
  std::ofstream(path, std::ios::binary) << text;
  std::filesystem::permissions(path, std::filesystem::perms::owner_all);
}

/// Runs a script with programs of ours before those of the system.
class ScriptRun : public testing::Test {
 protected:
  ProcessOutput run(const std::string& script, const std::string& before = {}) const {
    write(folder_ / "job", script);
    return runForOutput({"bash", "-c",
                         before + " export PATH=" + folder_.path().string() +
                             ":$PATH SLURM_CPUS_PER_TASK=3 SLURM_JOB_ID=17; bash " + (folder_ / "job").string()},
                        {.time = std::chrono::seconds(30)}, ErrorStream::kCollect);
  }

  TemporaryFolder folder_;
};

TEST(ShellQuote, GivesAShellOneWordWhateverItHolds) {
  for (const std::string text :
       {"", "plain", "a b", "it's", "$(false)`x`\"", "a\nb\\", "*?[!~#;&|<>", "-n", "\xff\xfe"}) {
    EXPECT_EQ(runForOutput({"bash", "-c", "printf %s " + shellQuote(text)}, {}).text, text);
  }
}

TEST_F(ScriptRun, ReachesTheProgramWithEveryArgumentAsItWas) {
  write(folder_ / "srun", "#!/bin/bash\nprintf '[%s]' \"$@\"\n");
  const std::string odd = "data.path=/da ta/$(touch hacked)/it's\"x\"\n";
  const ProcessOutput output = run(slurmScript(soundJob(), {"/opt/gan engine", "train", "--set", odd}));
  EXPECT_TRUE(output.succeeded) << output.errors;
  EXPECT_EQ(output.text, "[--cpus-per-task=3][--kill-on-bad-exit=1][/opt/gan engine][train][--set][" + odd + "]");
}

TEST_F(ScriptRun, EndsWithTheCodeOfTheProgram) {
  write(folder_ / "srun", "#!/bin/bash\nexit 4\n");
  EXPECT_EQ(run(slurmScript(soundJob(), {"x"})).reason, "it ended with code 4");
}

TEST_F(ScriptRun, EndsWhereAModuleCannotBeLoaded) {
  write(folder_ / "srun", "#!/bin/bash\necho trained\n");
  SlurmJob job = soundJob();
  job.modules = {"nosuch"};
  const std::string script = slurmScript(job, {"x"});
  const ProcessOutput unknown = run(script, "module() { return 3; }; export -f module;");
  EXPECT_EQ(unknown.text, "");
  EXPECT_EQ(unknown.reason, "it ended with code 3");
  const ProcessOutput loaded = run(script, "module() { echo \"$@\"; }; export -f module;");
  EXPECT_EQ(loaded.text, "load nosuch\ntrained\n");
  // Where there is no such command, bash ends with 127 (bash(1), EXIT STATUS).
  EXPECT_EQ(run(script, "unset -f module;").reason, "it ended with code 127");
}

TEST_F(ScriptRun, PassesASignalOnAndWaitsForTheProgram) {
  write(folder_ / "srun",
        "#!/bin/bash\nkill -TERM $PPID\nsleep 0.5\nkill -USR1 $PPID\nsleep 0.5\necho whole\nexit 3\n");
  write(folder_ / "scancel", "#!/bin/bash\necho \"$@\"\n");
  const ProcessOutput output = run(slurmScript(soundJob(), {"x"}));
  EXPECT_EQ(output.text, "--signal=USR1 17\n--signal=USR1 17\nwhole\n") << output.errors;
  EXPECT_EQ(output.reason, "it ended with code 3");
}

TEST_F(ScriptRun, OfAnArrayPassesASignalOnToItsOwnTaskOnly) {
  write(folder_ / "srun", "#!/bin/bash\nkill -TERM $PPID\nsleep 0.5\n");
  write(folder_ / "scancel", "#!/bin/bash\necho \"$@\"\n");
  // The last task of an array has the array's own number: `scancel 17` would reach all of them.
  const std::string environment = "export SLURM_ARRAY_JOB_ID=17 SLURM_ARRAY_TASK_ID=3;";
  EXPECT_EQ(run(slurmScript(soundJob(), {"x"}), environment).text, "--signal=USR1 17_3\n");
}

TEST_F(ScriptRun, IsGoodBashForEveryKindOfJob) {
  SlurmJob job = soundJob();
  job.nodes = 32;
  job.gpus_per_node = 4;
  job.memory = "64G";
  job.time = "2-12";
  job.partition = "gpu,long";
  job.account = "vision";
  job.modules = {"cuda/13.0", "gcc/12"};
  job.container = "/images/gan.sif";
  for (const ContainerRunner runner : {ContainerRunner::kApptainer, ContainerRunner::kPyxis}) {
    job.container_runner = runner;
    write(folder_ / "job", slurmScript(job, {"gan-engine", "train"}));
    const ProcessOutput checked = runForOutput({"bash", "-n", (folder_ / "job").string()}, {}, ErrorStream::kCollect);
    EXPECT_TRUE(checked.succeeded) << checked.errors;
  }
}

TEST(SlurmScript, AsksForWhatTheJobSays) {
  SlurmJob job = soundJob();
  job.nodes = 32;
  job.gpus_per_node = 4;
  job.time = "2-12";
  job.signal_lead = std::chrono::seconds(170);
  const std::string script = slurmScript(job, {"gan-engine"});
  for (const char* line :
       {"--nodes=32\n", "--ntasks-per-node=4\n", "--gres=gpu:4\n", "--time=2-12\n", "--signal=USR1@170\n",
        "--requeue\n", "--open-mode=append\n", "--comment=\"gan-engine /shared/my runs/100%j\"\n",
        "--output=\"/shared/my runs/100%%j.slurm-%j.log\"\n"}) {
    EXPECT_THAT(script, HasSubstr(std::string("#SBATCH ") + line));
  }
  EXPECT_THAT(script, Not(HasSubstr("--mem")));
  job.requeue = Requeue::kNo;
  EXPECT_THAT(slurmScript(job, {"gan-engine"}), HasSubstr("#SBATCH --no-requeue\n"));
}

TEST(SlurmScript, RefusesWhatSbatchWouldReadOtherwise) {
  SlurmJob job = soundJob();
  job.partition = "x --uid=0";
  expectError(ErrorCode::kInvalidArgument, "slurm_bad_name", [&] { slurmScript(job, {"gan-engine"}); });
}

}  // namespace
}  // namespace gan
