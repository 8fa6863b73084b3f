#include "link/run_exports.h"

#include <gtest/gtest.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <future>
#include <memory>
#include <optional>

#include "core/error.h"
#include "link/engine_access.h"
#include "link/run_connection.h"
#include "protocol/studio.pb.h"
#include "service/export_store.h"
#include "service/fake_run.h"
#include "support/process.h"

namespace gan {
namespace {

namespace fs = std::filesystem;

/// What a call was answered with.
template <class Reply>
struct Answered {
  std::optional<Reply> reply;
  Message why;
};

/// Of an engine whose exports are of text, see service_test_tool.
class RunExportsTest : public testing::Test {
 protected:
  /// Nobody works in a folder that goes.
  ~RunExportsTest() override {
    std::ofstream(run_.path() / "go").flush();
    const ExportStore store(run_.path());
    EXPECT_TRUE(test::waitUntil([&] { return !store.isWorkedOn(); }));
  }
  template <class Reply, class Ask>
  Answered<Reply> ask(const Ask& ask) {
    std::promise<Answered<Reply>> promise;
    ask(Answers<Reply>{.done =
                           [&promise](const Reply& reply) {
                             promise.set_value({reply, {}});
                           },
                       .failed =
                           [&promise](const Message& why) {
                             promise.set_value({{}, why});
                           }});
    return promise.get_future().get();
  }
  Answered<ListedExport> start(const ExportWish& wish) {
    return ask<ListedExport>([&](auto answers) { exports_->start(wish, answers); });
  }
  Answered<ExportForecast> estimate(const ExportWish& wish) {
    return ask<ExportForecast>([&](auto answers) { exports_->estimate(wish, answers); });
  }
  QVector<ListedExport> list() {
    return ask<QVector<ListedExport>>([&](auto answers) { exports_->list(answers); })
        .reply.value_or(QVector<ListedExport>());
  }
  bool waitForPhase(ExportRow::Phase phase) {
    return test::waitUntil([&] {
      const QVector<ListedExport> all = list();
      return all.size() == 1 && all[0].row.phase == phase;
    });
  }
  /// What the engine was asked to make, as text, without the step that it chose.
  std::string requested(const ExportWish& wish) {
    const auto started = start(wish);
    if (!started.reply) return started.why.english();
    ganstudio::v1::ExportRequest request = ExportStore(run_.path()).info(started.reply->row.id.toStdString()).request();
    if (!wish.step) request.clear_step();
    return request.ShortDebugString();
  }

