// How much of the window shows what one came for, measured from where its widgets lie.
#include <gtest/gtest.h>

#include <QPainter>
#include <QTest>

#include "core/atomic_file.h"
#include "loss_chart/loss_chart.h"
#include "run/journal.h"
#include "run/metrics.h"
#include "run/run_folder.h"
#include "run/sample_info.h"
#include "sample_gallery/sheet_view.h"
#include "state/run_store.h"
#include "studio/support/window_shares.h"
#include "support/temporary_folder.h"
#include "window/main_window.h"

namespace gan::test {
namespace {

namespace fs = std::filesystem;

/// Stopped after 2,000 steps, with a sheet of 64 samples of 32 pixels as engines write them.
void makeRun(const fs::path& path) {
  RunManifest manifest;
  manifest.id = "0123456789abcdef";
  const RunFolder folder = RunFolder::create(path, RunConfig(), manifest);
  fs::create_directories(folder.metrics());
  MetricsWriter metrics(folder.metrics(), 1, 0,
                        {"loss/d", "loss/d_real", "loss/d_fake", "loss/g", "score/real", "score/fake_before",
                         "score/fake_after", "gradient_norm/g", "gradient_norm/d"});
  for (std::int64_t step = 1; step <= 2000; ++step) {
    const auto value = static_cast<float>(step) / 2000;
    metrics.append({.step = step,
                    .unix_seconds = 1e9 + static_cast<double>(step),
                    .epoch = value,
                    .values = {1, value, 1 - value, 2 * value, 0.5F, value / 2, value / 3, 1, 2}});
  }
  metrics.publish();
  constexpr int kCount = 64;
  constexpr int kColumns = 8;
  constexpr int kStride = 34;
  QImage sheet(kColumns * kStride + 2, kColumns * kStride + 2, QImage::Format_RGB32);
  sheet.fill(Qt::black);
  QPainter painter(&sheet);
  for (int i = 0; i < kCount; ++i) {
    painter.fillRect(i % kColumns * kStride + 2, i / kColumns * kStride + 2, 32, 32, QColor::fromHsv(i * 5, 200, 220));
  }
  painter.end();
  fs::create_directories(folder.samples());
  sheet.save(QString::fromStdString((folder.samples() / "step-2000.s1.png").string()));
  SampleInfo info;
  info.count = kCount;
  info.columns = kColumns;
  info.padding = 2;
  writeFileAtomically(folder.samples() / "step-2000.s1.json", toJson(info));
  JournalWriter journal(folder.journal());
  journal.append({.segment = 1, .what = SegmentStarted{}});
  journal.append({.segment = 1, .step = 2000, .what = SampleWritten{"step-2000.s1", 0}});
  journal.append({.segment = 1, .step = 2000, .what = StatusChanged{RunStatus::kStopped, {}}});
}

class Geometry : public testing::Test {
 protected:
  Geometry() {
    qputenv("GAN_STUDIO_SETTINGS", QByteArray::fromStdString((folder_ / "settings.ini").string()));
    for (const char* name : {"dcgan", "dcgan-branch", "sngan", "sngan-rate-1e-3", "sngan-rate-2e-4", "biggan"}) {
      makeRun(folder_ / "runs" / name);
    }
    preferences_ = std::make_unique<Preferences>();
    window_ = std::make_unique<MainWindow>(*preferences_);
  }

  WindowShares at(QSize size) {
    window_->resize(size);
    window_->show();
    EXPECT_TRUE(QTest::qWaitForWindowExposed(window_.get()));
    window_->open(QString::fromStdString((folder_ / "runs/dcgan").string()));
    const auto is_drawn = [&] {
      const auto* chart = window_->findChild<LossChart*>();
      const auto* view = window_->findChild<SheetView*>(QStringLiteral("main_view"));
      return chart != nullptr && chart->hasCurves() && view->shownGrid().count() > 0;
    };
    EXPECT_TRUE(QTest::qWaitFor(is_drawn, 30'000));
    QTest::qWait(50);
    EXPECT_EQ(window_->size(), size) << "it does not fit";
    const WindowShares shares = measureShares(*window_);
    // To be looked at: what counts as empty is red.
    if (const QString folder = qEnvironmentVariable("GAN_GEOMETRY_PICTURES"); !folder.isEmpty()) {
      QPixmap picture = window_->grab();
      picture.save(QStringLiteral("%1/%2.png").arg(folder).arg(size.width()));
      QPainter painter(&picture);
      painter.setClipRegion(shares.nothing);
      painter.fillRect(picture.rect(), QColor(255, 0, 0, 120));
      painter.end();
      picture.save(QStringLiteral("%1/%2-empty.png").arg(folder).arg(size.width()));
    }
    RecordProperty("seen", std::to_string(shares.seen));
    RecordProperty("empty", std::to_string(shares.empty));
    return shares;
  }

  TemporaryFolder folder_;
  std::unique_ptr<Preferences> preferences_;
  std::unique_ptr<MainWindow> window_;
};

constexpr double kMostEmpty = 0.12;

TEST_F(Geometry, ASmallNotebookHasAtLeast55PercentOfPlotAndPictures) {
  const WindowShares shares = at({1366, 768});
  EXPECT_GE(shares.seen, leastSeen({1366, 768}).value());
  EXPECT_LE(shares.empty, kMostEmpty);
}

TEST_F(Geometry, AWindowOf1600PixelsHasAtLeast65PercentOfPlotAndPictures) {
  const WindowShares shares = at({1600, 1000});
  EXPECT_GE(shares.seen, leastSeen({1600, 1000}).value());
  EXPECT_LE(shares.empty, kMostEmpty);
}

TEST_F(Geometry, ALargeScreenHasAtLeast75PercentOfPlotAndPictures) {
  const WindowShares shares = at({2560, 1440});
  EXPECT_GE(shares.seen, leastSeen({2560, 1440}).value());
  EXPECT_LE(shares.empty, kMostEmpty);
}

}  // namespace
}  // namespace gan::test
