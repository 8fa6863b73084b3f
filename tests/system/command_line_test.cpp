#include <gtest/gtest.h>

#include <cstdint>
#include <fstream>
#include <limits>
#include <nlohmann/json.hpp>

#include "support/process.h"
#include "support/temporary_folder.h"

namespace gan::test {
namespace {

namespace fs = std::filesystem;

Finished engine(std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), program("gan-engine"));
  return run(arguments);
}

/// Wrong input ends with code 2, one message that holds all of `expected`, and nothing made.
void expectBadInput(const Finished& finished, const std::vector<std::string>& expected) {
  EXPECT_EQ(finished.code, 2) << finished.errors;
  for (const std::string& text : expected)
    EXPECT_NE(finished.errors.find(text), std::string::npos) << text << " in: " << finished.errors;
}

TEST(CommandLine, HelpListsEverySubcommandAndEachHasItsOwn) {
  const Finished help = engine({"--help"});
  EXPECT_EQ(help.code, 0);
  for (const char* name : {"train", "resume", "branch", "replay", "runs", "status", "watch", "log", "steer", "serve",
                           "connect", "bench", "doctor"}) {
    EXPECT_NE(help.output.find(name), std::string::npos) << name;
    const Finished own = engine({name, "--help"});
    EXPECT_EQ(own.code, 0) << name;
    EXPECT_GT(own.output.size(), 60U) << name;
  }
}

TEST(CommandLine, AMisspeltPresetIsAnsweredWithTheNearestOne) {
  expectBadInput(engine({"train", "--preset", "dcgan64"}), {"dcgan64", "dcgan-64"});
}

TEST(CommandLine, AMisspeltCommandIsAnsweredWithTheNearestOne) {
  expectBadInput(engine({"tarin", "--preset", "simple-gan"}), {"tarin", "train"});
}

TEST(CommandLine, NumbersThatMakeNoSenseAreRefused) {
  expectBadInput(engine({"train", "--preset", "simple-gan", "--steps", "-5"}), {"-5"});
  const TemporaryFolder folder;
  const fs::path out = folder.path() / "run";
  expectBadInput(engine({"train", "--preset", "simple-gan", "--listen", "nonsense", "--out", out.string()}),
                 {"nonsense", "HOST:PORT"});
  EXPECT_FALSE(fs::exists(out));
}

TEST(CommandLine, AMisspeltSettingIsAnsweredWithTheNearestOne) {
  const TemporaryFolder folder;
  const fs::path out = folder.path() / "run";
  expectBadInput(engine({"train", "--preset", "simple-gan", "--out", out.string(), "--set",
                         "optimizer.generator.learning_rat=1e-4"}),
                 {"optimizer.generator.learning_rat", "optimizer.generator.learning_rate"});
  EXPECT_FALSE(fs::exists(out));
}

TEST(CommandLine, AValueOutOfRangeIsNamedWithFileAndLine) {
  const TemporaryFolder folder;
  const fs::path file = folder.path() / "bad.yaml";
  std::ofstream(file) << "data:\n  batch_size: 16\nobjective:\n  real_label: 1.5\n";
  expectBadInput(engine({"train", "--config", file.string(), "--out", (folder.path() / "run").string()}),
                 {"bad.yaml", "4", "objective.real_label", "1.5"});
}

TEST(CommandLine, MissingDataMakesNoRun) {
  const TemporaryFolder folder;
  const fs::path out = folder.path() / "run";
  expectBadInput(engine({"train", "--preset", "fashion-dcgan", "--data", (folder.path() / "nowhere").string(), "--out",
                         out.string()}),
                 {"nowhere"});
  EXPECT_FALSE(fs::exists(out));
}

TEST(CommandLine, AnExistingRunIsNotOverwritten) {
  const TemporaryFolder folder;
  const fs::path out = folder.path() / "run";
  ASSERT_EQ(engine({"train", "--preset", "simple-gan", "--steps", "2", "--out", out.string()}).code, 0);
  expectBadInput(engine({"train", "--preset", "simple-gan", "--steps", "2", "--out", out.string()}), {out.string()});
}

