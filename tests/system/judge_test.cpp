// gan-engine evaluate of runs, as somebody types it: one process and several, stopped and gone on with.
#include <algorithm>
#include <map>
#include <optional>

#include "run/checkpoint_store.h"
#include "run/kept_evaluations.h"
#include "support/small_training.h"
#include "support/worker_processes.h"
#include "system/pictures_run.h"

namespace gan::test {
namespace {

using nlohmann::json;
using Words = std::vector<std::string>;

/// Each with a cache of its own.
class JudgedRuns : public Pictures {
 protected:
  Process::Environment cache(const std::string& name = "cache") const {
    return {{"XDG_CACHE_HOME", (own_ / name).string()}};
  }
  Words words(const Words& more) const {
    Words words{program("gan-engine"), "evaluate", runFolder(), "--json", "--device", "cpu", "--threads", threads_};
    words.insert(words.end(), more.begin(), more.end());
    return words;
  }
  json facts(const Words& more, const std::string& cache_name = "cache") const {
    const Finished finished = run(words(more), cache(cache_name));
    EXPECT_EQ(finished.code, 0) << finished.errors;
    return json::parse(finished.lastLine());
  }
  std::string threads_ = "1";

  fs::path features(const std::string& name = "cache") const { return own_ / name / "gan-studio" / "features"; }
  /// Features of unfinished evaluations, and when they were written.
  using Shares = std::map<fs::path, fs::file_time_type>;
  Shares sharesIn(const std::string& cache_name) const {
    Shares files;
    std::error_code gone;
    for (fs::recursive_directory_iterator file(features(cache_name) / "unfinished", gone), end; !gone && file != end;
         file.increment(gone)) {
      if (file->path().extension() != ".npz" || !file->path().filename().string().starts_with("share-")) continue;
      files[file->path()] = fs::last_write_time(file->path(), gone);
    }
    return files;
  }
  /// How many of them are as they were when the process, until whose end it waits, has made the first one more.
  std::size_t keptMeanwhile(Process& process, const Shares& left, const std::string& cache_name) const {
    std::optional<std::size_t> kept;
    waitUntil(
        [&] {
          const Shares now = sharesIn(cache_name);
          if (now.size() > left.size() && !kept) {
            kept = std::ranges::count_if(left, [&](const auto& share) {
              return now.contains(share.first) && now.at(share.first) == share.second;
            });
          }
          return !process.running();
        },
        std::chrono::seconds(300));
    return kept.value_or(0);
  }
  static std::string lastLineOf(const Process& process) {
    const std::string output = process.output();
    return output.substr(output.rfind('\n', output.size() - 2) + 1);
  }
};

TEST_F(JudgedRuns, HaveTheSameBitsOnAnyThreadsFromOneTwoAndThreeProcesses) {
  const Words more{"--count", "2500", "--metrics", "fid,kid,prdc,swd,is"};
  const json one = facts(more, "one");
  EXPECT_EQ(one.at("step"), 20);
  EXPECT_EQ(one.at("features").at("network"), "in-domain");
  threads_ = "3";
  for (const char* processes : {"2", "3"}) {
    Words shared = more;
    shared.insert(shared.end(), {"--processes", processes});
    const json several = facts(shared, processes);
    EXPECT_EQ(several.at("scores"), one.at("scores")) << processes;
    EXPECT_EQ(several.at("deviations"), one.at("deviations")) << processes;
    EXPECT_EQ(several.at("features"), one.at("features")) << processes;
  }
}

TEST_F(JudgedRuns, HaveTheSameBitsWhereTheGeneratorIsInStages) {
  const Words more{"--count", "1200", "--metrics", "fid,kid"};
  const json whole = facts(more, "whole");
  for (const char* devices : {"cpu+cpu", "cpu+cpu,cpu+cpu"}) {
    Words cut = words(more);
    *(std::ranges::find(cut, "--device") + 1) = devices;
    const bool two = std::string(devices).find(',') != std::string::npos;
    if (two) cut.insert(cut.end(), {"--processes", "2"});
    const Finished finished = run(cut, cache(devices));
    ASSERT_EQ(finished.code, 0) << finished.errors;
    EXPECT_EQ(json::parse(finished.lastLine()).at("scores"), whole.at("scores")) << devices;
  }
}

TEST_F(JudgedRuns, HaveTheSameAccuracyScoresFromOneTwoAndThreeProcesses) {
  const Words more{"--count", "200", "--draws", "3", "--metrics", "cas"};
  const json one = facts(more, "one");
  for (const char* processes : {"2", "3"}) {
    Words shared = more;
    shared.insert(shared.end(), {"--processes", processes});
    const json several = facts(shared, processes);
    EXPECT_EQ(several.at("scores"), one.at("scores")) << processes;
    EXPECT_EQ(several.at("deviations"), one.at("deviations")) << processes;
  }
}

TEST_F(JudgedRuns, GoOnWhereTheyWereKilledWithAnyNumberOfProcesses) {
  const Words more{"--count", "5000", "--metrics", "fid,kid,prdc"};
  threads_ = "2";
  const json expected = facts(more, "whole");
  threads_ = "1";
  for (const auto& [killed_ones, processes] : {std::pair("1", "1"), std::pair("3", "2")}) {
    const std::string name = std::string("killed ") + killed_ones;
    Words begun = words(more);
    begun.insert(begun.end(), {"--processes", killed_ones});
    Process killed(begun, cache(name));
    ASSERT_TRUE(waitUntil([&] { return sharesIn(name).size() >= 2 || !killed.running(); }, std::chrono::seconds(300)));
    ASSERT_TRUE(killed.running()) << killed.errors();
    const std::map<int, pid_t> workers = workersOf(killed.pid());
    killed.signal(SIGKILL);
    killed.wait();
    for (const auto& [rank, pid] : workers) EXPECT_TRUE(waitUntil([pid = pid] { return !isAlive(pid); })) << rank;
    EXPECT_EQ(workers.empty(), std::string(killed_ones) == "1");
    const auto left = sharesIn(name);
    ASSERT_GE(left.size(), 2U);
    ASSERT_LT(left.size(), 6U) << "of one of the images and five of the samples";

    Words again = more;
    again.insert(again.end(), {"--processes", processes});
    Process going_on(words(again), cache(name));
    EXPECT_EQ(keptMeanwhile(going_on, left, name), left.size()) << "what was there was not made again";
    ASSERT_EQ(going_on.wait(), 0) << going_on.errors();
    const json found = json::parse(lastLineOf(going_on));
    EXPECT_EQ(found.at("scores"), expected.at("scores"));
    EXPECT_EQ(found.at("deviations"), expected.at("deviations"));
    EXPECT_TRUE(sharesIn(name).empty());
  }
}

TEST_F(JudgedRuns, OfSeveralTruncationsKeepThoseThatAreDoneUntilTheLastOneIs) {
  const Words more{"--count", "1100", "--truncations", "0.5,1", "--metrics", "fid"};
  threads_ = "2";
  const json expected = facts(more, "whole");
  threads_ = "1";
  Process killed(words(more), cache());
  // One of the images, two of the first truncation, one of the second.
  ASSERT_TRUE(waitUntil([&] { return sharesIn("cache").size() >= 4 || !killed.running(); }, std::chrono::seconds(300)));
  ASSERT_TRUE(killed.running()) << killed.errors();
  killed.signal(SIGKILL);
  killed.wait();
  const auto left = sharesIn("cache");
  ASSERT_EQ(left.size(), 4U) << "one of 76 pictures is missing";
  Process going_on(words(more), cache());
  EXPECT_EQ(keptMeanwhile(going_on, left, "cache"), left.size()) << "what was there was not made again";
  ASSERT_EQ(going_on.wait(), 0) << going_on.errors();
  const json found = json::parse(lastLineOf(going_on));
  for (const int i : {0, 1}) {
    EXPECT_EQ(found.at("evaluations")[i].at("scores"), expected.at("evaluations")[i].at("scores")) << i;
  }
  EXPECT_TRUE(sharesIn("cache").empty());
}

TEST_F(JudgedRuns, KilledWhileTheirClassifierIsMadeLeaveNoHalfOfIt) {
  const Words more{"--count", "100", "--metrics", "fid"};
  Process killed(words(more), cache());
  const auto files = [&] {
    int count = 0;
    if (!fs::exists(features())) return count;
    for (const auto& entry : fs::directory_iterator(features())) {
      count += entry.path().extension() == ".safetensors" ? 1 : 0;
    }
    return count;
  };
  ASSERT_TRUE(waitUntil([&] { return killed.errors().find("in-domain classifier") != std::string::npos; },
                        std::chrono::seconds(120)));
  killed.signal(SIGKILL);
  killed.wait();
  EXPECT_EQ(files(), 0);
  Process first(words(more), cache());
  const json second = facts(more);
  ASSERT_EQ(first.wait(std::chrono::seconds(300)), 0) << first.errors();
  EXPECT_EQ(files(), 1);
  EXPECT_EQ(json::parse(lastLineOf(first)).at("scores"), second.at("scores"));
}

TEST_F(JudgedRuns, HaveARowOfScoresForEachStepAndTruncation) {
  const json several =
      facts({"--step", "10", "--step", "20", "--truncations", "0.1,1", "--count", "200", "--metrics", "fid,prdc"});
  const json& found = several.at("evaluations");
  ASSERT_EQ(found.size(), 4U);
  for (std::size_t i = 0; i < found.size(); ++i) {
    EXPECT_EQ(found[i].at("step"), i < 2 ? 10 : 20);
    EXPECT_EQ(found[i].at("truncation"), i % 2 == 0 ? 0.1 : 1.0);
    EXPECT_EQ(found[i].at("samples").at("fid").at("b"), 200);
  }
  const json alone = facts({"--step", "20", "--truncation", "0.1", "--count", "200", "--metrics", "fid,prdc"});
  EXPECT_EQ(alone.at("scores"), found[2].at("scores"));
  const Finished table = run({program("gan-engine"), "evaluate", runFolder(), "--device", "cpu", "--step", "10",
                              "--truncations", "0.1,1", "--count", "200", "--draws", "2", "--metrics", "fid"},
                             cache());
  for (const char* text :
       {"truncation", "0.1 (redraw)", "average", "±", "2 draws", "running statistics", "512 features of in-domain"}) {
    EXPECT_NE(table.output.find(text), std::string::npos) << text << " in: " << table.output;
  }
}

TEST_F(JudgedRuns, HaveRowsOfOneCheckpointAlsoWhileTheyTrainOn) {
  const fs::path live = own_ / "live";
  Words training = smallTraining(
      live, 1'000'000, {"data.shapes_count=64", "checkpoint.interval_steps=20", "checkpoint.keep_newest=10000"});
  training.insert(training.begin(), {program("gan-engine"), "train"});
  Process engine(training);
  ASSERT_TRUE(waitUntil([&] { return fs::exists(live / "checkpoints") && !fs::is_empty(live / "checkpoints"); }));
  const Finished table = run({program("gan-engine"), "evaluate", live, "--json", "--device", "cpu", "--truncations",
                              "0.5,0.7,1", "--count", "100", "--metrics", "fid"},
                             cache("cache of a live run"));
  ASSERT_EQ(table.code, 0) << table.errors;
  const json found = json::parse(table.lastLine()).at("evaluations");
  ASSERT_EQ(found.size(), 3U);
  const auto newest = CheckpointStore(live / "checkpoints").list().back().state.step;
  EXPECT_LT(found[0].at("step"), newest) << "it has trained on meanwhile";
  for (const json& row : found) EXPECT_EQ(row.at("step"), found[0].at("step"));
}

TEST_F(JudgedRuns, AreSidesBesideFoldersAndWeights) {
  expectDone({"sample", runFolder(), "--count", "150", "--out", out("samples")});
  const Words common{"--count", "150", "--metrics", "fid"};
  const json of_run = facts(common);
  Words folder{out("samples")};
  folder.insert(folder.end(), {"--metrics", "fid"});
  EXPECT_EQ(facts(folder).at("scores"), of_run.at("scores"));
  Words weights = common;
  weights.insert(weights.end(), {"--weights", runFolder() / "checkpoints/step-00000020.s1/ema.safetensors"});
  EXPECT_EQ(facts(weights).at("scores"), of_run.at("scores"));
  const Finished as_real = run({program("gan-engine"), "evaluate", out("samples"), runFolder(), "--count", "150",
                                "--json", "--metrics", "fid", "--device", "cpu"},
                               cache());
  ASSERT_EQ(as_real.code, 0) << as_real.errors;
  // The same samples on both sides, with features that tell their rotations.
  EXPECT_LT(json::parse(as_real.lastLine()).at("scores").at("fid").get<double>(), 1e-6);
  EXPECT_EQ(json::parse(as_real.lastLine()).at("features").at("network"), "in-domain-rotations");
}

TEST_F(JudgedRuns, KeepTheirScoresWhateverBytesTheirNamesAreOf) {
  const fs::path copy = own_ / "a run \xff";
  fs::copy(runFolder(), copy, fs::copy_options::recursive);
  const std::size_t before = keptEvaluations(copy).size();
  const Finished finished =
      run({program("gan-engine"), "evaluate", copy.string(), "--device", "cpu", "--count", "100", "--metrics", "fid"},
          cache());
  EXPECT_EQ(finished.code, 0) << finished.errors;
  EXPECT_EQ(keptEvaluations(copy).size(), before + 1) << finished.errors;
}

TEST_F(JudgedRuns, AreComparedClassByClassAndByAClassifierOfTheirSamples) {
  const Words more{"--count", "200", "--metrics", "intra-fid,cas"};
  const json found = facts(more);
  EXPECT_FALSE(found.at("classes").empty());
  for (const json& of_class : found.at("classes")) EXPECT_GE(of_class.at("fid").get<double>(), 0);
  const double share = found.at("scores").at("cas").get<double>();
  EXPECT_GE(share, 0);
  EXPECT_LE(share, found.at("scores").at("cas_top5").get<double>());
  const Finished text = run(
      {program("gan-engine"), "evaluate", runFolder(), "--device", "cpu", "--count", "200", "--metrics", "intra-fid"},
      cache());
  EXPECT_NE(text.output.find("fid within classes: worst "), std::string::npos) << text.output << text.errors;
}

TEST_F(JudgedRuns, AreRefusedInOneSentenceWhereAnOptionMeansNothing) {
  expectDone({"sample", runFolder(), "--count", "4", "--out", out("samples")});
  refused({"evaluate", out("samples"), "--features", "in-domain"}, "evaluate_no_other_side");
  refused({"evaluate", runFolder(), out("samples"), "--truncation", "0.5"}, "evaluate_nothing_drawn");
  refused({"evaluate", runFolder(), out("samples"), "--weights", "w.safetensors"}, "evaluate_two_generated");
  refused({"evaluate", runFolder(), "--step", "17"}, "checkpoint_not_found");
  refused({"evaluate", runFolder(), out("samples"), "--device", "cpu+cpu"}, "devices_in_one_piece");
  refused({"moments", out("samples"), "--features", "network.pt", "--device", "cpu+cpu", "--out", out("m.npz")},
          "devices_in_one_piece");
  refused({"evaluate", runFolder(), "--resize", "clean-fid"}, "evaluate_resize_in_domain");
  refused({"evaluate", runFolder(), "--size", "64"}, "evaluate_size_in_domain");
  refused({"evaluate", out("samples"), runFolder(), "--size", "4"}, "evaluate_size_in_domain");
}

}  // namespace
}  // namespace gan::test