  FakeRun run_;
  FakeEngine engine_{run_, nullptr, {.listen = {}, .export_program = GAN_SERVICE_TEST_TOOL}};
  RunConnection connection_{RunPlace::ofFolder(QString::fromStdString(run_.path().string())),
                            std::make_shared<EngineAccess>()};
  std::unique_ptr<ExportSupplier> exports_ = openRunExports(connection_);
};

TEST_F(RunExportsTest, EachWishIsTheRequestThatSaysTheSame) {
  EXPECT_EQ(requested({.step = 7,
                       .pictures = SamplesWish{.count = 3,
                                               .alike = {.seed = 5,
                                                         .classes = QStringLiteral("3,5"),
                                                         .truncation = {.threshold = 0.5},
                                                         .statistics = StatisticsMode::kStanding},
                                               .format = QStringLiteral("jpeg"),
                                               .quality = 80,
                                               .class_folders = true}}),
            "step: 7 samples { alike { seed: 5 classes: \"3,5\" truncation: 0.5 truncation_kind: \"redraw\" "
            "statistics: \"standing\" } count: 3 format: \"jpeg\" quality: 80 class_folders: true }");
  EXPECT_EQ(requested({.pictures = SamplesWish{.points = {QStringLiteral("seed=1"), QStringLiteral("seed=2")}}}),
            "samples { points: \"seed=1\" points: \"seed=2\" format: \"png\" }")
      << "points are not numbered samples, and a PNG has no quality";
  LatentWalk walk{.keyframes = {samplePointFromText("seed=1 step=4"), samplePointFromText("seed=2")},
                  .kind = PathKind::kCubic,
                  .ends = PathEnds::kLoop,
                  .seconds = 2,
                  .frames_per_second = 10};
  EXPECT_EQ(requested({.pictures = FilmWish{.walk = walk, .zoom = 2, .format = QStringLiteral("gif")}}),
            "film { keyframes: \"seed=1\" keyframes: \"seed=2\" path: \"cubic\" loop: true seconds: 2 "
            "frames_per_second: 10 zoom: 2 format: \"gif\" }")
      << "the step is the export's";
  EXPECT_EQ(requested({.pictures = SheetWish{.kind = QStringLiteral("interpolate-zy"),
                                             .rows = 4,
                                             .columns = 6,
                                             .alike = {.seed = 9},
                                             .format = QStringLiteral("webp")}}),
            "sheet { alike { seed: 9 truncation_kind: \"redraw\" statistics: \"running\" } kind: \"interpolate-zy\" "
            "rows: 4 columns: 6 format: \"webp\" quality: 95 }");
  EXPECT_EQ(requested({.pictures = SheetWish{.kind = QStringLiteral("steps"), .points = {QStringLiteral("seed=1")}}}),
            "sheet { kind: \"steps\" columns: 10 format: \"png\" points: \"seed=1\" }");
  EXPECT_EQ(requested({.step = 7, .pictures = TestWish{.split = QStringLiteral("val")}}),
            "step: 7 test { split: \"val\" }");
}

TEST_F(RunExportsTest, AnEstimateShowsTheFirstOfItAndStartsNothing) {
  const auto estimated = estimate({.pictures = SamplesWish{.count = 8}});
  ASSERT_TRUE(estimated.reply) << estimated.why.english();
  EXPECT_EQ(estimated.reply->pictures, 8);
  EXPECT_GT(estimated.reply->bytes, 8000);
  EXPECT_DOUBLE_EQ(estimated.reply->seconds, 1) << "half a second for four of them";
  EXPECT_EQ(estimated.reply->step, 7);
  const QImage& preview = estimated.reply->preview;
  ASSERT_EQ(preview.size(), QSize(2, 1));
  EXPECT_EQ(qGray(preview.pixel(0, 0)), 0);
  EXPECT_EQ(qGray(preview.pixel(1, 0)), 255);
  EXPECT_TRUE(list().isEmpty());
}

TEST_F(RunExportsTest, WhatCannotBeMadeSaysWhyInWordsThatCanBeTranslated) {
  const auto estimated = estimate({.pictures = SamplesWish{.alike = {.seed = 404}}});
  ASSERT_FALSE(estimated.reply);
  EXPECT_EQ(estimated.why.id, "class_not_known");
  EXPECT_EQ(estimated.why.text, "There is no class {label}.");
  EXPECT_EQ(estimated.why.english(), "There is no class 404.");
}

TEST_F(RunExportsTest, AreListedWithTheFolderThatTheirFilesLieIn) {
  const ExportWish wish{.step = 7, .pictures = SheetWish{.kind = QStringLiteral("steps")}};
  const auto started = start(wish);
  ASSERT_TRUE(started.reply) << started.why.english();
  ASSERT_TRUE(waitForPhase(ExportRow::Phase::kDone));
  const ExportRow row = list()[0].row;
  EXPECT_EQ(row.id, started.reply->row.id);
  EXPECT_EQ(std::get<SheetWish>(row.wish.pictures).kind, QStringLiteral("steps"));
  EXPECT_EQ(row.wish.step, 7);
  EXPECT_EQ(row.done, 3);
  EXPECT_EQ(row.total, 3);
  EXPECT_GT(row.bytes, 3000);
  EXPECT_TRUE(row.is_here);
  EXPECT_EQ(fs::path(row.folder.toStdString()), run_.path() / "exports" / row.id.toStdString() / "out");
}

TEST_F(RunExportsTest, OneThatIsCancelledLeavesNothingAndOneThatIsNotThereIsNamed) {
  const auto started = start({.pictures = SamplesWish{.count = 6, .alike = {.seed = 408}}});
  ASSERT_TRUE(started.reply) << started.why.english();
  ASSERT_TRUE(waitForPhase(ExportRow::Phase::kRunning));
  const QString id = started.reply->row.id;
  EXPECT_TRUE(ask<ListedExport>([&](auto answers) { exports_->cancel(id, answers); }).reply);
  EXPECT_TRUE(waitForPhase(ExportRow::Phase::kCancelled));
  const fs::path out = run_.path() / "exports" / id.toStdString() / "out";
  EXPECT_TRUE(!fs::exists(out) || fs::is_empty(out));
  const auto unknown = ask<ListedExport>([&](auto answers) { exports_->goOn(QStringLiteral("nowhere"), answers); });
  EXPECT_EQ(unknown.why.id, "export_not_found");
  EXPECT_TRUE(ask<ListedExport>([&](auto answers) { exports_->remove(id, answers); }).reply);
  EXPECT_TRUE(list().isEmpty());
}

TEST_F(RunExportsTest, FilesAreFetchedUntilThatIsStopped) {
  const auto started = start({.pictures = SamplesWish{.count = 5}});
  ASSERT_TRUE(started.reply) << started.why.english();
  ASSERT_TRUE(waitForPhase(ExportRow::Phase::kDone));
  const QString id = started.reply->row.id;
  const auto fetch = [&](const fs::path& folder, const std::function<void(const ExportFetch&)>& progress) {
    return ask<ExportFetch>(
        [&](auto answers) { exports_->fetch(id, QString::fromStdString(folder.string()), progress, answers); });
  };
  const fs::path stopped = run_.temporary() / "stopped";
  const auto some = fetch(stopped, [&](const ExportFetch&) { exports_->stopFetching(id); });
  ASSERT_TRUE(some.reply) << some.why.english();
  EXPECT_LT(some.reply->files, 5);
  EXPECT_FALSE(fs::exists(stopped / "4.txt"));

  const fs::path whole = run_.temporary() / "whole";
  const auto all = fetch(whole, [](const ExportFetch&) {});
  ASSERT_TRUE(all.reply) << all.why.english();
  EXPECT_EQ(all.reply->files, 5);
  EXPECT_EQ(all.reply->bytes, all.reply->total_bytes);
  EXPECT_TRUE(fs::exists(whole / "4.txt")) << "what was stopped before stops nothing later";
}

}  // namespace
}  // namespace gan
