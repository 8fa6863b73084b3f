#include <gtest/gtest.h>

#include <algorithm>
#include <csignal>
#include <cstdint>
#include <fstream>
#include <limits>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <thread>
#include <variant>

#include "core/append_log.h"
#include "core/units.h"
#include "run/journal.h"
#include "support/process.h"
#include "support/spoilt_checkpoint.h"
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
  for (const char* name :
       {"train", "resume",  "branch", "replay", "runs", "compare", "status", "watch", "log",      "steer",
        "serve", "connect", "data",   "bench",  "plan", "doctor",  "slurm",  "token", "evaluate", "moments"}) {
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
  expectBadInput(engine({"data", "inspekt", "photos"}), {"inspekt", "inspect", "gan-engine data --help"});
  expectBadInput(engine({"steer", "runs/x", "pauze"}), {"pauze", "pause", "gan-engine steer --help"});
  expectBadInput(engine({"data", "--json", "inspekt"}), {"inspekt", "did you mean inspect"});
  expectBadInput(engine({"steer", "--timeout", "5", "runs/x", "pauze"}), {"pauze", "did you mean pause"});
  expectBadInput(engine({"slurm", "submitt"}), {"submitt", "did you mean submit", "gan-engine slurm --help"});
  const auto answer = nlohmann::json::parse(engine({"slurm", "kancel", "17", "--json"}).lastLine());
  EXPECT_EQ(answer.at("error").at("id"), "command_unknown");
}

TEST(CommandLine, NumbersThatMakeNoSenseAreRefused) {
  expectBadInput(engine({"train", "--preset", "simple-gan", "--steps", "-5"}), {"-5"});
  const TemporaryFolder folder;
  const fs::path out = folder.path() / "run";
  expectBadInput(engine({"train", "--preset", "simple-gan", "--listen", "nonsense", "--out", out.string()}),
                 {"nonsense", "HOST:PORT"});
  EXPECT_FALSE(fs::exists(out));
}

TEST(CommandLine, ANumberOutOfRangeIsAnsweredWithARangeThatCanBeRead) {
  for (const auto& words : {std::vector<std::string>{"train", "--preset", "simple-gan", "--max-restarts", "-1"},
                            {"resume", "runs/x", "--steps", "-1"},
                            {"train", "--preset", "simple-gan", "--world-size", "0"},
                            {"slurm", "script", "--preset", "simple-gan", "--tasks-per-node", "0"},
                            {"slurm", "script", "--preset", "simple-gan", "--global-batch", "0"},
                            {"slurm", "script", "--preset", "simple-gan", "--signal-lead", "-3"}}) {
    const Finished refused = engine(words);
    expectBadInput(refused, {words[words.size() - 2], words.back(), "range"});
    EXPECT_LT(refused.errors.size(), 160U) << refused.errors;
  }
}

TEST(CommandLine, APlaceAmongProcessesIsRefusedWithoutTheirNumber) {
  const TemporaryFolder folder;
  const fs::path out = folder.path() / "run";
  for (const auto& [option, value] :
       std::map<std::string, std::string>{{"--rank", "0"}, {"--local-rank", "1"}, {"--meet-at", "localhost:29500"}}) {
    expectBadInput(engine({"train", "--preset", "simple-gan", "--steps", "1", "--out", out.string(), option, value}),
                   {option, "--world-size"});
    EXPECT_FALSE(fs::exists(out));
  }
}

TEST(CommandLine, AMisspeltSettingIsAnsweredWithTheNearestOne) {
  const TemporaryFolder folder;
  const fs::path out = folder.path() / "run";
  expectBadInput(engine({"train", "--preset", "simple-gan", "--out", out.string(), "--set",
                         "optimizer.generator.learning_rat=1e-4"}),
                 {"optimizer.generator.learning_rat", "optimizer.generator.learning_rate"});
  EXPECT_FALSE(fs::exists(out));
}

