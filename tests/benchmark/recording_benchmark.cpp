// What the files of a run with 300 series of layers, each measured every hundredth step, take of a disk and of a step.
#include <gtest/gtest.h>

#include <cmath>
#include <ctime>
#include <filesystem>
#include <iostream>

#include "interop/tensorboard_writer.h"
#include "run/metrics.h"
#include "support/temporary_folder.h"

namespace gan {
namespace {

constexpr std::int64_t kSteps = 100'000;
constexpr std::int64_t kInterval = 100;
constexpr std::int64_t kRowsPerPublish = 20;  // 200 iterations a second, published ten times a second
constexpr std::size_t kOfEveryStep = 8;
constexpr std::size_t kOfLayers = 300;
// A hundredth of an iteration of simple-gan on one thread, the fastest there is: see monitoring_benchmark.
constexpr double kMostMicroseconds = 45;

double cpuMicroseconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) * 1e6 + static_cast<double>(now.tv_nsec) / 1e3;
}

std::uintmax_t bytesIn(const std::filesystem::path& folder) {
  std::uintmax_t bytes = 0;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) bytes += entry.file_size();
  return bytes;
}

std::vector<std::string> names() {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < kOfEveryStep; ++i) names.push_back("loss/" + std::to_string(i));
  for (std::size_t i = 0; i < kOfLayers; ++i) names.push_back("gradient_norm/g/main." + std::to_string(i) + ".weight");
  return names;
}

MetricsRow rowOf(std::int64_t step) {
  MetricsRow row{.step = step, .unix_seconds = 1.7e9 + 0.005 * static_cast<double>(step), .epoch = 0, .values = {}};
  row.values.assign(kOfEveryStep + kOfLayers, kMissing);
  const std::size_t measured = step % kInterval == 0 ? row.values.size() : kOfEveryStep;
  for (std::size_t i = 0; i < measured; ++i) {
    row.values[i] = std::sin(static_cast<float>(step) * static_cast<float>(i + 1));
  }
  return row;
}

TEST(Recording, OfLayersAtIntervalsTakesLessThanAHundredthOfTheFastestStep) {
  const TemporaryFolder folder;
  const std::filesystem::path events = folder / "events";
  const std::filesystem::path columns = folder / "metrics";
  std::filesystem::create_directories(events);
  std::filesystem::create_directories(columns);
  MetricsWriter metrics(columns, 1, 0, names());
  TensorBoardWriter tensorboard(events, 1, 1.7e9);
  const std::vector<std::string> series = names();
  std::vector<TensorBoardWriter::Scalar> scalars;
  double in_metrics = 0;
  double in_tensorboard = 0;
  for (std::int64_t step = 1; step <= kSteps; ++step) {
    const MetricsRow row = rowOf(step);
    double begin = cpuMicroseconds();
    metrics.append(row);
    if (step % kRowsPerPublish == 0) metrics.publish();
    in_metrics += cpuMicroseconds() - begin;
    begin = cpuMicroseconds();
    scalars.clear();
    for (std::size_t i = 0; i < series.size(); ++i) {
      if (!isMissing(row.values[i])) scalars.push_back({series[i], row.values[i]});
    }
    tensorboard.writeScalars(step, row.unix_seconds, scalars);
    if (step % kRowsPerPublish == 0) tensorboard.flush();
    in_tensorboard += cpuMicroseconds() - begin;
  }
  metrics.flush();
  const double bytes = static_cast<double>(bytesIn(columns)) / kSteps;
  std::cout << "a step of 8 series and 300 of every hundredth: metrics " << bytes << " bytes in " << in_metrics / kSteps
            << " us, TensorBoard's file " << static_cast<double>(bytesIn(events)) / kSteps << " bytes in "
            << in_tensorboard / kSteps << " us" << std::endl;
  EXPECT_LE(bytes, 70);  // 60 are times and values
  EXPECT_LE((in_metrics + in_tensorboard) / kSteps, kMostMicroseconds);
}

}  // namespace
}  // namespace gan
