// What eight simulated hours at 50 iterations a second, with 300 series and 4 ranks, take of both programs' own memory.
#include <gtest/gtest.h>

#include <QTest>
#include <QTimer>
#include <fstream>
#include <iostream>

#include "link/folder_run.h"
#include "link/run_link.h"
#include "state/run_store.h"
#include "support/memory.h"
#include "support/process.h"
#include "support/temporary_folder.h"

namespace gan::test {
namespace {

constexpr int kHours = 8;
constexpr int kSeries = 300;
constexpr std::int64_t kStepsAnHour = 3600 * 50;
constexpr std::int64_t kStepsASheet = 2'000;
constexpr std::int64_t kFlatKib = 10 * 1024;
constexpr int kPatience = 1'200'000;  // ms

/// What a window knows of a run and asks for it, without the window.
class Studio {
 public:
  explicit Studio(const std::filesystem::path& run)
      : link_([run](const std::stop_token&) { return openFolderRun(run); }), store_(link_) {
    QObject::connect(&link_, &RunLink::charted, [this](const ChartReply& reply) { answered_ = reply.stamp; });
    QObject::connect(&chart_, &QTimer::timeout, [this] { ask(8, 0.9); });
    link_.start();
    chart_.start(500);
  }

  /// Waits until it knows of a step and of all events before, then looks at all series as well.
  bool follow(std::int64_t step) {
    const auto known = [&] { return store_.summary().step >= step && sheets() >= step / kStepsASheet; };
    if (!QTest::qWaitFor(known, kPatience)) return false;
    chart_.stop();
    const quint64 all = ask(kSeries, 0.9);
    const bool shown = QTest::qWaitFor([&] { return answered_ >= all; }, kPatience);
    chart_.start(500);
    return shown;
  }
  std::int64_t sheets() { return store_.samples().rowCount(); }

 private:
  quint64 ask(int series, double smoothing) {
    // Columns wider than 256 values from the first hour on: narrower ones read the values again, of 300 series for
    // long.
    ChartQuery query{.stamp = ++asked_, .names = {}, .columns = 400, .smoothing = smoothing};
    for (int i = 0; i < series; ++i) query.names << QStringLiteral("loss/%1").arg(i);
    link_.query(query);
    return asked_;
  }

  RunLink link_;
  RunStore store_;
  QTimer chart_;
  quint64 asked_ = 0;
  quint64 answered_ = 0;
};

TEST(Memory, OfBothProgramsIsFlatAfterTheFirstOfEightHours) {
  const TemporaryFolder folder;
  const std::string tool =
      (std::filesystem::path(program("gan-engine")).parent_path().parent_path() / "tests/training_day").string();
  const std::filesystem::path run = folder / "run";
  Process engine({tool, run.string(), std::to_string(kSeries), std::to_string(kHours), folder.path().string()});
  ASSERT_TRUE(waitUntil([&] { return std::filesystem::exists(run / "endpoint.json") || !engine.running(); }));
  Studio studio(run);
  std::vector<std::int64_t> engine_kib;
  std::vector<std::int64_t> studio_kib;
  for (int hour = 1; hour <= kHours; ++hour) {
    const std::filesystem::path told = folder / ("hour-" + std::to_string(hour));
    ASSERT_TRUE(QTest::qWaitFor([&] { return std::filesystem::exists(told) || !engine.running(); }, kPatience));
    ASSERT_TRUE(engine.running()) << engine.errors();
    ASSERT_TRUE(studio.follow(hour * kStepsAnHour));
    std::ifstream(told) >> engine_kib.emplace_back();
    studio_kib.push_back(residentOwnKib());
    std::cout << "after hour " << hour << ": engine " << engine_kib.back() << " KiB, studio " << studio_kib.back()
              << " KiB" << std::endl;
    std::ofstream(folder / ("seen-" + std::to_string(hour)));
  }
  EXPECT_EQ(studio.sheets(), kHours * kStepsAnHour / kStepsASheet);
  for (int hour = 2; hour <= kHours; ++hour) {
    const auto i = static_cast<std::size_t>(hour - 1);
    EXPECT_LE(engine_kib[i] - engine_kib[0], kFlatKib) << "hour " << hour;
    EXPECT_LE(studio_kib[i] - studio_kib[0], kFlatKib) << "hour " << hour;
  }
}

}  // namespace
}  // namespace gan::test
