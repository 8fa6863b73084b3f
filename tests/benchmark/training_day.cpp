// Records and serves a run as an engine does, 50 iterations a second, as fast as it can: see memory_benchmark.cpp.
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <thread>
#include <vector>

#include "run/recorder.h"
#include "run/run_reader.h"
#include "service/run_service.h"
#include "support/memory.h"

namespace gan {
namespace {

namespace fs = std::filesystem;

constexpr double kStart = 1.7e9;
constexpr std::int64_t kStepsASecond = 50;
constexpr std::int64_t kHour = 3600 * kStepsASecond;

class Refusing : public CommandSink {
 public:
  void submit(const Command&, Answer answer) override { answer({CommandResult::kRefused, 0, {}}); }
  void steeringClientsChanged(int) override {}
  void report(Alert) override {}
  void writeSnapshot(const SnapshotFiles&, SnapshotAnswer) override {}
};

std::vector<std::string> names(int count) {
  std::vector<std::string> result;
  for (int i = 0; i < count; ++i) result.push_back("loss/" + std::to_string(i));
  return result;
}

class Day {
 public:
  Day(const fs::path& run, int series)
      : folder_(RunFolder::create(run, RunConfig(), manifest())),
        lock_(folder_.path()),
        recorder_(folder_, lock_, options(series)),
        reader_(folder_),
        series_(series) {
    recorder_.startSegment({});
    recorder_.record(0, StatusChanged{RunStatus::kRunning, {}});
    recorder_.drain();
    server_ = std::make_unique<RunServer>(reader_, &sink_, ServiceOptions{});
  }

  /// Returns when watchers could have been told of it.
  void train(std::int64_t steps) {
    for (const std::int64_t end = step_ + steps; step_ < end;) {
      ++step_;
      record();
      if (step_ % (60 * kStepsASecond) == 0) recorder_.drain();
    }
    recorder_.drain();
    while (reader_.end().next_row < static_cast<std::uint64_t>(step_)) {
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
    }
  }

 private:
  static RunManifest manifest() {
    RunManifest result;
    result.id = "0123456789abcdef";
    result.world_size = 4;
    return result;
  }
  /// Measurements come by the simulated clock.
  static RecorderOptions options(int series) {
    return {.columns = names(series),
            .tensorboard = RecorderOptions::TensorBoard::kOff,
            .load_seconds = 1e9,
            .device_load = {},
            .ranks = 4};
  }

  void record() {
    const auto x = static_cast<double>(step_);
    MetricsRow row{.step = step_, .unix_seconds = kStart + x / kStepsASecond, .epoch = x / 938, .values = {}};
    row.values.reserve(static_cast<std::size_t>(series_));
    const auto wave = static_cast<float>(std::sin(x * 1.7));
    for (int i = 0; i < series_; ++i) row.values.push_back(wave * static_cast<float>(i) + static_cast<float>(x * 1e-6));
    recorder_.record(std::move(row));
    if (step_ % (10 * kStepsASecond) == 0) {
      recorder_.record(step_, LoadMeasured{.cpu_percent = 99, .memory_bytes = 1U << 30U});
      const RankTimes times{"node-of-a-cluster-1", {1, 2, 3, 4, 5, 6}, DeviceLoad{87, 30ULL << 30U, 80ULL << 30U}};
      recorder_.record(step_, RanksMeasured{10 * kStepsASecond, std::vector<RankTimes>(4, times)});
    }
    if (step_ % 2'000 == 0) recorder_.record(step_, SampleWritten{stepName(step_, 1), 0});
    if (step_ % 10'000 == 0) recorder_.record(step_, CheckpointWritten{stepName(step_, 1), 1U << 20U, 0.1, false});
  }

  RunFolder folder_;
  RunLock lock_;
  Recorder recorder_;
  RunReader reader_;
  Refusing sink_;
  std::unique_ptr<RunServer> server_;
  const int series_;
  std::int64_t step_ = 0;
};

void simulate(const fs::path& run, int series, int hours, const fs::path& told) {
  Day day(run, series);
  for (int hour = 1; hour <= hours; ++hour) {
    day.train(kHour);
    const fs::path file = told / ("hour-" + std::to_string(hour));
    std::ofstream(file.string() + ".new") << test::residentOwnKib();
    fs::rename(file.string() + ".new", file);
    while (!fs::exists(told / ("seen-" + std::to_string(hour)))) {
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
    }
  }
}

}  // namespace
}  // namespace gan

int main(int count, char** arguments) {
  if (count != 5) {
    std::fputs("usage: training_day RUN SERIES HOURS FOLDER\n", stderr);
    return 2;
  }
  gan::simulate(arguments[1], std::atoi(arguments[2]), std::atoi(arguments[3]), arguments[4]);
  return 0;
}
