#include <gtest/gtest.h>

#include <chrono>
#include <future>
#include <memory>
#include <optional>
#include <thread>

#include "protocol/shared_connection.h"
#include "protocol/studio.pb.h"
#include "service/pictures_fixture.h"
#include "support/thread_sanitizer.h"

namespace gan {
namespace {

namespace v1 = ganstudio::v1;

/// Steps that were told, as long as `take` wants more.
std::vector<std::uint32_t> project(PictureClient& client, std::uint32_t steps, const std::string& start = "seed=1",
                                   std::size_t most = 1000) {
  v1::ProjectRequest request;
  request.set_photo("a photograph");
  request.set_start(start);
  request.set_steps(steps);
  std::vector<std::uint32_t> told;
  client.project(request, [&](const v1::ProjectProgress& progress) {
    EXPECT_EQ(progress.point(), "a photograph");
    told.push_back(progress.step());
    return told.size() < most;
  });
  return told;
}

v1::NearestRequest nearestTo(const std::string& point, std::uint32_t count) {
  v1::NearestRequest request;
  request.set_point(point);
  request.set_count(count);
  return request;
}

std::vector<v1::NearestProgress> findNearest(PictureClient& client, const v1::NearestRequest& request) {
  std::vector<v1::NearestProgress> told;
  client.findNearest(request, [&](const v1::NearestProgress& progress) {
    told.push_back(progress);
    return true;
  });
  return told;
}

TEST(Searches, TellWhatEachPieceHasFound) {
  PicturesTest test;
  PictureClient client(test.local());
  EXPECT_EQ(project(client, 4), (std::vector<std::uint32_t>{1, 2, 3, 4}));
  const auto nearest = findNearest(client, nearestTo("seed=1", 5));
  ASSERT_EQ(nearest.size(), 3U);
  EXPECT_EQ(nearest[1].searched(), 200U);
  EXPECT_EQ(nearest[1].images_size(), 0);
  EXPECT_EQ(nearest[2].images_size(), 5);
  EXPECT_EQ(client.describeLatents({}).latent_size(), 7U);
}

TEST(Searches, OfAPhotographHaveTheDiscriminatorOfTheNewestWeights) {
  PicturesTest test;
  PictureClient client(test.local());
  ASSERT_EQ(generate(client, {"seed=1"}), 1) << "whose weights come without one";
  v1::ProjectRequest request;
  request.set_photo("a photograph");
  request.set_steps(3);
  std::vector<double> features;
  client.project(request, [&](const v1::ProjectProgress& progress) {
    features.push_back(progress.features());
    return true;
  });
  EXPECT_EQ(features, (std::vector<double>{0.5, 0.5, 0.5}));
}

TEST(Searches, EndWhenTheirClientHasEnough) {
  PicturesTest test;
  PictureClient client(test.local());
  EXPECT_EQ(project(client, 2000, "seed=1", 2).size(), 2U);
  EXPECT_EQ(project(client, 1).size(), 1U) << "its place is free again";
}

TEST(Searches, LeaveOthersTheirTurnBetweenTheirPieces) {
  PicturesTest test;
  PictureClient searching(test.local());
  PictureClient other(test.local());
  v1::ProjectRequest request;
  request.set_photo("a photograph");
  request.set_steps(2000);
  std::uint32_t pieces = 0;
  searching.project(request, [&](const v1::ProjectProgress&) {
    if (++pieces == 3) {
      EXPECT_EQ(generate(other, points(1)), 1);
    }
    return pieces < 6;
  });
  EXPECT_EQ(pieces, 6U);
}

TEST(Searches, NeedTheRightsOfPictures) {
  PicturesTest test;
  PictureClient client(test.overNetwork(Role::kWatch));
  expectError(ErrorCode::kPermissionDenied, "pictures_steer_only", [&] { project(client, 1); });
  expectError(ErrorCode::kPermissionDenied, "pictures_steer_only",
              [&] { findNearest(client, nearestTo("seed=1", 1)); });
  expectError(ErrorCode::kPermissionDenied, "pictures_steer_only", [&] { client.describeLatents({}); });
  EXPECT_TRUE(test.sink().told().empty()) << "no process was started for them";
  PictureClient steering(test.overNetwork(Role::kSteer));
  EXPECT_EQ(project(steering, 1).size(), 1U);
  EXPECT_EQ(findNearest(steering, nearestTo("seed=1", 1)).size(), 3U);
  EXPECT_EQ(steering.describeLatents({}).latent_size(), 7U);
}

TEST(Searches, TakeTheOnePlaceThatTheirClientHasBesideExploring) {
  PicturesTest test;
  PictureClient client(test.local());
  client.project(longSearch(), [&](const v1::ProjectProgress&) {
    expectError(ErrorCode::kResourceExhausted, "pictures_one_call", [&] { project(client, 1); });
    expectError(ErrorCode::kResourceExhausted, "pictures_one_call",
                [&] { findNearest(client, nearestTo("seed=1", 1)); });
    EXPECT_EQ(client.describeLatents({}).latent_size(), 7U) << "which takes none";
    return false;
  });
}

TEST(Searches, EndWhenTheirTokenIsReplaced) {
  GAN_SKIP_MEGABYTES_UNDER_TSAN();
  PicturesTest test;
  PictureClient client(test.overNetwork(Role::kSteer));
  const auto begin = std::chrono::steady_clock::now();
  expectError(ErrorCode::kPermissionDenied, "token_wrong", [&] {
    client.project(longSearch(), [&](const v1::ProjectProgress& progress) {
      if (progress.step() == 1) test.replaceToken(Role::kSteer);
      std::this_thread::sleep_for(std::chrono::milliseconds(20));  // a client that takes its time
      return std::chrono::steady_clock::now() < begin + std::chrono::seconds(30);
    });
  });
}

TEST(Searches, AClientAsksOnceAtATimeHowLatentsCanBeMoved) {
  std::optional<PicturesTest> test(std::in_place);
  ExploreAnswers answers;
  PictureClient exploring(test->local());
  exploring.explore(answers.callbacks());
  exploring.wish("seed=408", {});  // which holds the process up
  ASSERT_TRUE(test::waitUntil([&] { return !test->sink().told().empty(); }));
  PictureClient client(test->local());
  const auto ask = [&] { return client.describeLatents({}).latent_size(); };
  std::vector<std::future<std::uint32_t>> asked;
  for (int i = 0; i < 2; ++i) asked.push_back(std::async(std::launch::async, ask));
  std::future<std::uint32_t>* refused = nullptr;
  ASSERT_TRUE(test::waitUntil([&] {
    for (auto& one : asked) {
      if (one.wait_for(std::chrono::seconds(0)) == std::future_status::ready) refused = &one;
    }
    return refused != nullptr;
  }));
  expectError(ErrorCode::kResourceExhausted, "pictures_one_call", [&] { refused->get(); });
  test.reset();
  std::erase_if(asked, [](const auto& one) { return !one.valid(); });
  EXPECT_THROW(asked.at(0).get(), Error) << "the engine has ended";
}

TEST(Searches, ThatTheProcessIsLostForLeaveTheConnectionToTheOthersThatUseIt) {
  FakeRun run;
  SnapshotSink sink;
  const FakeEngine engine(run, &sink, {.listen = {}, .sampler_program = "/bin/false"});
  const auto connection = std::make_shared<SharedConnection>(Target{.text = run.path().string()});
  PictureClient client(connection);
  expectError(ErrorCode::kUnavailable, "sampler_lost", [&] { client.describeLatents({}); });
  const Patience patience{std::chrono::steady_clock::now() + std::chrono::seconds(10)};
  EXPECT_FALSE(connection->get(patience).fresh) << "over another one they would count as another client";
}

TEST(Searches, AreRefusedByNameWhereTheyAskForWhatCannotBe) {
  PicturesTest test({{"data.resolution", std::int64_t{512}}});
  PictureClient client(test.local());
  expectError(ErrorCode::kInvalidArgument, "project_too_many_steps", [&] { project(client, 2001); });
  expectError(ErrorCode::kInvalidArgument, "sample_point_bad", [&] { project(client, 1, "colour=3"); });
  v1::ProjectRequest request;
  const auto take = [](const v1::ProjectProgress&) { return true; };
  expectError(ErrorCode::kInvalidArgument, "photo_missing", [&] { client.project(request, take); });
  request.set_photo(std::string((160U << 10U) + 1, 'x'));
  expectError(ErrorCode::kInvalidArgument, "photo_too_large", [&] { client.project(request, take); });
  request.set_photo("x");
  request.mutable_wish()->set_quality(101);
  expectError(ErrorCode::kInvalidArgument, "picture_wish_bad", [&] { client.project(request, take); });
  expectError(ErrorCode::kInvalidArgument, "nearest_too_many", [&] { findNearest(client, nearestTo("seed=1", 65)); });
  expectError(ErrorCode::kInvalidArgument, "pictures_too_large", [&] { findNearest(client, nearestTo("seed=1", 62)); });
  v1::NearestRequest by_colour = nearestTo("seed=1", 1);
  by_colour.set_by("colour");
  expectError(ErrorCode::kInvalidArgument, "nearest_measure_unknown", [&] { findNearest(client, by_colour); });
  expectError(ErrorCode::kInvalidArgument, "nearest_nothing", [&] { findNearest(client, {}); });
}

TEST(Searches, WhatTheProcessFailsToSayIsAnErrorOfThatCallAlone) {
  PicturesTest test;
  PictureClient client(test.local());
  expectError(ErrorCode::kInternal, "sampler_answer_missing", [&] { project(client, 3, "seed=404"); });
  v1::DescribeLatentsRequest request;
  request.set_step(404);
  expectError(ErrorCode::kNotFound, "checkpoint_not_found", [&] { client.describeLatents(request); });
  EXPECT_EQ(client.describeLatents({}).latent_size(), 7U);
}

}  // namespace
}  // namespace gan
