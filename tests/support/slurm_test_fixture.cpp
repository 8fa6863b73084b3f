#include "support/slurm_test_fixture.h"

#include <fstream>
#include <nlohmann/json.hpp>
#include <variant>

#include "run/journal.h"
#include "support/run_folder_compare.h"

namespace gan::test {
namespace {

namespace fs = std::filesystem;

std::string slurp(const fs::path& path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), {}};
}

/// The value of a variable in /proc/PID/environ's form; empty where it is not set.
std::string variable(const std::string& environment, const std::string& name) {
  const std::string all = '\0' + environment;
  const std::size_t found = all.find('\0' + name + '=');
  if (found == std::string::npos) return {};
  const std::size_t begin = found + name.size() + 2;
  return all.substr(begin, all.find('\0', begin) - begin);
}

}  // namespace

void SlurmTest::SetUpTestSuite() {
  std::string why;
  cluster() = SlurmCluster::start(why);
  reason() = why;
}

void SlurmTest::TearDownTestSuite() { cluster().reset(); }

void SlurmTest::SetUp() {
  if (!cluster()) GTEST_SKIP() << reason();
}

std::unique_ptr<SlurmCluster>& SlurmTest::cluster() {
  static std::unique_ptr<SlurmCluster> one;
  return one;
}

std::string& SlurmTest::reason() {
  static std::string why;
  return why;
}

Finished SlurmTest::slurm(const std::string& command, const std::vector<std::string>& rest) const {
  std::vector<std::string> words{program("gan-engine"), "slurm", command, "--json"};
  words.insert(words.end(), rest.begin(), rest.end());
  return run(words, cluster()->environment());
}

Finished SlurmTest::command(const std::vector<std::string>& words) const {
  return run(words, cluster()->environment());
}

void SlurmTrainingTest::submit(const std::vector<std::string>& words) {
  const Finished submitted = slurm("submit", words);
  ASSERT_EQ(submitted.code, 0) << submitted.errors;
  job_ = nlohmann::json::parse(submitted.lastLine()).at("job");
  ASSERT_TRUE(waitUntil([&] { return newestCheckpointStep(run_) > 0; })) << log();
}

std::string SlurmTrainingTest::log() const { return slurp(run_.string() + ".slurm-" + job_ + ".log"); }

std::string SlurmTrainingTest::slurmSays(const std::string& key) const {
  const std::string text = command({"scontrol", "--oneliner", "show", "job", job_}).output;
  const std::size_t found = text.find(" " + key + "=");
  if (found == std::string::npos) return {};
  const std::size_t begin = found + key.size() + 2;
  return text.substr(begin, text.find(' ', begin) - begin);
}

std::map<int, pid_t> SlurmTrainingTest::engines() const {
  std::map<int, pid_t> found;
  for (const auto& entry : fs::directory_iterator("/proc")) {
    const std::string words = slurp(entry.path() / "cmdline");
    if (!words.starts_with(program("gan-engine")) || words.find(run_.string()) == std::string::npos) continue;
    const std::string rank = variable(slurp(entry.path() / "environ"), "SLURM_PROCID");
    if (!rank.empty()) found[std::stoi(rank)] = std::stoi(entry.path().filename());
  }
  return found;
}

int SlurmTrainingTest::restarts(const std::string& job) const {
  const Finished asked = command({"scontrol", "--oneliner", "show", "job", job});
  const std::string key = " Restarts=";
  const std::size_t found = asked.output.find(key);
  return found == std::string::npos ? -1 : std::stoi(asked.output.substr(found + key.size()));
}

RunStatus SlurmTrainingTest::lastStatus() const {
  RunStatus last = RunStatus::kStarting;
  for (const Event& event : readJournal(run_ / "journal.log")) {
    if (const auto* changed = std::get_if<StatusChanged>(&event.what)) last = changed->status;
  }
  return last;
}

void SlurmTrainingTest::expectNoStepLostOrRepeated(const std::vector<std::int64_t>& beginnings) const {
  std::vector<std::int64_t> begun;
  for (const Event& event : readJournal(run_ / "journal.log")) {
    if (const auto* started = std::get_if<SegmentStarted>(&event.what)) begun.push_back(started->first_step);
  }
  EXPECT_EQ(begun, beginnings);
  const auto losses = trainedScalars(run_).at("loss/g");
  EXPECT_EQ(static_cast<std::int64_t>(losses.size()), newestCheckpointStep(run_));
  std::int64_t expected = 0;
  for (const auto& [step, value] : losses) ASSERT_EQ(step, ++expected);
}

}  // namespace gan::test
