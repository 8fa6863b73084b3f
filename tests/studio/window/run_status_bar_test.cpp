#include "window/run_status_bar.h"

#include <gtest/gtest.h>

#include <QAccessible>
#include <QLabel>
#include <QSignalSpy>
#include <QTest>

#include "link/sampler_watch.h"
#include "state/run_store.h"
#include "studio/support/fake_run_source.h"

namespace gan {
namespace {

constexpr int kPatience = 20'000;  // ms
constexpr std::uint64_t kGiB = 1ULL << 30U;

/// What is shown of the load of an engine that trains.
struct Shown {
  QString text;
  QString details;
  int width = 0;  ///< Of the whole bar.
  QString read;   ///< What a screen reader says of it.
};

Shown shown(const LoadMeasured& load) {
  const auto run = std::make_shared<test::FakeRun>();
  RunLink link{test::opening(run)};
  RunStore store{link};
  RunStatusBar bar;
  bar.follow(&store);
  run->changeSummary([&load](RunSummary& summary) {
    summary.status = RunStatus::kRunning;
    summary.writer_alive = true;
    summary.step = 123'456;
    summary.total_steps = 500'000;
    summary.epoch = 12.34;
    summary.iterations_per_second = 123;
    summary.images_per_second = 12'345;
    summary.load = load;
  });
  QSignalSpy changed(&store, &RunStore::summaryChanged);
  link.start();
  EXPECT_TRUE(QTest::qWaitFor([&] { return !changed.isEmpty(); }, kPatience));
  run->setState(LinkState::kConnected);
  const auto* label = bar.findChild<QLabel*>(QStringLiteral("status_load"));
  EXPECT_TRUE(QTest::qWaitFor([&] { return !label->text().isEmpty(); }, kPatience));
  return {label->text(), label->toolTip(), bar.sizeHint().width(),
          QAccessible::queryAccessibleInterface(bar.findChild<QLabel*>(label->objectName()))->text(QAccessible::Name)};
}

LoadMeasured hostLoad() { return {130.5, 3 * kGiB, 64 * kGiB, 20 * kGiB, 300 * kGiB}; }

TEST(RunStatusBar, AScreenReaderSaysWhatIsShownAndOfWhat) {
  const Shown load = shown(hostLoad());
  EXPECT_FALSE(load.text.isEmpty());
  EXPECT_EQ(load.read, QStringLiteral("Load: ") + load.text);
}

TEST(RunStatusBar, ShowsWhatTheGpuDoesBesideTheHost) {
  LoadMeasured load = hostLoad();
  load.device = DeviceLoad{.busy_percent = 97.4, .memory_used_bytes = 11 * kGiB, .memory_total_bytes = 24 * kGiB};
  const Shown busy = shown(load);
  EXPECT_TRUE(busy.text.startsWith(QStringLiteral("GPU 97 %, 11"))) << busy.text.toStdString();
  EXPECT_TRUE(busy.text.contains(QStringLiteral("CPU "))) << busy.text.toStdString();
  EXPECT_TRUE(busy.details.contains(QStringLiteral("24"))) << busy.details.toStdString();
  EXPECT_LT(busy.width, 1280);
}

TEST(RunStatusBar, NamesNoShareWhereThereIsNone) {
  LoadMeasured load = hostLoad();
  EXPECT_FALSE(shown(load).text.contains(QStringLiteral("GPU")));
  load.device = DeviceLoad{.busy_percent = {}, .memory_used_bytes = 11 * kGiB, .memory_total_bytes = 24 * kGiB};
  EXPECT_TRUE(shown(load).text.startsWith(QStringLiteral("GPU 11"))) << shown(load).text.toStdString();
}

TEST(RunStatusBar, ShowsWhatMakingPicturesTakesWhileThereAreAny) {
  RunStatusBar bar;
  bar.show();
  const auto* label = bar.findChild<QLabel*>(QStringLiteral("status_sampler"));
  EXPECT_FALSE(label->isVisible());
  bar.setSampler(SamplerLoad{.cpu_percent = 87.6, .memory_bytes = 3 * kGiB});
  EXPECT_TRUE(label->isVisible());
  EXPECT_TRUE(label->text().contains(QStringLiteral("88 %"))) << label->text().toStdString();
  EXPECT_TRUE(label->text().contains(QStringLiteral("3"))) << label->text().toStdString();
  bar.follow(nullptr);
  EXPECT_FALSE(label->isVisible());
}

}  // namespace
}  // namespace gan
