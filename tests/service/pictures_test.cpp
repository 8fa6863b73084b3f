#include <gtest/gtest.h>

#include <algorithm>
#include <thread>

#include "protocol/shared_connection.h"
#include "protocol/studio.pb.h"
#include "run/checkpoint_store.h"
#include "service/picture_calls.h"
#include "service/pictures_fixture.h"
#include "support/thread_sanitizer.h"

namespace gan {
namespace {

namespace v1 = ganstudio::v1;
using std::chrono::milliseconds;

int interpolate(PictureClient& client, unsigned count) {
  v1::InterpolateRequest request;
  request.add_keyframes("seed=1");
  request.add_keyframes("seed=2");
  request.set_seconds(10);
  request.set_frames_per_second(10);
  request.set_count(count);
  int pictures = 0;
  client.interpolate(request, [&](const v1::Picture&) { return ++pictures > 0; });
  return pictures;
}

void expectEveryCallMakesPictures(const Target& target) {
  ExploreAnswers answers;
  PictureClient client(target);
  EXPECT_EQ(generate(client, points(11)), 11);
  EXPECT_EQ(interpolate(client, 20), 20);
  client.explore(answers.callbacks());
  const auto reply = answers.to(client.wish("seed=1", {}));
  ASSERT_TRUE(reply);
  EXPECT_EQ(reply->picture().width(), 1U);
}

TEST(Pictures, OverTheNetworkAreMadeForWhoMaySteer) {
  PicturesTest test;
  expectEveryCallMakesPictures(test.overNetwork(Role::kSteer));
}

TEST(Pictures, OverTheNetworkAreRefusedToWhoMayWatch) {
  PicturesTest test;
  ExploreAnswers answers;
  PictureClient client(test.overNetwork(Role::kWatch));
  expectError(ErrorCode::kPermissionDenied, "pictures_steer_only", [&] { generate(client, points(1)); });
  expectError(ErrorCode::kPermissionDenied, "pictures_steer_only", [&] { interpolate(client, 1); });
  client.explore(answers.callbacks());
  const auto why = answers.waitForEnd();
  ASSERT_TRUE(why);
  EXPECT_NE(why->find("sampler.for_watchers"), std::string::npos) << *why;
  EXPECT_TRUE(test.sink().told().empty()) << "no process was started for them";
}

TEST(Pictures, OverTheNetworkAreMadeForWhoMayWatchWhereTheRunSaysSo) {
  PicturesTest test({{"sampler.for_watchers", true}});
  expectEveryCallMakesPictures(test.overNetwork(Role::kWatch));
}

TEST(Pictures, OverTheNetworkNeedAToken) {
  PicturesTest test({{"sampler.for_watchers", true}});
  Target target = test.overNetwork(Role::kWatch);
  target.token = std::string(64, '0');
  PictureClient client(target);
  expectError(ErrorCode::kPermissionDenied, "token_wrong", [&] { generate(client, points(1)); });
}

/// Explores and searches as one client with two such objects does, and expects that each goes on beside the other and
/// nothing else does. whereto: what a PictureClient is made of.
void expectOneCallBesideExploring(const auto& whereto) {
  GAN_SKIP_MEGABYTES_UNDER_TSAN();
  ExploreAnswers answers;
  ExploreAnswers other_answers;
  PictureClient client(whereto);
  PictureClient also_its(whereto);
  client.explore(answers.callbacks());
  ASSERT_TRUE(answers.to(client.wish("seed=1", {})));
  int pieces = 0;
  also_its.project(longSearch(), [&](const v1::ProjectProgress&) {
    EXPECT_TRUE(answers.to(client.wish("seed=2", {}))) << "exploring goes on";
    expectError(ErrorCode::kResourceExhausted, "pictures_one_call", [&] { generate(client, points(1)); });
    also_its.explore(other_answers.callbacks());
    EXPECT_TRUE(test::waitUntil([&] { return other_answers.lost() == "pictures_one_exploration"; }));
    also_its.stopExploring();
    return ++pieces < 2;
  });
  EXPECT_EQ(pieces, 2);
  EXPECT_EQ(generate(client, points(1)), 1) << "the other call's turn comes when that one has been broken off";
  EXPECT_TRUE(answers.to(client.wish("seed=3", {})));
}

TEST(Pictures, AClientOverTheNetworkExploresAndMakesOneCallBesideIt) {
  PicturesTest test;
  expectOneCallBesideExploring(test.overNetwork(Role::kSteer));
}

TEST(Pictures, AClientOnThisMachineExploresAndMakesOneCallBesideIt) {
  PicturesTest test;
  expectOneCallBesideExploring(std::make_shared<SharedConnection>(test.local()));
}

TEST(Pictures, AFifthClientIsRefusedHoweverFewCallsTheOthersHave) {
  PicturesTest test;
  std::vector<ExploreAnswers> answers(4);
  std::vector<std::unique_ptr<PictureClient>> clients;
  for (ExploreAnswers& of_one : answers) {
    clients.push_back(std::make_unique<PictureClient>(test.local()));
    clients.back()->explore(of_one.callbacks());
    ASSERT_TRUE(of_one.to(clients.back()->wish("seed=1", {})));
  }
  EXPECT_EQ(generate(*clients[0], points(1)), 1);
  PictureClient fifth(test.local());
  expectError(ErrorCode::kResourceExhausted, "pictures_too_many_clients", [&] { generate(fifth, points(1)); });
  ASSERT_TRUE(answers[3].to(clients[3]->wish("seed=2", {}))) << "those that are there go on";
  clients.pop_back();
  EXPECT_TRUE(test::waitUntil([&] {
    try {
      return generate(fifth, points(1)) == 1;
    } catch (const Error& error) {
      EXPECT_EQ(error.id(), "pictures_too_many_clients");
      return false;
    }
  }));
}

TEST(PictureDesk, KeepsAPlaceForThoseWhoMaySteerAndGivesEachClientItsOwn) {
  PictureDesk desk;
  using Standing = Claimant::Standing;
  std::vector<PictureDesk::Place> places;
  for (const char* address : {"10.0.0.1", "10.0.0.2", "10.0.0.3"}) {
    places.push_back(desk.take({address, Standing::kWatches}, PictureDesk::Call::kExplore));
    places.push_back(desk.take({address, Standing::kWatches}, PictureDesk::Call::kOther));
  }
  expectError(ErrorCode::kResourceExhausted, "pictures_too_many_clients", [&] {
    desk.take({"10.0.0.4", Standing::kWatches}, PictureDesk::Call::kOther);
  });
  places.push_back(desk.take({"10.0.0.1", Standing::kSteers}, PictureDesk::Call::kOther));
  expectError(ErrorCode::kResourceExhausted, "pictures_too_many_clients", [&] {
    desk.take({"10.0.0.5", Standing::kSteers}, PictureDesk::Call::kOther);
  });
  places.erase(places.begin(), places.begin() + 1);  // its other call goes on: it is a client still
  expectError(ErrorCode::kResourceExhausted, "pictures_too_many_clients", [&] {
    desk.take({"10.0.0.5", Standing::kSteers}, PictureDesk::Call::kOther);
  });
  places.erase(places.begin(), places.begin() + 1);
  EXPECT_NO_THROW(desk.take({"10.0.0.5", Standing::kSteers}, PictureDesk::Call::kOther));
}

TEST(Pictures, AnExplorationEndsWhenItsTokenIsReplacedOrHasExpired) {
  for (const bool expires : {false, true}) {
    PicturesTest test;
    ExploreAnswers answers;
    PictureClient client(test.overNetwork(Role::kSteer));
    client.explore(answers.callbacks());
    ASSERT_TRUE(answers.to(client.wish("seed=1", {})));
    expires ? test.expireToken(Role::kSteer) : test.replaceToken(Role::kSteer);
    std::this_thread::sleep_for(Exploration::kTokenAge);
    client.wish("seed=2", {});
    const auto why = answers.waitForEnd();
    ASSERT_TRUE(why);
    EXPECT_NE(why->find(expires ? "expired" : "does not know this token"), std::string::npos) << *why;
    EXPECT_EQ(answers.stamps().size(), 1U) << "no picture was made for it";
  }
}

TEST(Pictures, AnExplorationGoesOnWhileItsTokenHolds) {
  PicturesTest test;
  ExploreAnswers answers;
  PictureClient client(test.overNetwork(Role::kSteer));
  client.explore(answers.callbacks());
  for (int i = 0; i < 3; ++i) {
    EXPECT_TRUE(answers.to(client.wish("seed=1", {})));
    std::this_thread::sleep_for(Exploration::kTokenAge / 2 + milliseconds(50));
  }
}

TEST(Pictures, AnExplorationMakesNoMoreThanADisplayShows) {
  PicturesTest test;
  ExploreAnswers answers;
  PictureClient client(test.local());
  client.explore(answers.callbacks());
  ASSERT_TRUE(answers.to(client.wish("seed=1", {})));  // the process has started
  constexpr int kWishes = 20;
  const auto begin = std::chrono::steady_clock::now();
  for (int i = 0; i <= kWishes; ++i) ASSERT_TRUE(answers.to(client.wish("seed=" + std::to_string(i), {})));
  constexpr milliseconds kClocksDiffer(2);
  EXPECT_GE(std::chrono::steady_clock::now() - begin, kWishes * (Exploration::kLeastInterval - kClocksDiffer));
}

TEST(Pictures, AreMadeByTheEngineThatTakesTheRunOver) {
  FakeRun run;
  CheckpointState state;
  state.step = 10;
  state.segment = 1;
  CheckpointStore(run.folder().checkpoints()).write(state, [](const std::filesystem::path& folder) {
    writeFileAtomically(folder / "generator.safetensors", "weights");
  });
  const ServiceOptions options{.listen = {}, .sampler_program = GAN_SERVICE_TEST_TOOL};
  const FakeEngine answering(run, nullptr, options);
  const Target target{.text = run.path().string()};
  ExploreAnswers answers;
  PictureClient exploring(target);
  exploring.explore(answers.callbacks());
  const auto exploredStep = [&] {
    const auto reply = answers.to(exploring.wish("seed=1", {}));
    return reply && reply->has_picture() ? reply->picture().step() : -1;
  };
  PictureClient beside(target);
  const auto generatedStep = [&] {
    v1::GenerateRequest request;
    request.add_points("seed=1");
    std::int64_t step = -1;
    beside.generate(request, [&](const v1::Picture& picture) { return (step = picture.step()) >= 0; });
    return step;
  };
  EXPECT_EQ(exploredStep(), 10);
  EXPECT_EQ(generatedStep(), 10);
  SnapshotSink sink;
  const FakeEngine training(run, &sink, options);
  EXPECT_TRUE(test::waitUntil([&] { return exploredStep() == 1; })) << "its newest weights";
  EXPECT_EQ(generatedStep(), 1);
}

TEST(Pictures, OfACallAre64And16MegapixelsAtMost) {
  PicturesTest test({{"data.resolution", std::int64_t{512}}});
  PictureClient client(test.local());
  EXPECT_EQ(generate(client, points(61)), 61);  // 61 * 512 * 512 are 15,990,784 pixels
  expectError(ErrorCode::kInvalidArgument, "pictures_too_large", [&] { generate(client, points(62)); });
  expectError(ErrorCode::kInvalidArgument, "pictures_too_large", [&] { interpolate(client, 62); });
  v1::PictureWish small;
  small.set_size(500);  // 64 * 500 * 500 are 16,000,000
  EXPECT_EQ(generate(client, points(64), small), 64);
  small.set_size(8);
  expectError(ErrorCode::kInvalidArgument, "pictures_too_many", [&] { generate(client, points(65), small); });
  expectError(ErrorCode::kInvalidArgument, "pictures_too_many", [&] { interpolate(client, 65); });
}

TEST(Pictures, WithStandingStatisticsNeedMemoryForABatch) {
  PicturesTest test({{"model.architecture", std::string("biggan")},
                     {"data.resolution", std::int64_t{512}},
                     {"model.generator_width", std::int64_t{1024}}});
  PictureClient client(test.local());
  EXPECT_EQ(generate(client, {"seed=1"}), 1);
  expectError(ErrorCode::kResourceExhausted, "sampler_no_memory",
              [&] { generate(client, {"seed=1 statistics=standing"}); });
}

TEST(Pictures, WhatTheProcessFailsToSendIsAnErrorOfThatCallAlone) {
  PicturesTest test;
  ExploreAnswers answers;
  PictureClient client(test.local());
  expectError(ErrorCode::kInternal, "sampler_pictures_missing", [&] { generate(client, {"seed=404"}); });
  EXPECT_EQ(generate(client, points(3)), 3);
  client.explore(answers.callbacks());
  const auto missing = answers.to(client.wish("seed=404", {}));
  ASSERT_TRUE(missing);
  EXPECT_EQ(missing->error().id(), "sampler_pictures_missing");
  const auto there = answers.to(client.wish("seed=1", {}));
  ASSERT_TRUE(there);
  EXPECT_TRUE(there->has_picture());
}

TEST(Pictures, TheirProcessEndsWhenNobodyAsksForAWhile) {
  EXPECT_EQ(ServiceOptions().sampler_idle, std::chrono::minutes(1));
  constexpr milliseconds kIdle(400);
  PicturesTest test({}, kIdle);
  PictureClient client(test.local());
  RunClient watcher(test.local());
  EXPECT_FALSE(watcher.run().has_sampler());
  const auto before = std::chrono::steady_clock::now();
  EXPECT_EQ(generate(client, points(1)), 1);
  const bool there = watcher.run().has_sampler();
  EXPECT_TRUE(there || test.sink().told().size() > 1) << "nothing is said of a process that has not ended";
  ASSERT_TRUE(test::waitUntil([&] { return test.sink().told().size() == 2; }));
  EXPECT_GE(std::chrono::steady_clock::now() - before, kIdle);
  EXPECT_FALSE(watcher.run().has_sampler());
  EXPECT_EQ(generate(client, points(1)), 1);
  EXPECT_EQ(test.sink().told(), (std::vector<std::string>{"sampler_started", "sampler_ended", "sampler_started"}));
}

TEST(Pictures, BesideATrainingOnAGpuSayOnceThatTheyAreMadeOnTheCpu) {
  for (const std::string device : {"cpu", "auto"}) {
    const FakeRun run;
    RunConfig config;
    config.set("sampler.device", device);
    writeFileAtomically(run.path() / "run.yaml", toYaml(config));
    SnapshotSink sink;
    const FakeEngine engine(run, &sink,
                            ServiceOptions{.listen = {},
                                           .sampler_program = GAN_SERVICE_TEST_TOOL,
                                           .sampler_idle = milliseconds(300),
                                           .trains_on_gpu = true});
    PictureClient client({.text = run.path().string()});
    EXPECT_EQ(generate(client, points(1)), 1);
    const auto toldOf = [&sink](const std::string& id) { return std::ranges::count(sink.told(), id); };
    ASSERT_TRUE(test::waitUntil([&] { return toldOf("sampler_ended") == 1; }));
    EXPECT_EQ(generate(client, points(1)), 1);
    EXPECT_EQ(toldOf("sampler_started"), 2);
    EXPECT_EQ(toldOf("sampler_on_cpu"), device == "cpu" ? 1 : 0);
  }
}

}  // namespace
}  // namespace gan
