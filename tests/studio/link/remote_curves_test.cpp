#include "link/remote_curves.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "link/folder_run.h"
#include "protocol/run_client.h"
#include "protocol/studio.pb.h"
#include "service/fake_branch.h"
#include "service/fake_run.h"

namespace gan {
namespace {

namespace v1 = ganstudio::v1;

/// What is asked of a real engine, and how much comes.
class RemoteCurvesTest : public testing::Test {
 protected:
  RemoteCurves make() {
    return RemoteCurves([this](const v1::SeriesRequest& request) {
      v1::SeriesReply reply = client_.series(request);
      ++calls_;
      bytes_ += reply.ByteSizeLong();
      return reply;
    });
  }
  ChartReply ask(RemoteCurves& curves, const ChartQuery& query) {
    const v1::RunInfo info = client_.run();
    calls_ = 0;
    bytes_ = 0;
    ChartReply reply;
    curves.answer(query,
                  {.series = {info.series().begin(), info.series().end()},
                   .segment = info.segment(),
                   .step = info.step(),
                   .together = together_},
                  reply);
    return reply;
  }
  static ChartQuery all(double smoothing = 0.9) {
    return {.names = {QStringLiteral("loss/g")}, .columns = 100, .smoothing = smoothing};
  }
  static std::int64_t values(const ChartColumns& columns) {
    std::int64_t count = 0;
    for (const ChartColumn& column : columns) count += column.count;
    return count;
  }
  static void expectInOrder(const ChartColumns& columns) {
    for (std::size_t i = 1; i < columns.size(); ++i) {
      EXPECT_GT(columns[i].first_step, columns[i - 1].last_step) << i;
    }
  }