TEST(CommandLine, ASettingThatHasNoEffectIsRefusedByNameThoughItSetsItsDefault) {
  const TemporaryFolder folder;
  const std::vector<std::string> vain = {"--set", "ema.enabled=false", "--set", "ema.decay=0.999"};
  std::vector<std::string> train = {"train", "--preset", "simple-gan", "--out", (folder.path() / "run").string()};
  std::vector<std::string> bench = {"bench", "--preset", "simple-gan", "--steps", "1"};
  for (std::vector<std::string>* words : {&train, &bench}) {
    words->insert(words->end(), vain.begin(), vain.end());
    expectBadInput(engine(*words), {"ema.decay", "ema.enabled"});
  }
  EXPECT_FALSE(fs::exists(folder.path() / "run"));
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
  EXPECT_EQ(status["total_steps"], 5);
  EXPECT_EQ(status["iterations_per_second"], 0) << "nobody trains it";
  const auto runs = nlohmann::json::parse(engine({"runs", "--json", folder.path().string()}).lastLine());
  ASSERT_EQ(runs["runs"].size(), 1U);
  EXPECT_EQ(runs["runs"][0]["status"], "finished");
  EXPECT_EQ(runs["runs"][0]["total_steps"], 5);
}

TEST(CommandLine, RunsSaysWhichAlertsWaitForAnAnswer) {
  const TemporaryFolder folder;
  const fs::path out = folder.path() / "run";
  ASSERT_EQ(engine({"train", "--preset", "simple-gan", "--steps", "2", "--out", out.string()}).code, 0);
  const auto list = [&](std::vector<std::string> options) {
    options.insert(options.begin(), "runs");
    options.push_back(folder.path().string());
    return engine(options);
  };
  EXPECT_EQ(nlohmann::json::parse(list({"--json"}).lastLine())["runs"][0]["alerts"], nlohmann::json::array());
  const Message message{"d_wins", "D wins since step {since}.", {{"since", "2"}}};
  JournalWriter(out / "journal.log")
      .append({.segment = 1, .step = 2, .what = Alert{.rule = "contest", .message = message, .actions = {"ignore"}}});
  EXPECT_EQ(nlohmann::json::parse(list({"--json"}).lastLine())["runs"][0]["alerts"],
            nlohmann::json::array({"D wins since step 2."}));
  const Finished shown = list({});
  EXPECT_NE(shown.output.find("run: D wins since step 2."), std::string::npos) << shown.output;
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

TEST(CommandLine, ACheckpointOfAFinishedRunIsKept) {
  const TemporaryFolder folder;
  const fs::path out = folder.path() / "run";
  ASSERT_EQ(engine({"train", "--preset", "simple-gan", "--steps", "2", "--out", out.string()}).code, 0);
  for (const char* text : {"latest", "soon"}) {
    expectBadInput(engine({"steer", out.string(), "keep", text}), {text, "its step", "status"});
  }
  const Finished missing = engine({"steer", out.string(), "keep", "7", "--json"});
  EXPECT_EQ(missing.code, 1) << missing.errors;
  EXPECT_EQ(nlohmann::json::parse(missing.lastLine())["error_id"], "checkpoint_not_found");
  const Finished kept = engine({"steer", out.string(), "keep", "2", "--json"});
  EXPECT_EQ(kept.code, 0) << kept.errors;
  EXPECT_EQ(nlohmann::json::parse(kept.lastLine())["result"], "applied");
  const auto status = nlohmann::json::parse(engine({"status", "--json", out.string()}).lastLine());
  EXPECT_EQ(status["checkpoints"].back()["pinned"], true);
}

/// Stands in for ssh: throws away options and host, runs the remote command with this build's program.
Process::Environment fakeSsh(const fs::path& folder) {
  const fs::path script = folder / "fake-ssh";
  std::ofstream(script) << "#!/bin/sh\n"
                           "while [ \"$1\" != -- ]; do shift; done\n"
                           "eval \"exec "
                        << program("gan-engine") << " ${3#gan-engine }\"\n";
  fs::permissions(script, fs::perms::owner_all);
  return {{"GAN_SSH", script.string()}, {"XDG_RUNTIME_DIR", folder.string()}};
}

TEST(CommandLine, RunsOfAnotherMachineAreListedAndAnsweredFor) {
  const TemporaryFolder folder;
  const fs::path out = folder.path() / "runs" / "a";
  ASSERT_EQ(engine({"train", "--preset", "simple-gan", "--steps", "2", "--out", out.string()}).code, 0);
  const Process::Environment environment = fakeSsh(folder.path());
  const auto remote = [&](const std::string& verb, const fs::path& path) {
    return run({program("gan-engine"), verb, "--json", "ssh://node" + path.string()}, environment);
  };
  const Finished listed = remote("runs", out.parent_path());
  ASSERT_EQ(listed.code, 0) << listed.errors;
  const auto runs = nlohmann::json::parse(listed.lastLine())["runs"];
  ASSERT_EQ(runs.size(), 1U);
  EXPECT_EQ(runs[0]["path"], out.string());
  EXPECT_EQ(runs[0]["step"], 2);
  EXPECT_EQ(runs[0]["live"], false);
  const Finished status = remote("status", out);  // nobody serves it before
  ASSERT_EQ(status.code, 0) << status.errors;
  EXPECT_EQ(nlohmann::json::parse(status.lastLine())["step"], 2);
  expectBadInput(remote("status", folder.path() / "no run"), {"no run"});
  expectBadInput(engine({"runs", "unix:/run/x.sock"}), {"ssh://host/folder"});
}

TEST(CommandLine, StatusAndLogTellTheSameOfARunOnAnotherMachine) {
  const TemporaryFolder folder;
  const fs::path out = folder.path() / "run";
  ASSERT_EQ(engine({"train", "--preset", "simple-gan", "--steps", "5", "--out", out.string()}).code, 0);
  // As of a run on GPUs, which the machine need not have.
  const RanksMeasured on_gpus{5,
                              {{"a", {1, 2, 3, 4, 5, 6}, DeviceLoad{87, 30ULL << 30U, 80ULL << 30U}, "1"},
                               {"b", {1, 2, 3, 4, 5, 6}, DeviceLoad{std::nullopt, 1, 2}}}};
  JournalWriter(out / "journal.log").append({.segment = 1, .step = 5, .unix_seconds = unixSeconds(), .what = on_gpus});
  const Process::Environment environment = fakeSsh(folder.path());
  const Process server({program("gan-engine"), "serve", out.string()}, environment);
  ASSERT_TRUE(waitUntil([&] { return fs::exists(out / "endpoint.json"); })) << server.errors();
  const auto remote = [&](const std::string& verb) {
    const Finished finished = run({program("gan-engine"), verb, "--json", "ssh://node" + out.string()}, environment);
    EXPECT_EQ(finished.code, 0) << finished.errors;
    return finished;
  };
  const auto status = nlohmann::json::parse(engine({"status", "--json", out.string()}).lastLine());
  EXPECT_EQ(status["processes"]["ranks"][0]["device"]["busy_percent"], 87);
  EXPECT_EQ(status["processes"]["ranks"][0]["computes_on"], "1");
  EXPECT_EQ(nlohmann::json::parse(remote("status").lastLine()), status);
  EXPECT_EQ(remote("log").output, engine({"log", "--json", out.string()}).output);
}

TEST(CommandLine, FollowingALogEndsWithOneJsonObjectWhenItIsInterrupted) {
  const TemporaryFolder folder;
  const fs::path out = folder.path() / "run";
  ASSERT_EQ(engine({"train", "--preset", "simple-gan", "--steps", "2", "--out", out.string()}).code, 0);
  const std::string all = engine({"log", "--json", out.string()}).output;
  for (const int signal : {SIGINT, SIGTERM}) {
    Process follower({program("gan-engine"), "log", "--follow", "--json", out.string()});
    const std::string events = all.substr(0, all.rfind('\n', all.size() - 2) + 1);
    ASSERT_TRUE(waitUntil([&] { return follower.output() == events; })) << follower.output();
    follower.signal(signal);
    EXPECT_EQ(follower.wait(), 0) << follower.errors();
    EXPECT_EQ(follower.output(), all);
  }
}

TEST(CommandLine, ABadEntryOfTheJournalHidesNeitherStatusNorTheLogBeforeIt) {
  const TemporaryFolder folder;
  const fs::path out = folder.path() / "run";
  ASSERT_EQ(engine({"train", "--preset", "simple-gan", "--steps", "2", "--out", out.string()}).code, 0);
  const Finished whole = engine({"log", out.string()});
  AppendLogWriter(out / "journal.log").append("{}");
  EXPECT_EQ(nlohmann::json::parse(engine({"status", "--json", out.string()}).lastLine())["status"], "finished");
  const Finished log = engine({"log", out.string()});
  EXPECT_EQ(log.code, 2);
  EXPECT_EQ(log.output, whole.output);
  EXPECT_NE(log.errors.find("journal.log"), std::string::npos) << log.errors;
}

TEST(CommandLine, WhatALaterVersionWroteIsNamedInTheLogAndHidesNothing) {
  const TemporaryFolder folder;
  const fs::path out = folder.path() / "run";
  ASSERT_EQ(engine({"train", "--preset", "simple-gan", "--steps", "2", "--out", out.string()}).code, 0);
  const std::string number = std::to_string(readJournal(out / "journal.log").size() + 1);
  AppendLogWriter(out / "journal.log")
      .append(R"({"sequence":)" + number + R"(,"segment":1,"step":2,"unix_seconds":1,"type":"weather","sky":"blue"})");
  ASSERT_EQ(engine({"resume", out.string(), "--steps", "3"}).code, 0);
  const Finished log = engine({"log", out.string()});
  EXPECT_EQ(log.code, 0) << log.errors;
  const std::string words = "an event that this version does not know, weather: {\"sky\":\"blue\"}\n";
  EXPECT_NE(log.output.find(words), std::string::npos) << log.output;
  EXPECT_NE(log.output.find("step 3: finished"), std::string::npos) << log.output;
}

/// Gives a checkpoint a score, with checksums that are right again.
void giveScore(const fs::path& checkpoint) {
  ASSERT_EQ(run({"sh", "-c",
                 "cd " + checkpoint.string() +
                     " && sed -i '1s/{/{\"score\": 3.5,/' state.json"
                     " && sha256sum *.safetensors state.json > SHA256SUMS"})
                .code,
            0);
}

TEST(CommandLine, TestingTheBestCheckpointNeedsAScore) {
  const TemporaryFolder folder;
  const fs::path out = folder.path() / "run";
  std::vector<std::string> training = {"train", "--steps", "2", "--out", out.string()};
  for (const char* setting :
       {"model.architecture=resnet-18", "model.stem=small_images", "model.classes=auto", "data.resolution=16",
        "data.shapes_count=16", "data.batch_size=4", "checkpoint.interval_steps=1"}) {
    training.insert(training.end(), {"--set", setting});
  }
  const Finished trained = engine(training);
  ASSERT_EQ(trained.code, 0) << trained.errors;
  const std::vector<std::string> command = {"test", out.string(), "--split", "train", "--step", "best", "--json"};
  expectBadInput(engine(command), {out.string(), "score"});
  giveScore(out / "checkpoints/step-00000001.s1");
  const Finished tested = engine(command);
  ASSERT_EQ(tested.code, 0) << tested.errors;
  EXPECT_EQ(nlohmann::json::parse(tested.lastLine()).at("checkpoint"), "step-00000001.s1");
}

TEST(CommandLine, ResumingFromTheBestCheckpointNeedsAScore) {
  const TemporaryFolder folder;
  const fs::path out = folder.path() / "run";
  ASSERT_EQ(engine({"train", "--preset", "simple-gan", "--steps", "20", "--set", "checkpoint.interval_steps=10",
                    "--out", out.string()})
                .code,
            0);
  const std::vector<std::string> command = {"resume", out.string(), "--from", "best", "--steps", "12"};
  expectBadInput(engine(command), {out.string(), "score"});

  giveScore(out / "checkpoints/step-00000010.s1");
  const Finished resumed = engine(command);
  EXPECT_EQ(resumed.code, 0) << resumed.errors;
  EXPECT_TRUE(fs::exists(out / "checkpoints/step-00000012.s2"));
}

TEST(CommandLine, ResumingWithASettingThatOnlyABranchCanHaveOtherwiseSaysHow) {
  const TemporaryFolder folder;
  const fs::path out = folder.path() / "run";
  ASSERT_EQ(engine({"train", "--preset", "simple-gan", "--steps", "2", "--out", out.string()}).code, 0);
  const Finished refused = engine({"resume", out.string(), "--steps", "4", "--set", "data.batch_size=4"});
  EXPECT_EQ(refused.code, 1);
  EXPECT_NE(refused.errors.find("gan-engine branch"), std::string::npos) << refused.errors;
  const Finished resumed =
      engine({"resume", out.string(), "--steps", "4", "--set", "optimizer.generator.learning_rate=1e-3"});
  ASSERT_EQ(resumed.code, 0) << resumed.errors;
  const Finished log = engine({"log", out.string()});
  EXPECT_NE(log.output.find("optimizer.generator.learning_rate"), std::string::npos) << log.output;
}

TEST(CommandLine, AnInterruptedReplayIsNotGoneOnWithAsIfItWereARun) {
  const TemporaryFolder folder;
  const fs::path out = folder.path() / "run";
  const fs::path again = folder.path() / "again";
  ASSERT_EQ(engine({"train", "--preset", "simple-gan", "--steps", "5", "--out", out.string()}).code, 0);
  ASSERT_EQ(engine({"replay", out.string(), "--out", again.string()}).code, 0);
  fs::resize_file(again / "journal.log", fs::file_size(again / "journal.log") - 1);  // as if it had not come to its end
  const Finished refused = engine({"resume", again.string()});
  EXPECT_EQ(refused.code, 1);
  for (const std::string& text : {out.string(), again.string(), std::string("gan-engine replay")}) {
    EXPECT_NE(refused.errors.find(text), std::string::npos) << refused.errors;
  }
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

TEST(CommandLine, WatchingWhatIsNoRunEnds) {
  expectBadInput(engine({"watch", "/nonexistent"}), {"/nonexistent"});
  const TemporaryFolder folder;
  expectBadInput(engine({"watch", folder.path().string()}), {folder.path().string()});
}

TEST(CommandLine, ServingWhereNoRunIsSaysSo) {
  const TemporaryFolder folder;
  expectBadInput(engine({"serve", folder.path().string()}), {folder.path().string(), "no run"});
  expectBadInput(engine({"serve", folder.path().string(), "--as", (folder / "run").string()}),
                 {"--as", "Leave it out"});
  EXPECT_TRUE(fs::is_empty(folder.path()));
}

TEST(CommandLine, SteeringWhatIsNoRunSaysSo) {
  expectBadInput(engine({"steer", "/nonexistent", "set", "objective.real_label=0.9"}),
                 {"/nonexistent", "not a run folder"});
  const TemporaryFolder folder;
  expectBadInput(engine({"steer", folder.path().string(), "pause"}), {folder.path().string(), "not a run folder"});
}

TEST(CommandLine, ResumingARunThatIsAtItsEndSaysSoAndMakesNothing) {
  const TemporaryFolder folder;
  const fs::path out = folder.path() / "run";
  ASSERT_EQ(engine({"train", "--preset", "simple-gan", "--steps", "5", "--out", out.string()}).code, 0);
  const auto made = [&] { return engine({"log", out.string()}).output; };
  const std::string before = made();
  const Finished finished = engine({"resume", out.string()});
  EXPECT_EQ(finished.code, 0) << finished.errors;
  EXPECT_NE(finished.output.find("at its end already, at step 5"), std::string::npos) << finished.output;
  for (const char* steps : {"3", "5"}) {
    const Finished no_more = engine({"resume", out.string(), "--steps", steps, "--json"});
    EXPECT_EQ(no_more.code, 0) << no_more.errors;
    const auto answer = nlohmann::json::parse(no_more.lastLine());
    EXPECT_EQ(answer["message"]["id"], "run_past_steps");
    EXPECT_EQ(answer["message"]["arguments"]["wished"], steps);
    EXPECT_EQ(answer["step"], 5);
    EXPECT_EQ(answer["checkpoint"], "step-00000005.s1");
  }
  EXPECT_EQ(made(), before);
}

TEST(CommandLine, ResumingWhatWasKilledBeyondItsRunsOwnEndSaysWhereItWasToGo) {
  const TemporaryFolder folder;
  const std::string out = (folder.path() / "run").string();
  ASSERT_EQ(engine({"train", "--preset", "simple-gan", "--steps", "5", "--out", out}).code, 0);
  const auto segments = [&] {
    return std::ranges::count_if(readJournal(fs::path(out) / "journal.log"),
                                 [](const Event& event) { return std::holds_alternative<SegmentStarted>(event.what); });
  };
  Process further({program("gan-engine"), "resume", out, "--steps", "1000000"});
  ASSERT_TRUE(waitUntil([&] { return segments() == 2; }));
  further.signal(SIGKILL);
  further.wait();
  const Finished nothing = engine({"resume", out, "--json"});
  EXPECT_EQ(nothing.code, 0) << nothing.errors;
  const auto answer = nlohmann::json::parse(nothing.lastLine());
  EXPECT_EQ(answer["message"]["id"], "run_past_own_end") << nothing.output;
  EXPECT_EQ(answer["message"]["arguments"]["before"], "1,000,000");
  EXPECT_EQ(answer["message"]["arguments"]["option"], "1000000");
}

TEST(CommandLine, ABranchOffTheEndOfAnEpochWasNotToGoOnToItsStepsYet) {
  const TemporaryFolder folder;
  const std::string out = (folder.path() / "run").string();
  const std::string branch = (folder.path() / "branch").string();
  ASSERT_EQ(engine({"train", "--preset", "simple-gan", "--steps", "1000", "--set", "training.epochs=1", "--set",
                    "data.shapes_count=640", "--out", out})
                .code,
            0);
  ASSERT_EQ(engine({"branch", out, "--out", branch}).code, 0);
  for (const std::string& run : {out, branch}) {
    const Finished nothing = engine({"resume", run, "--json"});
    EXPECT_EQ(nothing.code, 0) << nothing.errors;
    EXPECT_EQ(nlohmann::json::parse(nothing.lastLine())["message"]["id"], "run_finished_already") << nothing.output;
  }
}

TEST(CommandLine, ABranchOffTheEndOfARunAsksForALengthAndIsNotFinishedByNothing) {
  const TemporaryFolder folder;
  const std::string out = (folder.path() / "run").string();
  const std::string branch = (folder.path() / "branch").string();
  const std::string longer = (folder.path() / "longer").string();
  ASSERT_EQ(engine({"train", "--preset", "simple-gan", "--steps", "5", "--out", out}).code, 0);
  const Finished made = engine({"branch", out, "--out", branch});
  ASSERT_EQ(made.code, 0) << made.errors;
  EXPECT_NE(made.output.find("gan-engine resume " + branch + " --steps N, with N above 5"), std::string::npos)
      << made.output;
  const Finished nothing = engine({"resume", branch});
  EXPECT_EQ(nothing.code, 0) << nothing.errors;
  EXPECT_NE(nothing.output.find("at its end already, at step 5"), std::string::npos) << nothing.output;
  EXPECT_TRUE(readJournal(fs::path(branch) / "journal.log").empty());

  const Finished given = engine({"branch", out, "--out", longer, "--set", "training.steps=7"});
  ASSERT_EQ(given.code, 0) << given.errors;
  EXPECT_EQ(given.output.find("--steps"), std::string::npos) << given.output;
  ASSERT_EQ(engine({"resume", longer}).code, 0);
  EXPECT_TRUE(fs::exists(fs::path(longer) / "checkpoints/step-00000007.s1"));
}

/// Of the threads of a process, by their name.
int threadsNamed(const Process& process, const std::string& name) {
  int count = 0;
  std::error_code ended;
  for (const auto& thread : fs::directory_iterator("/proc/" + std::to_string(process.pid()) + "/task", ended)) {
    std::string found;
    std::getline(std::ifstream(thread.path() / "comm"), found);
    count += found == name ? 1 : 0;
  }
  return count;
}

std::vector<std::string> longBench() {
  return {
      program("gan-engine"), "bench", "--preset", "dcgan-64", "--devices", "cpu", "--batch", "16", "--steps", "100000"};
}

TEST(CommandLine, ThreadsWaitBrieflyForEachOtherBesideBusyCores) {
  const unsigned cores = std::thread::hardware_concurrency();
  if (cores < 2) GTEST_SKIP() << "on a single core nothing waits";
  std::vector<std::unique_ptr<Process>> busy;
  for (unsigned i = 0; i < cores; ++i) {
    busy.push_back(std::make_unique<Process>(std::vector<std::string>{"sh", "-c", "while :; do :; done"}));
  }
  Process bench(longBench());
  // Libgomp waits briefly while more threads belong to teams than there are cores.
  EXPECT_TRUE(
      waitUntil([&] { return threadsNamed(bench, "gan-crowd") > static_cast<int>(cores) || !bench.running(); }));
  EXPECT_TRUE(bench.running()) << bench.errors();
}

TEST(CommandLine, ThreadsWaitForEachOtherAsWhoeverHasDecided) {
  for (const auto& [name, value] : {std::pair{"GOMP_SPINCOUNT", "123"}, std::pair{"OMP_WAIT_POLICY", "passive"}}) {
    Process bench(longBench(), {{name, value}});
    ASSERT_TRUE(waitUntil([&] { return threadsNamed(bench, "gan-engine") > 1 || !bench.running(); }));
    std::this_thread::sleep_for(std::chrono::milliseconds(500));
    EXPECT_TRUE(bench.running()) << bench.errors();
    EXPECT_EQ(threadsNamed(bench, "gan-waiting"), 0) << name;
  }
}

TEST(CommandLine, ThreadsDecideHowTheyWaitInATrainingAndWhenItIsResumed) {
  const TemporaryFolder folder;
  const std::string out = (folder.path() / "run").string();
  const std::vector<std::string> train = {"train", "--preset", "simple-gan",        "--out",
                                          out,     "--set",    "training.threads=2"};
  for (std::vector<std::string> words : {train, {"resume", out}}) {
    words.insert(words.begin(), program("gan-engine"));
    words.insert(words.end(), {"--devices", "cpu", "--steps", "100000000"});
    Process training(words);
    EXPECT_TRUE(waitUntil([&] { return threadsNamed(training, "gan-waiting") == 1 || !training.running(); }));
    EXPECT_TRUE(training.running()) << training.errors();
    training.signal(SIGTERM);
    EXPECT_EQ(training.wait(), 3) << training.errors();
  }
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
  EXPECT_NE(diverged.output.find("the losses are not finite"), std::string::npos) << diverged.output;
  EXPECT_FALSE(fs::exists(out / "checkpoints/step-00000040.s2")) << "weights that are not finite were kept";
}

TEST(CommandLine, ARunningStatisticThatIsNotFiniteEndsWithCode4AndKeepsNothingOfIt) {
  const TemporaryFolder folder;
  const fs::path out = folder.path() / "run";
  ASSERT_EQ(engine({"train", "--preset", "simple-gan", "--steps", "20", "--out", out.string()}).code, 0);
  spoilRunningVariance(out / "checkpoints/step-00000020.s1", "model.3.running_var");
  const Finished diverged = engine({"resume", out.string(), "--steps", "25"});
  EXPECT_EQ(diverged.code, 4) << diverged.errors;
  EXPECT_NE(diverged.output.find("a running statistic is not finite"), std::string::npos) << diverged.output;
  EXPECT_NE(diverged.output.find("gan-engine resume " + out.string()), std::string::npos) << diverged.output;
  EXPECT_FALSE(fs::exists(out / "checkpoints/step-00000025.s2"));
}

}  // namespace
}  // namespace gan::test
