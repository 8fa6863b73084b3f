#include <gtest/gtest.h>

#include <QApplication>
#include <QElapsedTimer>
#include <QPainter>
#include <QTest>
#include <QThread>
#include <QWidget>
#include <algorithm>
#include <cmath>
#include <ctime>
#include <iostream>

#include "loss_chart/loss_chart.h"
#include "loss_chart/series_model.h"
#include "run/series.h"

namespace gan::test {
namespace {

constexpr qint64 kSteps = 10'000'000;
constexpr qint64 kStepsPerFrame = 5;
constexpr int kFrames = 150;
constexpr double kStart = 1.7e9;
constexpr QSize kSize(1200, 500);

const QStringList kNames = {QStringLiteral("loss/d_real"),
                            QStringLiteral("loss/d_fake"),
                            QStringLiteral("loss/d"),
                            QStringLiteral("loss/g"),
                            QStringLiteral("score/d_real"),
                            QStringLiteral("score/d_fake_before"),
                            QStringLiteral("score/d_fake_after"),
                            QStringLiteral("gradient_norm/g")};

/// A GAN's losses: slow waves, and noise as large as they are.
float lossAt(qint64 step, int series) {
  quint64 hash = (static_cast<quint64>(step) * 8 + static_cast<quint64>(series)) * 0x9E3779B97F4A7C15ULL;
  hash = (hash ^ (hash >> 31)) * 0xBF58476D1CE4E5B9ULL;
  const double noise = static_cast<double>(hash >> 40) / static_cast<double>(1 << 24) - 0.5;
  return static_cast<float>(1 + 0.2 * series + 0.5 * std::sin(static_cast<double>(step) * 1e-6 * (series + 1)) + noise);
}

ChartColumns columnsOf(const std::vector<Column>& columns) {
  ChartColumns result;
  result.reserve(columns.size());
  for (const Column& column : columns) {
    const auto step = static_cast<double>(column.first_step);
    result.push_back({column, step / 938, kStart + 0.02 * step});
  }
  return result;
}

/// The run: it answers on a thread of its own, as a link does, and goes on.
class FakeRun : public QObject {
  Q_OBJECT

 public:
  FakeRun() : series_(static_cast<std::size_t>(kNames.size())) { advance(kSteps); }

  void advance(qint64 steps) {
    std::vector<std::int64_t> numbers;
    std::vector<float> values(static_cast<std::size_t>(steps));
    for (qint64 i = 1; i <= steps; ++i) numbers.push_back(last_ + i);
    for (int series = 0; series < kNames.size(); ++series) {
      for (std::size_t i = 0; i < numbers.size(); ++i) values[i] = lossAt(numbers[i], series);
      series_[static_cast<std::size_t>(series)].append(numbers, values);
    }
    last_ += steps;
  }

 public slots:
  void answer(const gan::ChartQuery& query) {
    advance(kStepsPerFrame);
    ChartReply reply{.stamp = query.stamp, .first_step = 1, .last_step = last_, .curves = {}};
    const StepRange range{query.first_step, query.last_step == 0 ? last_ : query.last_step};
    const auto columns = static_cast<std::size_t>(query.columns);
    for (const QString& name : query.names) {
      const Series& series = series_[static_cast<std::size_t>(kNames.indexOf(name))];
      Curve curve{.name = name, .raw = columnsOf(series.query(range, columns)), .smoothed = {}, .superseded = {}};
      if (query.smoothing > 0) curve.smoothed = columnsOf(series.query(range, columns, {query.smoothing}));
      reply.curves.push_back(std::move(curve));
    }
    emit answered(reply);
  }

 signals:
  void answered(const gan::ChartReply& reply);

