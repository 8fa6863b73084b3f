#include <gtest/gtest.h>
#include <time.h>

#include <QElapsedTimer>
#include <QPainter>
#include <QTest>
#include <algorithm>
#include <cmath>
#include <iostream>

#include "comparison/comparison_chart.h"
#include "link/folder_run.h"
#include "loss_chart/plot_view.h"
#include "run/journal.h"
#include "run/metrics.h"
#include "run/run_folder.h"
#include "state/preferences.h"
#include "support/temporary_folder.h"
#include "window/comparison_window.h"

namespace gan::test {
namespace {

constexpr int kRuns = 5;
constexpr std::int64_t kSteps = 1'000'000;
constexpr int kFrames = 150;
constexpr int kPatience_ms = 120'000;
/// What the yardstick takes on the AMD EPYC of RESULTS.md, where 500 ms and 16 ms are promised.
constexpr double kPromised_ms = 14.1;
constexpr double kFirstFrame = 500 / kPromised_ms;
constexpr double kOneFrame = 16 / kPromised_ms;

/// Twenty series, as a run with gradient norms of its layers records them.
std::vector<std::string> seriesNames() {
  std::vector<std::string> names = {
      "loss/d_real",         "loss/d_fake",        "loss/d",         "loss/g", "score/d_real",
      "score/d_fake_before", "score/d_fake_after", "gradient_norm/g"};
  while (names.size() < 20) names.push_back("gradient_norm/g/blocks." + std::to_string(names.size()) + ".weight");
  return names;
}

/// Slow waves, and noise as large as they are.
void makeRun(const std::filesystem::path& path, int number) {
  RunManifest manifest;
  manifest.id = "0123456789abcdef";
  const RunFolder folder = RunFolder::create(path, RunConfig(), manifest);
  const std::vector<std::string> names = seriesNames();
  MetricsWriter metrics(folder.metrics(), 1, 0, names);
  std::uint64_t state = static_cast<std::uint64_t>(number) + 1;
  MetricsRow row{.step = 0, .unix_seconds = 0, .epoch = 0, .values = std::vector<float>(names.size())};
  for (std::int64_t step = 1; step <= kSteps; ++step) {
    const auto at = static_cast<double>(step);
    row.step = step;
    row.unix_seconds = 1.7e9 + (0.02 + 0.001 * number) * at;
    row.epoch = at / 938;
    const auto wave = static_cast<float>(std::sin(at * 1e-5 + number));
    for (float& value : row.values) {
      state = state * 6364136223846793005ULL + 1442695040888963407ULL;
      value = 2 + wave + static_cast<float>(state >> 40U) / static_cast<float>(1 << 24);
    }
    metrics.append(row);
  }
  metrics.publish();
  JournalWriter journal(folder.journal());
  Event event;
  event.segment = 1;
  event.what = SegmentStarted{};
  journal.append(event);
  event.step = kSteps;
  event.what = StatusChanged{RunStatus::kFinished, {}};
  journal.append(event);
}

double threadCpu_ms() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) * 1e3 + static_cast<double>(now.tv_nsec) * 1e-6;
}

double quantile(std::vector<double> values, double part) {
  std::ranges::sort(values);
  return values[static_cast<std::size_t>(part * static_cast<double>(values.size() - 1) + 0.5)];
}

/// What times are compared with.
struct Yardstick {
  double cpu_ms = 0;
  double wall_ms = 0;  ///< Other work makes it and what is waited for longer.
};