TEST(CommandLine, JsonIsTheLastLineOfStandardOutput) {
  const TemporaryFolder folder;
  const fs::path out = folder.path() / "run";
  const auto trained = nlohmann::json::parse(
      engine({"train", "--json", "--preset", "simple-gan", "--steps", "5", "--out", out.string()}).lastLine());
  EXPECT_EQ(trained["step"], 5);
  EXPECT_EQ(trained["outcome"], "finished");
  EXPECT_TRUE(fs::exists(trained["sample"].get<std::string>()));

  const auto status = nlohmann::json::parse(engine({"status", "--json", out.string()}).lastLine());
  EXPECT_EQ(status["status"], "finished");
  EXPECT_EQ(status["step"], 5);
  EXPECT_FALSE(status["live"]);
  for (const char* series : {"loss/d_real", "loss/d_fake", "loss/d", "loss/g", "score/d_real", "score/d_fake_before",
                             "score/d_fake_after", "gradient_norm/g", "gradient_norm/d"}) {
    EXPECT_TRUE(status["latest"].contains(series)) << series;
  }
  const auto runs = nlohmann::json::parse(engine({"runs", "--json", folder.path().string()}).lastLine());
  ASSERT_EQ(runs["runs"].size(), 1U);
  EXPECT_EQ(runs["runs"][0]["status"], "finished");
}

TEST(CommandLine, ErrorsAreJsonToo) {
  const auto error = nlohmann::json::parse(engine({"status", "--json", "/nonexistent"}).lastLine());
  EXPECT_EQ(error["error"]["id"], "run_not_found");
}

TEST(CommandLine, SteeringAFinishedRunSaysThatNobodyTrainsIt) {
  const TemporaryFolder folder;
  const fs::path out = folder.path() / "run";
  ASSERT_EQ(engine({"train", "--preset", "simple-gan", "--steps", "2", "--out", out.string()}).code, 0);
  const Finished steered = engine({"steer", out.string(), "pause"});
  EXPECT_NE(steered.code, 0);
  EXPECT_NE(steered.errors.find("serve"), std::string::npos) << steered.errors;
}

/// Makes a checkpoint's discriminator infinite, with checksums that are right again.
void spoilDiscriminator(const fs::path& checkpoint) {
  const fs::path file = checkpoint / "discriminator.safetensors";
  std::fstream tensors(file, std::ios::in | std::ios::out | std::ios::binary);
  std::uint64_t header = 0;
  tensors.read(reinterpret_cast<char*>(&header), sizeof(header));
  const float infinity = std::numeric_limits<float>::infinity();
  tensors.seekp(static_cast<std::streamoff>(sizeof(header) + header));
  tensors.write(reinterpret_cast<const char*>(&infinity), sizeof(infinity));
  tensors.close();
  ASSERT_EQ(run({"sh", "-c", "cd " + checkpoint.string() + " && sha256sum *.safetensors state.json > SHA256SUMS"}).code,
            0);
}

TEST(CommandLine, WatchingAFinishedRunTellsItsHistory) {
  const TemporaryFolder folder;
  const fs::path out = folder.path() / "run";
  ASSERT_EQ(engine({"train", "--preset", "simple-gan", "--steps", "2", "--out", out.string()}).code, 0);
  const Finished watched = engine({"watch", out.string()});
  EXPECT_EQ(watched.code, 0) << watched.errors;
  EXPECT_NE(watched.output.find("step-00000002.s1"), std::string::npos) << watched.output;
}

TEST(CommandLine, DivergenceEndsWithCode4AndNamesTheLastGoodCheckpoint) {
  const TemporaryFolder folder;
  const fs::path out = folder.path() / "run";
  ASSERT_EQ(engine({"train", "--preset", "simple-gan", "--steps", "20", "--out", out.string()}).code, 0);
  const fs::path checkpoint = out / "checkpoints/step-00000020.s1";
  spoilDiscriminator(checkpoint);
  const Finished diverged = engine({"resume", out.string(), "--steps", "40"});
  EXPECT_EQ(diverged.code, 4) << diverged.errors;
  EXPECT_NE(diverged.output.find("step-00000020.s1"), std::string::npos) << diverged.output;
  EXPECT_FALSE(fs::exists(out / "checkpoints/step-00000040.s2")) << "weights that are not finite were kept";
}

}  // namespace
}  // namespace gan::test
