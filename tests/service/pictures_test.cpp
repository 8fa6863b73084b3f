#include <gtest/gtest.h>

#include "protocol/studio.pb.h"
#include "service/pictures_fixture.h"

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

TEST(Pictures, ASecondCallOfAClientAndAFifthClientAreRefused) {
  PicturesTest test;
  std::vector<ExploreAnswers> answers(4);
  std::vector<std::unique_ptr<PictureClient>> clients;
  for (ExploreAnswers& of_one : answers) {
    clients.push_back(std::make_unique<PictureClient>(test.local()));
    clients.back()->explore(of_one.callbacks());
    ASSERT_TRUE(of_one.to(clients.back()->wish("seed=1", {})));
  }
  expectError(ErrorCode::kResourceExhausted, "pictures_one_call", [&] { generate(*clients[0], points(1)); });
  expectError(ErrorCode::kResourceExhausted, "pictures_one_call", [&] { interpolate(*clients[0], 1); });
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
  EXPECT_EQ(generate(client, points(1)), 1);
  const auto asked = std::chrono::steady_clock::now();
  EXPECT_TRUE(watcher.run().has_sampler());
  ASSERT_TRUE(test::waitUntil([&] { return test.sink().told().size() == 2; }));
  EXPECT_GE(std::chrono::steady_clock::now() - asked, kIdle / 2) << "the answer came a little before the wait began";
  EXPECT_FALSE(watcher.run().has_sampler());
  EXPECT_EQ(generate(client, points(1)), 1);
  EXPECT_EQ(test.sink().told(), (std::vector<std::string>{"sampler_started", "sampler_ended", "sampler_started"}));
}

}  // namespace
}  // namespace gan