/// Of 4 lines of 10,000 points on a widget of 1200 x 500, medians.
Yardstick yardstick() {
  std::vector<QPolygonF> lines(4);
  for (std::size_t i = 0; i < lines.size(); ++i) {
    for (int x = 0; x < 10'000; ++x)
      lines[i] << QPointF(x * 0.12, 250 + 200 * std::sin(x * 0.7 + static_cast<double>(i)));
  }
  QImage canvas(1200, 500, QImage::Format_ARGB32_Premultiplied);
  std::vector<double> cpu;
  std::vector<double> wall;
  for (int round = 0; round < 15; ++round) {
    canvas.fill(Qt::white);
    QElapsedTimer timer;
    timer.start();
    const double before = threadCpu_ms();
    QPainter painter(&canvas);
    for (const QPolygonF& line : lines) painter.drawPolyline(line);
    painter.end();
    cpu.push_back(threadCpu_ms() - before);
    wall.push_back(static_cast<double>(timer.nsecsElapsed()) * 1e-6);
  }
  return {.cpu_ms = quantile(cpu, 0.5), .wall_ms = quantile(wall, 0.5)};
}

TEST(ComparisonBenchmark, FiveRunsOfAMillionStepsAreSeenInHalfASecondAndMovedInAFrame) {
  const TemporaryFolder folder;
  qputenv("GAN_STUDIO_SETTINGS", QByteArray::fromStdString((folder / "settings.ini").string()));
  QVector<RunPlace> runs;
  for (int number = 0; number < kRuns; ++number) {
    const auto path = folder / ("run-" + std::to_string(number));
    makeRun(path, number);
    runs << RunPlace{QString::fromStdString(path.string()), QString::fromStdString(path.filename().string())};
  }
  Preferences preferences;
  const Yardstick measure = yardstick();
  QElapsedTimer timer;
  timer.start();
  const auto opener = [](const RunPlace& place) -> RunLink::Open {
    return [place](const std::stop_token&) { return openFolderRun(place.folder().toStdString()); };
  };
  ComparisonWindow window(runs, opener, preferences);
  window.setAttribute(Qt::WA_DeleteOnClose, false);
  window.resize(1280, 800);
  window.show();
  auto* chart = window.findChild<ComparisonChart*>();
  const auto drawn = [&] {
    int count = 0;
    for (int run = 0; run < kRuns; ++run) count += chart->hasCurvesOf(run) ? 1 : 0;
    return count;
  };
  const auto elapsed_ms = [&] { return static_cast<double>(timer.nsecsElapsed()) * 1e-6; };
  ASSERT_TRUE(QTest::qWaitFor([&] { return drawn() == kRuns; }, kPatience_ms));
  window.grab();
  const double first = elapsed_ms();
  // All that there is: of each run the newest value is known.
  const auto read = [&] {
    return chart->textAt(kSteps).count(QLatin1Char(';')) == (kRuns - 1) * chart->shown().size();
  };
  ASSERT_TRUE(QTest::qWaitFor(read, kPatience_ms));
  const double all = elapsed_ms();

  // Averages of all values are read meanwhile: frames are drawn all the same.
  auto* plot = chart->findChild<PlotView*>();
  std::vector<double> frames;
  for (int frame = 0; frame < kFrames; ++frame) {
    const double width = static_cast<double>(kSteps) * std::pow(0.97, frame);
    const double begin = threadCpu_ms();
    chart->setRange(static_cast<double>(kSteps) - width, static_cast<double>(kSteps));
    QCoreApplication::sendPostedEvents();
    plot->viewport()->repaint();
    frames.push_back(threadCpu_ms() - begin);
    QTest::qWait(20);  // answers come
  }
  const double p95 = quantile(frames, 0.95);
  std::cout << kRuns << " runs of " << kSteps << " steps x " << seriesNames().size() << " series: curves of all after "
            << first << " ms, yardstick " << measure.wall_ms << " ms, ratio " << first / measure.wall_ms
            << "; to their ends after " << all << " ms; a frame of CPU: median " << quantile(frames, 0.5) << " ms, p95 "
            << p95 << " ms; yardstick " << measure.cpu_ms << " ms, ratio " << p95 / measure.cpu_ms << '\n';
  EXPECT_LE(first / measure.wall_ms, kFirstFrame);
  EXPECT_LE(p95 / measure.cpu_ms, kOneFrame);
}

}  // namespace
}  // namespace gan::test