 private:
  std::vector<Series> series_;
  qint64 last_ = 0;
};

/// What a widget costs that draws the newest 10,000 values of four of the curves as they are.
class Polylines : public QWidget {
 public:
  Polylines() {
    resize(kSize);
    for (int series = 0; series < 4; ++series) {
      QPolygonF line;
      for (int i = 0; i < 10'000; ++i) {
        line.append({i * width() / 10'000.0, height() * (1 - lossAt(kSteps + i, series) / 3.5)});
      }
      lines_.append(line);
    }
  }

 protected:
  void paintEvent(QPaintEvent*) override {
    QPainter painter(this);
    painter.fillRect(rect(), palette().base());
    for (const QPolygonF& line : lines_) painter.drawPolyline(line);
  }

 private:
  QVector<QPolygonF> lines_;
};

/// Counts what is painted, so that a chart that paints nothing cannot win.
class PaintCounter : public QObject {
 public:
  using QObject::QObject;
  int count = 0;
  bool eventFilter(QObject*, QEvent* event) override {
    if (event->type() == QEvent::Paint) ++count;
    return false;
  }
};

double threadCpu_ms() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) * 1e3 + static_cast<double>(now.tv_nsec) * 1e-6;
}

/// What a piece of work took of the clock, and of this thread's own time: all drawing is done in it, and what other
/// programs do meanwhile is not in it.
struct Cost {
  double wall_ms = 0;
  double cpu_ms = 0;
};

template <typename Work>
Cost costOf(const Work& work) {
  QElapsedTimer timer;
  timer.start();
  const double before = threadCpu_ms();
  work();
  return {static_cast<double>(timer.nsecsElapsed()) * 1e-6, threadCpu_ms() - before};
}

double quantile(const std::vector<Cost>& costs, double Cost::*which, double part) {
  std::vector<double> values;
  for (const Cost& cost : costs) values.push_back(cost.*which);
  std::ranges::sort(values);
  return values[static_cast<std::size_t>(part * static_cast<double>(values.size() - 1) + 0.5)];
}

struct Figures {
  std::vector<Cost> yardstick;
  std::vector<Cost> chart;
};

/// Alternates both, so that what else the machine does is in both.
Figures measure(FakeRun& run, double smoothing) {
  SeriesModel series;
  series.setNames(kNames);
  series.setShown(kNames);
  LossChart chart(series);
  chart.setSmoothing(smoothing);
  chart.resize(kSize);
  Polylines yardstick;
  yardstick.show();
  chart.show();
  PaintCounter painted;
  for (QWidget* child : chart.findChildren<QWidget*>()) child->installEventFilter(&painted);

  ChartQuery standing;
  std::optional<ChartReply> reply;
  QObject::connect(&chart, &LossChart::wanted, [&](const ChartQuery& query) { standing = query; });
  QObject::connect(&run, &FakeRun::answered, &chart, [&](const ChartReply& answer) { reply = answer; });
  chart.setExtent(1, kSteps);
  if (!QTest::qWaitFor([&] { return !standing.names.isEmpty(); }, 60'000)) throw std::runtime_error("no question");
  Figures figures;
  for (int frame = 0; frame < kFrames; ++frame) {
    QMetaObject::invokeMethod(&run, [&run, standing] { run.answer(standing); });
    if (!QTest::qWaitFor([&] { return reply.has_value(); }, 60'000)) throw std::runtime_error("no answer");
    figures.yardstick.push_back(costOf([&] { yardstick.repaint(); }));
    const int painted_before = painted.count;
    chart.setUpdatesEnabled(false);  // everything is painted once, at the end
    figures.chart.push_back(costOf([&] {
      chart.setReply(*reply);
      QCoreApplication::sendPostedEvents();
      chart.setUpdatesEnabled(true);
      chart.repaint();
    }));
    EXPECT_GE(painted.count - painted_before, 10) << "plot, legend and tools are painted";
    reply.reset();
    chart.setExtent(1, kSteps + (frame + 1) * kStepsPerFrame);
  }
  return figures;
}

TEST(ChartBenchmark, FollowingTenMillionStepsOfEightSeriesRepaintsWithinTheYardstick) {
  QThread thread;
  FakeRun run;
  run.moveToThread(&thread);
  thread.start();
  for (const double smoothing : {0.0, 0.9}) {
    const Figures figures = measure(run, smoothing);
    for (const auto& [name, which] : {std::pair("of the clock", &Cost::wall_ms), std::pair("of CPU", &Cost::cpu_ms)}) {
      std::cout << "smoothing " << smoothing << ", ms " << name << ": repaint median "
                << quantile(figures.chart, which, 0.5) << ", p95 " << quantile(figures.chart, which, 0.95)
                << "; yardstick median " << quantile(figures.yardstick, which, 0.5) << ", p95 "
                << quantile(figures.yardstick, which, 0.95) << "; ratio "
                << quantile(figures.chart, which, 0.95) / quantile(figures.yardstick, which, 0.5) << "\n";
    }
    EXPECT_LE(quantile(figures.chart, &Cost::cpu_ms, 0.95), quantile(figures.yardstick, &Cost::cpu_ms, 0.5));
  }
  thread.quit();
  thread.wait();
}

}  // namespace
}  // namespace gan::test

#include "chart_benchmark.moc"
