// Writes a long run's scalars, and reads them as a studio does that opens the run: see series_benchmark.py.
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "interop/tensorboard_writer.h"
#include "run/metrics.h"
#include "run/run_reader.h"

namespace gan {
namespace {

constexpr double kStart = 1.7e9;
constexpr std::int64_t kRowsPerPublish = 20;  // 200 iterations a second, published ten times a second.
constexpr std::size_t kColumns = 1200;

const std::vector<std::string> kSeries = {
    "loss/d_real",         "loss/d_fake",        "loss/d",         "loss/g", "score/d_real",
    "score/d_fake_before", "score/d_fake_after", "gradient_norm/g"};

float curve(std::int64_t step, std::size_t series) {
  const auto x = static_cast<double>(step);
  return static_cast<float>(std::sin(x * 1e-4 * static_cast<double>(series + 1)) + 0.3 * std::sin(x * 1.7) +
                            1e5 / (x + 1e5));
}

void write(const std::filesystem::path& run, const std::filesystem::path& tensorboard, std::int64_t steps) {
  RunManifest manifest;
  manifest.id = "0000000000000000";
  const RunFolder folder = RunFolder::create(run, RunConfig(), manifest);
  std::filesystem::create_directories(tensorboard);
  MetricsWriter metrics(folder.metrics(), 1, 0, kSeries);
  TensorBoardWriter events(tensorboard, 1, kStart);
  for (std::int64_t step = 1; step <= steps; ++step) {
    MetricsRow row{.step = step,
                   .unix_seconds = kStart + 0.005 * static_cast<double>(step),
                   .epoch = static_cast<double>(step) / 938,
                   .values = {}};
    std::vector<TensorBoardWriter::Scalar> scalars;
    for (std::size_t i = 0; i < kSeries.size(); ++i) {
      row.values.push_back(curve(step, i));
      scalars.push_back({kSeries[i], row.values.back()});
    }
    metrics.append(row);
    if (step % kRowsPerPublish == 0) metrics.publish();
    events.writeScalars(step, row.unix_seconds, scalars);
  }
  metrics.flush();
  events.flush();
}

void read(const std::filesystem::path& run, std::int64_t steps) {
  RunReader reader(RunFolder::open(run));
  reader.refresh();
  std::size_t columns = 0;
  std::size_t values = 0;
  for (const std::string& name : kSeries) {
    for (const Column& column : reader.query(name, {0, steps}, kColumns)) {
      ++columns;
      values += column.count;
    }
  }
  std::printf("%zu %zu\n", columns, values);
}

}  // namespace
}  // namespace gan

int main(int count, char** arguments) {
  const std::vector<std::string> words(arguments + 1, arguments + count);
  if (words.size() == 4 && words[0] == "write") {
    gan::write(words[1], words[2], std::atoll(words[3].c_str()));
  } else if (words.size() == 3 && words[0] == "read") {
    gan::read(words[1], std::atoll(words[2].c_str()));
  } else {
    std::fputs("usage: series_benchmark write RUN TENSORBOARD_FOLDER STEPS | read RUN STEPS\n", stderr);
    return 2;
  }
  return 0;
}
