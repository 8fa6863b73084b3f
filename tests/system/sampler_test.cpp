#include <gtest/gtest.h>

#include <algorithm>
#include <csignal>
#include <fstream>
#include <future>
#include <random>
#include <thread>

#include "protocol/picture_client.h"
#include "protocol/run_client.h"
#include "protocol/studio.pb.h"
#include "run/checkpoint_store.h"
#include "run/current_line.h"
#include "run/journal.h"
#include "run/run_folder.h"
#include "support/explore_answers.h"
#include "support/process.h"
#include "support/run_folder_compare.h"
#include "support/small_training.h"
#include "support/temporary_folder.h"
#include "support/worker_processes.h"

namespace gan::test {
namespace {

namespace fs = std::filesystem;
namespace v1 = ganstudio::v1;
using std::chrono::milliseconds;
using std::chrono::seconds;

constexpr int kSide = 32;  // of shapes-dcgan

std::vector<std::string> engine(std::vector<std::string> words) {
  words.insert(words.begin(), program("gan-engine"));
  return words;
}

std::vector<std::string> training(const fs::path& run, std::int64_t steps,
                                  const std::vector<std::string>& settings = {}) {
  std::vector<std::string> words = smallTraining(run, steps, settings);
  words.insert(words.begin(), "train");
  return engine(words);
}

/// A run that has ended, with checkpoints of every tenth step.
fs::path finishedRun(const TemporaryFolder& folder, std::int64_t steps = 20) {
  const fs::path run = folder.path() / "run";
  const Finished finished = test::run(training(run, steps));
  EXPECT_EQ(finished.code, 0) << finished.errors;
  return run;
}

void waitUntilServed(const fs::path& run) {
  ASSERT_TRUE(waitUntil([&] { return fs::exists(run / "endpoint.json"); }));
}

std::vector<v1::Picture> generate(PictureClient& client, const std::vector<std::string>& points,
                                  const v1::PictureWish& wish = {}) {
  v1::GenerateRequest request;
  for (const std::string& point : points) request.add_points(point);
  *request.mutable_wish() = wish;
  std::vector<v1::Picture> pictures;
  client.generate(request, [&](const v1::Picture& picture) {
    pictures.push_back(picture);
    return true;
  });
  return pictures;
}

std::vector<std::string> samples(int count) {
  std::vector<std::string> points;
  for (int i = 0; i < count; ++i) points.push_back("seed=1/" + std::to_string(i));
  return points;
}

/// The id of the error that a call ends with; empty when it ends well.
std::string refusal(const std::function<void()>& call) {
  try {
    call();
    return {};
  } catch (const Error& error) {
    return error.id();
  }
}

/// The process that makes pictures for this engine; -1 when there is none.
pid_t samplerOf(pid_t engine) { return childWith(engine, "sampler"); }

std::vector<std::string> alerts(const fs::path& run) {
  std::vector<std::string> ids;
  for (const Event& event : JournalReader(run / "journal.log").next()) {
    const auto* alert = std::get_if<Alert>(&event.what);
    if (alert != nullptr && alert->rule == "sampler") ids.push_back(alert->message.id);
  }
  return ids;
}

TEST(Sampler, MakesTheSamePicturesOfARunAndOfItsWeightsAlone) {
  const TemporaryFolder folder;
  const fs::path run = finishedRun(folder);
  const std::vector<std::string> points = {"seed=1", "seed=7/2*0.6+9*0.8 truncation=0.5",
                                           "seed=1/1 statistics=standing", "seed=1 step=10"};
  Process serving(engine({"serve", run.string()}));
  waitUntilServed(run);
  PictureClient client({.text = run.string()});
  const auto pictures = generate(client, points);
  ASSERT_EQ(pictures.size(), points.size());
  for (std::size_t i = 0; i < pictures.size(); ++i) {
    EXPECT_EQ(pictures[i].index(), i);
    EXPECT_EQ(pictures[i].step(), i == 3 ? 10 : 20);
    EXPECT_EQ(pictures[i].pixels().size(), static_cast<std::size_t>(kSide * kSide) * pictures[i].channels());
  }
  EXPECT_NE(pictures[0].pixels(), pictures[3].pixels());

  const fs::path weights = folder.path() / "g.safetensors";
  fs::copy_file(run / "checkpoints" / "step-00000020.s1" / "ema.safetensors", weights);
  const fs::path place = folder.path() / "temporary";
  fs::create_directory(place);
  Process alone(engine({"serve", weights.string()}), {{"TMPDIR", place.string()}});
  fs::path served;
  ASSERT_TRUE(waitUntil([&] {
    for (const auto& entry : fs::recursive_directory_iterator(place)) {
      if (entry.path().filename() == "endpoint.json") served = entry.path().parent_path();
    }
    return !served.empty();
  })) << alone.errors();
  PictureClient of_weights({.text = served.string()});
  const auto again = generate(of_weights, {points[0], points[1], points[2]});
  for (std::size_t i = 0; i < again.size(); ++i) {
    EXPECT_EQ(again[i].pixels(), pictures[i].pixels()) << points[i];
    EXPECT_EQ(again[i].step(), 20);
  }
  // A line that somebody kept of them stands for the same picture of the file.
  const auto drawn = [&](const char* line) {
    return test::run(engine({"sample", weights, "--point", line, "--out", folder.path() / "drawn"}));
  };
  EXPECT_EQ(drawn("seed=1 step=20").code, 0);
  EXPECT_EQ(drawn("seed=1 step=10").code, 2);
  alone.signal(SIGINT);
  EXPECT_EQ(alone.wait(), 0);
  EXPECT_TRUE(fs::is_empty(place));
}

TEST(Sampler, WeightsOfNoGeneratorAreNotServedAndNothingIsLeftOfThem) {
  const TemporaryFolder folder;
  const fs::path checkpoint = finishedRun(folder, 10) / "checkpoints" / "step-00000010.s1";
  const fs::path place = folder.path() / "temporary";
  fs::create_directories(place / "gan-studio-weights-of-a-dead-process");
  std::ofstream(place / "gan-studio-weights-of-a-dead-process" / "lock").flush();
  for (const char* name : {"discriminator.safetensors", "optimizer_g.safetensors"}) {
    const Finished refused = test::run(engine({"serve", checkpoint / name}), {{"TMPDIR", place.string()}});
    EXPECT_EQ(refused.code, 2) << name << ": " << refused.errors;
    EXPECT_TRUE(fs::is_empty(place)) << name;
  }
}

TEST(Sampler, WhatALibraryPrintsIsNoAnswer) {
  const TemporaryFolder folder;
  const fs::path run = finishedRun(folder, 10);
  Process serving(engine({"serve", run.string()}), {{"ONEDNN_VERBOSE", "1"}});
  waitUntilServed(run);
  PictureClient client({.text = run.string()});
  const pid_t first = (generate(client, {"seed=1"}), samplerOf(serving.pid()));
  EXPECT_EQ(generate(client, {"seed=2"}).size(), 1U);
  EXPECT_EQ(samplerOf(serving.pid()), first) << "it was not started again";
}

TEST(Sampler, APictureDependsOnItsPointOnly) {
  const TemporaryFolder folder;
  const fs::path run = finishedRun(folder);
  Process serving(engine({"serve", run.string()}));
  waitUntilServed(run);
  PictureClient client({.text = run.string()});
  const auto together = generate(client, samples(11));
  for (const int i : {0, 7, 10}) {
    EXPECT_EQ(generate(client, {samples(11)[static_cast<std::size_t>(i)]})[0].pixels(),
              together[static_cast<std::size_t>(i)].pixels());
  }

  v1::InterpolateRequest film;
  film.add_keyframes("seed=1/0");
  film.add_keyframes("seed=1/1");
  film.set_seconds(2);
  film.set_frames_per_second(6);
  film.set_count(12);
  std::vector<std::string> frames;
  client.interpolate(film, [&frames](const v1::Picture& picture) {
    EXPECT_EQ(picture.index(), frames.size());
    frames.push_back(picture.pixels());
    return true;
  });
  ASSERT_EQ(frames.size(), 12U);
  EXPECT_EQ(frames.front(), together[0].pixels());
  EXPECT_EQ(frames.back(), together[1].pixels());
  EXPECT_NE(frames[5], frames[6]);
}

TEST(Sampler, PicturesComeAsSmallAndAsJpegAsTheyAreWished) {
  const TemporaryFolder folder;
  const fs::path run = finishedRun(folder);
  Process serving(engine({"serve", run.string()}));
  waitUntilServed(run);
  PictureClient client({.text = run.string()});
  v1::PictureWish wish;
  wish.set_size(16);
  EXPECT_EQ(generate(client, {"seed=1"}, wish)[0].width(), 16U);
  wish.set_size(1000);
  EXPECT_EQ(generate(client, {"seed=1"}, wish)[0].width(), static_cast<unsigned>(kSide));
  wish.set_format(v1::PICTURE_FORMAT_JPEG);
  EXPECT_EQ(generate(client, {"seed=1"}, wish)[0].pixels().substr(0, 3), "\xff\xd8\xff");
}

TEST(Sampler, RefusesByNameWhatItCannotMake) {
  const TemporaryFolder folder;
  const fs::path run = finishedRun(folder);
  Process serving(engine({"serve", run.string()}));
  waitUntilServed(run);
  PictureClient client({.text = run.string()});
  EXPECT_EQ(refusal([&] { generate(client, {}); }), "pictures_none");
  EXPECT_EQ(refusal([&] { generate(client, {"sed=1"}); }), "sample_point_bad");
  EXPECT_EQ(refusal([&] { generate(client, {"seed=1 step=15"}); }), "checkpoint_not_found");
  EXPECT_EQ(refusal([&] { generate(client, {"seed=1 class=3"}); }), "point_no_classes");
  v1::PictureWish wish;
  wish.set_quality(101);
  EXPECT_EQ(refusal([&] { generate(client, {"seed=1"}, wish); }), "picture_wish_bad");
  v1::InterpolateRequest film;
  film.add_keyframes("seed=1");
  film.add_keyframes("seed=2");
  film.set_seconds(2);
  film.set_frames_per_second(6);
  film.set_first(10);
  film.set_count(3);
  const auto beyond = [&] { client.interpolate(film, [](const v1::Picture&) { return true; }); };
  EXPECT_EQ(refusal(beyond), "pictures_beyond_path") << "it has 12";
}

TEST(Sampler, IsNotStartedWhereItIsOffOrMemoryIsShort) {
  const TemporaryFolder folder;
  const fs::path run = folder.path() / "off";
  ASSERT_EQ(test::run(training(run, 10, {"sampler.enabled=false"})).code, 0);
  const fs::path greedy = folder.path() / "greedy";
  ASSERT_EQ(test::run(training(greedy, 10, {"sampler.memory_mib=1000000"})).code, 0);
  Process serving(engine({"serve", folder.path().string()}));
  waitUntilServed(run);
  waitUntilServed(greedy);
  PictureClient off({.text = run.string()});
  EXPECT_EQ(refusal([&] { generate(off, {"seed=1"}); }), "sampler_off");
  PictureClient short_of_memory({.text = greedy.string()});
  EXPECT_EQ(refusal([&] { generate(short_of_memory, {"seed=1"}); }), "sampler_no_memory");
  EXPECT_EQ(samplerOf(serving.pid()), -1);
}

TEST(Explore, ShowsTheNewestWishAndPassesOverThoseBetween) {
  const TemporaryFolder folder;
  const fs::path run = finishedRun(folder);
  Process serving(engine({"serve", run.string()}));
  waitUntilServed(run);
  ExploreAnswers answers;
  PictureClient client({.text = run.string()});
  client.explore(answers.callbacks());
  ASSERT_TRUE(answers.to(client.wish("seed=1", {})));
  std::uint64_t last = 0;
  for (int i = 0; i < 500; ++i) last = client.wish("seed=" + std::to_string(i), {});
  const auto newest = answers.to(last);
  ASSERT_TRUE(newest && newest->has_picture());
  EXPECT_LT(answers.stamps().size(), 400U);
  EXPECT_TRUE(std::ranges::is_sorted(answers.stamps()));
  const auto wrong = answers.to(client.wish("seed=1 step=15", {}));
  ASSERT_TRUE(wrong && wrong->has_error());
  EXPECT_EQ(wrong->error().id(), "checkpoint_not_found");
  const auto right = answers.to(client.wish("seed=499", {}));
  ASSERT_TRUE(right && right->has_picture());
  EXPECT_EQ(right->picture().pixels(), newest->picture().pixels());
}

/// The training of one run explored, its sampler killed at ten moments, and of another one left alone.
TEST(Explore, TheTrainingDoesNotNoticeThoughTheSamplerIsKilled) {
  constexpr int kKills = 10;
  constexpr int kMostWishes = 2000;
  const TemporaryFolder folder;
  const fs::path run = folder.path() / "explored";
  Process trained(training(run, 0));
  waitUntilServed(run);
  ExploreAnswers answers;
  PictureClient client({.text = run.string()});
  client.explore(answers.callbacks());
  std::set<std::int64_t> steps;
  int kills = 0;
  std::mt19937 random(5);
  for (int i = 0; i < kMostWishes && kills < kKills; ++i) {
    const auto reply = answers.to(client.wish("seed=" + std::to_string(i), {}));
    ASSERT_TRUE(reply) << trained.errors();
    if (reply->has_picture()) steps.insert(reply->picture().step());
    const pid_t sampler = samplerOf(trained.pid());
    if (sampler <= 0 || !std::bernoulli_distribution(0.3)(random)) continue;
    if (kills == 0) {
      std::string score;
      std::ifstream("/proc/" + std::to_string(sampler) + "/oom_score_adj") >> score;
      EXPECT_EQ(score, "1000");
    }
    client.wish("seed=1/" + std::to_string(i), {});  // so that it may be at work
    std::this_thread::sleep_for(std::chrono::microseconds(std::uniform_int_distribution(0, 20'000)(random)));
    kills += ::kill(sampler, SIGKILL) == 0 ? 1 : 0;
  }
  ASSERT_EQ(kills, kKills);
  const auto reply = answers.to(client.wish("seed=1", {}));
  EXPECT_TRUE(reply && reply->has_picture()) << "it goes on";
  EXPECT_GE(answers.takenOver(), kKills / 2) << "the client was not told";
  EXPECT_LE(answers.takenOver(), kKills);
  client.stopExploring();
  trained.signal(SIGINT);
  EXPECT_EQ(trained.wait(), 3) << trained.errors();
  EXPECT_GE(steps.size(), 2U) << "the newest weights were shown once only";
  const std::vector<std::string> told = alerts(run);
  EXPECT_GE(std::ranges::count(told, "sampler_started"), kKills);
  EXPECT_EQ(std::ranges::count(told, "sampler_lost"), kKills);

  const std::int64_t last = newestCheckpointStep(run);
  const fs::path alone = folder.path() / "alone";
  ASSERT_EQ(test::run(training(alone, last)).code, 0);
  EXPECT_TRUE(sameCheckpoint(alone, run, last));
  EXPECT_TRUE(sameScalars(alone, run));
  // What was told is passed over: the run repeats itself.
  const fs::path again = folder.path() / "again";
  ASSERT_EQ(test::run(engine({"replay", run.string(), "--out", again.string()})).code, 0);
  EXPECT_TRUE(sameCheckpoint(alone, again, last));
}

TEST(Explore, TheSamplerEndsWithItsEngine) {
  const TemporaryFolder folder;
  const fs::path run = folder.path() / "run";
  Process trained(training(run, 0));
  waitUntilServed(run);
  PictureClient client({.text = run.string()});
  ASSERT_EQ(generate(client, {"seed=1"}).size(), 1U);
  RunClient watcher({.text = run.string()});
  EXPECT_GT(watcher.run().sampler().memory_bytes(), std::uint64_t{50} << 20U);
  const pid_t sampler = samplerOf(trained.pid());
  ASSERT_GT(sampler, 0);
  trained.signal(SIGKILL);
  EXPECT_TRUE(waitUntil([&] { return ::kill(sampler, 0) != 0; }, seconds(10)));
}

TEST(Explore, ShowsAPausedRun) {
  const TemporaryFolder folder;
  const fs::path run = folder.path() / "run";
  Process trained(training(run, 0));
  waitUntilServed(run);
  RunClient steering({.text = run.string()});
  v1::CommandRequest pause;
  pause.set_kind("pause");
  ASSERT_EQ(steering.command(pause).result(), "applied");
  PictureClient client({.text = run.string()});
  const auto pictures = generate(client, {"seed=1", "seed=2"});
  ASSERT_EQ(pictures.size(), 2U);
  EXPECT_EQ(pictures[0].step(), steering.run().step());
}

}  // namespace
}  // namespace gan::test