  gan::FakeRun run_;  // not gan::test::FakeRun, which neighbours use
  FakeEngine engine_{run_};
  RunClient client_{{run_.path().string()}};
  bool together_ = true;
  int calls_ = 0;
  std::size_t bytes_ = 0;
};

TEST_F(RemoteCurvesTest, RawAndSmoothedValuesComeInOneAnswerAndAreThoseOfTwo) {
  run_.rows(500);
  RemoteCurves curves = make();
  const ChartReply one = ask(curves, all());
  EXPECT_EQ(calls_, 1);
  together_ = false;
  RemoteCurves others = make();
  const ChartReply two = ask(others, all());
  EXPECT_EQ(calls_, 2) << "an older engine";
  ASSERT_EQ(one.curves.size(), 1U);
  ASSERT_EQ(two.curves.size(), 1U);
  for (const auto part : {&Curve::raw, &Curve::smoothed}) {
    const ChartColumns& a = one.curves[0].*part;
    const ChartColumns& b = two.curves[0].*part;
    ASSERT_EQ(a.size(), b.size());
    ASSERT_FALSE(a.empty());
    for (std::size_t i = 0; i < a.size(); ++i) {
      EXPECT_EQ(a[i].first_step, b[i].first_step);
      EXPECT_FLOAT_EQ(a[i].max, b[i].max);
      EXPECT_FLOAT_EQ(a[i].last, b[i].last);
      EXPECT_EQ(a[i].count, b[i].count);
      EXPECT_DOUBLE_EQ(a[i].epoch, b[i].epoch);
    }
  }
  EXPECT_NE(one.curves[0].raw[50].max, one.curves[0].smoothed[50].max) << "nothing was smoothed";
}

TEST(RemoteCurves, AsksForNoMoreColumnsAtOnceThanAnEngineAnswersWith) {
  std::vector<std::string> names;
  ChartQuery query{.names = {}, .columns = 20'000, .smoothing = 0};
  for (int i = 0; i < 30; ++i) {
    names.push_back("series/" + std::to_string(i));
    query.names << QString::fromStdString(names.back());
  }
  gan::FakeRun run(names);
  run.rows(100);
  const FakeEngine engine(run);
  RunClient client({run.path().string()});
  RemoteCurves curves([&](const v1::SeriesRequest& request) { return client.series(request); });
  ChartReply reply;
  curves.answer(query, {.series = names, .segment = 1, .step = 100}, reply);
  ASSERT_EQ(reply.curves.size(), names.size());
  for (const Curve& curve : reply.curves) EXPECT_EQ(curve.raw.size(), 100U) << curve.name.toStdString();
}

TEST_F(RemoteCurvesTest, AQuestionThatStandsCostsOnlyWhatIsNew) {
  run_.rows(10'000);
  RemoteCurves curves = make();
  ask(curves, all());
  const std::size_t whole = bytes_;
  for (int i = 0; i < 10; ++i) {
    run_.rows(50);
    const ChartReply reply = ask(curves, all());
    EXPECT_LT(bytes_, whole / 20);
    const Curve& curve = reply.curves[0];
    EXPECT_EQ(values(curve.raw), 10'050 + 50 * i) << "each value is in one column";
    EXPECT_EQ(curve.raw.size(), curve.smoothed.size());
    expectInOrder(curve.raw);
  }
}

TEST_F(RemoteCurvesTest, ARunThatHasGrownMuchIsAskedForAnewInAsManyColumnsAsAreWanted) {
  run_.rows(1'000);
  RemoteCurves curves = make();
  ask(curves, all());
  std::size_t most = 0;
  for (int i = 0; i < 40; ++i) {
    run_.rows(100);
    const ChartReply reply = ask(curves, all());
    most = std::max(most, reply.curves[0].raw.size());
    EXPECT_EQ(values(reply.curves[0].raw), 1'100 + 100 * i);
  }
  EXPECT_GT(most, 110U);
  EXPECT_LE(most, 180U);
}

TEST_F(RemoteCurvesTest, WhatIsOverIsAskedForOnce) {
  run_.rows(1'000);
  RemoteCurves curves = make();
  ChartQuery query = all();
  query.last_step = 500;
  query.cursor = 300;
  ask(curves, query);
  EXPECT_EQ(calls_, 2) << "one more for the cursor";
  run_.rows(10);
  const ChartReply reply = ask(curves, query);
  EXPECT_EQ(calls_, 0);
  EXPECT_EQ(values(reply.curves[0].raw), 500);
  ASSERT_TRUE(reply.curves[0].at_cursor);
  EXPECT_FLOAT_EQ(reply.curves[0].at_cursor->first, gan::FakeRun::valueOf(300, 1));
  EXPECT_TRUE(reply.curves[0].smoothed_at_cursor);
}

TEST_F(RemoteCurvesTest, ARollBackLeavesNothingOfWhatItSuperseded) {
  run_.rows(1'000);
  RemoteCurves curves = make();
  ChartQuery query = all();
  query.superseded = true;
  ask(curves, query);
  run_.rollBack(400);
  run_.journal(SegmentStarted{
      .cause = SegmentStarted::Cause::kRollback, .first_step = 400, .engine = {}, .live_values = {}, .total_steps = 0});
  run_.rows(10);
  const ChartReply reply = ask(curves, query);
  EXPECT_EQ(values(reply.curves[0].raw), 410);
  ASSERT_EQ(reply.curves[0].superseded.size(), 1U);
  EXPECT_EQ(values(reply.curves[0].superseded[0]), 600);
  run_.rows(10);
  const ChartReply later = ask(curves, query);
  EXPECT_EQ(values(later.curves[0].raw), 420);
  EXPECT_EQ(later.curves[0].superseded.size(), 1U);
}

TEST_F(RemoteCurvesTest, BandsGrowAsCurvesDo) {
  run_.rows(10'000);
  RemoteCurves curves = make();
  ChartQuery query;
  query.columns = 100;
  query.bands = {{QStringLiteral("loss"), {QStringLiteral("loss/d"), QStringLiteral("loss/g")}}};
  ask(curves, query);
  const std::size_t whole = bytes_;
  run_.rows(50);
  const ChartReply reply = ask(curves, query);
  EXPECT_LT(bytes_, whole / 20);
  ASSERT_EQ(reply.bands.size(), 1U);
  EXPECT_EQ(reply.bands[0].members, 2);
  EXPECT_EQ(reply.bands[0].columns.back().last_step, 10'050);
}

TEST_F(RemoteCurvesTest, ABandsQuantilesAtAStepComeBesideColumnsOfMany) {
  run_.rows(1'000);
  RemoteCurves curves = make();
  ChartQuery query;
  query.columns = 10;
  query.bands = {{QStringLiteral("loss"), {QStringLiteral("loss/d"), QStringLiteral("loss/g")}}};
  query.cursor = 305;
  const std::optional<ChartColumn> at = ask(curves, query).bands.at(0).at_cursor;
  ASSERT_TRUE(at);
  EXPECT_EQ(at->first_step, 305);
  EXPECT_FLOAT_EQ(at->last, (gan::FakeRun::valueOf(305, 0) + gan::FakeRun::valueOf(305, 1)) / 2);
  EXPECT_GT(at->epoch, 0);
  EXPECT_GT(at->unix_seconds, 0);
  query.cursor = 2'000;
  EXPECT_FALSE(ask(curves, query).bands.at(0).at_cursor) << "it was not recorded";
}

TEST_F(RemoteCurvesTest, AfterAnErrorTheNextQuestionIsWhole) {
  run_.rows(1'000);
  bool fails = false;
  RemoteCurves curves([&](const v1::SeriesRequest& request) {
    if (fails) throw Error(ErrorCode::kUnavailable, "engine_unreachable", "It is gone.");
    return client_.series(request);
  });
  ask(curves, all());
  run_.rows(10);
  fails = true;
  EXPECT_THROW(ask(curves, all()), Error);
  fails = false;
  const ChartReply reply = ask(curves, all());
  EXPECT_EQ(values(reply.curves[0].raw), 1'010);
  expectInOrder(reply.curves[0].raw);
}

/// A branch of a run that went on to step 50, left at step 20.
class BranchCurvesTest : public testing::Test {
 protected:
  static constexpr std::int64_t kBranchStep = 20;
  static constexpr std::int64_t kLastStep = 30;

  BranchCurvesTest() {
    parent_.rows(50);
    branch_.emplace(parent_, kBranchStep, kLastStep);
    reader_.emplace(branch_->folder());
    reader_->refresh();
    server_.emplace(*reader_, nullptr, ServiceOptions{});
  }
  ChartReply ask(const ChartQuery& query) {
    calls_ = 0;
    ChartReply reply;
    curves_.answer(query, {.series = {"loss/d", "loss/g"}, .segment = 1, .step = kLastStep, .branch_step = kBranchStep},
                   reply);
    return reply;
  }

  gan::FakeRun parent_;  // not gan::test::FakeRun, which neighbours use
  std::optional<FakeBranch> branch_;
  std::optional<RunReader> reader_;
  std::optional<RunServer> server_;
  RunClient client_{{(parent_.temporary() / "branch").string()}};
  int calls_ = 0;
  RemoteCurves curves_{[this](const v1::SeriesRequest& request) {
    ++calls_;
    return client_.series(request);
  }};
};

TEST_F(BranchCurvesTest, BeginWithWhatTheParentRecordedAsThoseOfAFolderDo) {
  const ChartQuery query{
      .names = {QStringLiteral("loss/d"), QStringLiteral("loss/g")}, .columns = 100, .smoothing = 0.9};
  const ChartReply reply = ask(query);
  const std::unique_ptr<RunSource> folder = openFolderRun(branch_->path());
  folder->refresh();
  const ChartReply expected = folder->query(query);
  EXPECT_EQ(reply.history_first_step, 1);
  EXPECT_EQ(reply.history_first_step, expected.history_first_step);
  ASSERT_EQ(reply.curves.size(), 2U);
  for (std::size_t i = 0; i < reply.curves.size(); ++i) {
    ASSERT_EQ(reply.curves[i].before.size(), 1U);
    ASSERT_EQ(expected.curves[i].before.size(), 1U);
    const ChartColumns& found = reply.curves[i].before[0];
    const ChartColumns& wanted = expected.curves[i].before[0];
    ASSERT_EQ(found.size(), wanted.size());
    ASSERT_EQ(found.size(), static_cast<std::size_t>(kBranchStep));
    for (std::size_t j = 0; j < found.size(); ++j) {
      EXPECT_EQ(found[j].first_step, wanted[j].first_step);
      EXPECT_FLOAT_EQ(found[j].last, wanted[j].last);
      EXPECT_DOUBLE_EQ(found[j].epoch, wanted[j].epoch);
    }
    EXPECT_EQ(reply.curves[i].raw.front().first_step, kBranchStep + 1);
  }
}

TEST_F(BranchCurvesTest, AskOnceForWhatIsOver) {
  const ChartQuery query{.names = {QStringLiteral("loss/g")}, .columns = 100, .smoothing = 0};
  ask(query);
  EXPECT_EQ(calls_, 2);
  const ChartReply again = ask(query);
  EXPECT_EQ(calls_, 1) << "for its own news";
  EXPECT_EQ(again.curves.at(0).before.size(), 1U);
  EXPECT_EQ(again.history_first_step, 1);
  ChartQuery later = query;
  later.first_step = kBranchStep + 5;
  const ChartReply own = ask(later);
  EXPECT_EQ(calls_, 1);
  EXPECT_TRUE(own.curves.at(0).before.empty());
  EXPECT_EQ(own.history_first_step, 1);
}

}  // namespace
}  // namespace gan
