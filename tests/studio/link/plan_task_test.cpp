#include "link/plan_task.h"

#include <gtest/gtest.h>

#include <QJsonDocument>
#include <QSignalSpy>
#include <QTest>
#include <fstream>

#include "config/preset.h"
#include "support/expect_error.h"
#include "support/temporary_folder.h"

namespace gan {
namespace {

constexpr int kPatienceMs = 20000;
/// The end of what gan-engine says of simple-gan.
constexpr auto kAnswer =
    R"({"batch":64,"devices":2,"disk":{"checkpoint_bytes":1234},"disk_bytes":2e12,"disk_free_bytes":3e12,"largest_batch":65536,"memory_bytes":314572800,"memory_limit_bytes":8e9,"seconds":52.5,"seconds_high":60,"seconds_low":50,"steps":31250})";

QJsonObject answerWith(const char* name, const QJsonValue& value) {
  QJsonObject said = QJsonDocument::fromJson(kAnswer).object();
  said[QLatin1String(name)] = value;
  return said;
}

TEST(PlanArguments, AreThoseOfTheTraining) {
  NewRun run{.preset = QStringLiteral("simple-gan"),
             .out = QStringLiteral("/my runs/1"),
             .config = configFromPreset("simple-gan")};
  run.devices = QStringLiteral("0,1");
  run.config.set("data.batch_size", std::int64_t{32});
  QStringList expected = trainArguments(run);
  expected.front() = QStringLiteral("plan");
  EXPECT_EQ(planArguments(run), expected);
  expected.insert(expected.size() - 1, QStringLiteral("--global-batch"));
  expected.insert(expected.size() - 1, QStringLiteral("2048"));
  EXPECT_EQ(planArguments(run, 2048), expected);
}

TEST(PlanAnswer, IsReadWithoutWhatNobodyKnows) {
  const PlanReport report = readPlan(QJsonDocument::fromJson(kAnswer).object());
  ASSERT_TRUE(report.whole);
  EXPECT_EQ(report.whole->seconds, 52.5);
  EXPECT_EQ(report.whole->seconds_low, 50);
  EXPECT_EQ(report.whole->seconds_high, 60);
  EXPECT_EQ(report.whole->disk_bytes, 2e12);
  EXPECT_EQ(report.batch, 64);
  EXPECT_EQ(report.devices, 2);
  EXPECT_EQ(report.global_batch, 0);
  EXPECT_EQ(report.memory_bytes, 314572800);
  EXPECT_EQ(report.largest_batch, 65536);
  EXPECT_EQ(report.disk_free_bytes, 3e12);
  EXPECT_FALSE(readPlan(answerWith("seconds", QJsonValue::Null)).whole);
  EXPECT_FALSE(readPlan(answerWith("largest_batch", QJsonValue::Null)).largest_batch);
  EXPECT_FALSE(readPlan(answerWith("disk_free_bytes", QJsonValue::Null)).disk_free_bytes);
}

TEST(PlanAnswer, SaysHowAGlobalBatchIsAccumulatedOrThatItCannotBe) {
  const auto with = [](const char* found) {
    return readPlan(answerWith("global_batch", QJsonDocument::fromJson(found).object()));
  };
  const PlanReport report = with(
      R"({"images":2048,"batch":64,"accumulation":16,"settings":["data.batch_size=64","accumulation.generator=16"]})");
  EXPECT_EQ(report.global_batch, 2048);
  ASSERT_TRUE(report.accumulation);
  EXPECT_EQ(report.accumulation->batch, 64);
  EXPECT_EQ(report.accumulation->batches, 16);
  EXPECT_EQ(report.accumulation->settings,
            QStringList({QStringLiteral("data.batch_size=64"), QStringLiteral("accumulation.generator=16")}));
  const PlanReport none = with(R"({"images":2047,"batch":null,"accumulation":null,"settings":[]})");
  EXPECT_EQ(none.global_batch, 2047);
  EXPECT_FALSE(none.accumulation);
  for (const char* wrong : {R"({"batch":64,"accumulation":16,"settings":[]})",
                            R"({"images":2048,"batch":64,"accumulation":-1,"settings":[]})",
                            R"({"images":2048,"batch":64,"accumulation":16,"settings":[16]})"}) {
    expectError(ErrorCode::kDataLoss, "engine_report_malformed", [&] { (void)with(wrong); });
  }
}

TEST(PlanAnswer, SaysWhatEvaluationsTakeWhereThereAreSome) {
  const auto with = [](const char* found) {
    return readPlan(answerWith("evaluations", QJsonDocument::fromJson(found).object()));
  };
  EXPECT_FALSE(readPlan(QJsonDocument::fromJson(kAnswer).object()).evaluations);
  const auto some =
      with(
          R"({"pictures":2048,"processes":2,"while":"paused","each_seconds":12.5,"once_seconds":90,"trains_classifier":true,)"
          R"("real_images":60000,"count":10,"left_out":3,"seconds":177.5,"waiting_seconds":177.5})")
          .evaluations;
  ASSERT_TRUE(some);
  EXPECT_EQ(some->pictures, 2048);
  EXPECT_EQ(some->each_seconds, 12.5);
  EXPECT_EQ(some->once_seconds, 90);
  EXPECT_TRUE(some->trains);
  EXPECT_TRUE(some->paused);
  EXPECT_EQ(some->made, 7);
  EXPECT_EQ(some->left_out, 3);
  EXPECT_EQ(some->seconds, 177.5);
  EXPECT_EQ(some->waiting_seconds, 177.5);
  const auto endless =
      with(
          R"({"pictures":2048,"while":"beside","each_seconds":12.5,"once_seconds":0,"trains_classifier":false,"count":null,)"
          R"("left_out":null,"seconds":null})")
          .evaluations;
  ASSERT_TRUE(endless);
  EXPECT_EQ(endless->made, 0);
  EXPECT_FALSE(endless->paused);
  const auto none = with(R"({"problem":{"id":"x","message":"No {device}.","text":"No {device}.",)"
                         R"("arguments":{"device":"GPU"}}})")
                        .evaluations;
  ASSERT_TRUE(none);
  ASSERT_TRUE(none->problem);
  EXPECT_EQ(none->problem->english(), "No GPU.");
  for (const char* wrong : {R"({"pictures":2048,"while":"beside","once_seconds":0,"count":null})",
                            R"({"pictures":2048,"each_seconds":1,"once_seconds":0,"count":null})",
                            R"({"pictures":2048,"while":"beside","each_seconds":1,"once_seconds":0,"count":-1})"}) {
    expectError(ErrorCode::kDataLoss, "engine_report_malformed", [&] { (void)with(wrong); });
  }
}

TEST(PlanAnswer, ThatIsNoneIsRefused) {
  for (const char* name : {"seconds", "disk_bytes", "memory_bytes", "batch", "devices", "largest_batch"}) {
    expectError(ErrorCode::kDataLoss, "engine_report_malformed",
                [&] { (void)readPlan(answerWith(name, QStringLiteral("many"))); });
  }
}

TEST(PlanTask, HandsOnHowFarTheEngineIsAndWhatItFound) {
  const TemporaryFolder folder;
  std::ofstream(folder / "engine") << "#!/bin/sh\necho 'measuring 3/27 iterations' >&2\nsleep 0.2\necho '" << kAnswer
                                   << "'\n";
  std::filesystem::permissions(folder / "engine", std::filesystem::perms::owner_all);
  qputenv("GAN_ENGINE", (folder / "engine").c_str());
  PlanTask task;
  QSignalSpy progressed(&task, &PlanTask::progressed);
  QSignalSpy planned(&task, &PlanTask::planned);
  task.plan(
      {.preset = QStringLiteral("simple-gan"), .out = QStringLiteral("/r"), .config = configFromPreset("simple-gan")});
  EXPECT_TRUE(QTest::qWaitFor([&] { return !planned.isEmpty(); }, kPatienceMs));
  qunsetenv("GAN_ENGINE");
  ASSERT_EQ(planned.size(), 1);
  EXPECT_EQ(planned.front().front().value<PlanReport>().batch, 64);
  ASSERT_FALSE(progressed.isEmpty());
  EXPECT_EQ(progressed.front().front().value<EngineProgress>().total, 27);
}

}  // namespace
}  // namespace gan
