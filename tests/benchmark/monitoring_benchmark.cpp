#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "protocol/endpoint.h"
#include "protocol/run_client.h"
#include "protocol/studio.pb.h"
#include "run/run_reader.h"
#include "support/process.h"
#include "support/run_folder_compare.h"
#include "support/temporary_folder.h"
#include "support/thread_cpu.h"
#include "support/yardstick.h"

namespace gan::test {
namespace {

namespace fs = std::filesystem;
using std::chrono::seconds;

/// 200 iterations a second where the aims were set.
constexpr double kIterationOverYardstick = 5.0 / kYardstickOfTheAims;

double median(std::vector<double> values) {
  std::ranges::sort(values);
  return values.empty() ? 0 : values[values.size() / 2];
}

class MonitoredRun {
 public:
  /// One that an engine trains already, and goes on training afterwards.
  struct Going {
    fs::path run;
  };
  explicit MonitoredRun(const Going& going) : run_(going.run) {
    const std::optional<Endpoint> endpoint = readEndpoint(run_);
    if (!endpoint || !mayBeAlive(*endpoint)) throw std::runtime_error("no engine trains " + run_.string());
    pid_ = endpoint->pid;
    reader_ = std::make_unique<RunReader>(RunFolder::open(run_));
  }
  explicit MonitoredRun(const std::vector<std::string>& settings) {
    std::vector<std::string> command = {program("gan-engine"), "train", "--out", run_.string(), "--steps", "0"};
    command.insert(command.end(), settings.begin(), settings.end());
    engine_ = std::make_unique<Process>(command);
    const bool started = waitUntil([&] { return fs::exists(run_ / "endpoint.json") || !engine_->running(); });
    if (!started || !engine_->running()) throw std::runtime_error(engine_->errors());
    pid_ = engine_->pid();
    reader_ = std::make_unique<RunReader>(RunFolder::open(run_));
  }

  pid_t pid() const { return pid_; }
  const fs::path& path() const { return run_; }

  /// Clients that follow every event and scalar, each over a connection of its own.
  void attach(int clients = 5) {
    for (int i = 0; i < clients; ++i) {
      clients_.push_back(std::make_unique<RunClient>(Target{run_.string()}));
      const auto info = clients_.back()->run();
      clients_.back()->watch(info.next_sequence(), info.next_row(),
                             {.on_update =
                                  [this](const auto& update) {
                                    for (const auto& block : update.scalars()) rows_ += block.steps_size();
                                  },
                              .on_state = [](ConnectionState, const Message&) {}});
    }
  }
  void detach() { clients_.clear(); }
  std::int64_t rowsReceived() const { return rows_; }

  /// Memory of the engine that no file holds.
  std::int64_t ownKib() const {
    std::ifstream status("/proc/" + std::to_string(pid()) + "/status");
    for (std::string line; std::getline(status, line);) {
      if (line.starts_with("RssAnon:")) return std::stoll(line.substr(8));
    }
    return -1;
  }

  std::int64_t step() {
    reader_->refresh();
    return reader_->summary().step;
  }
  std::vector<double> stepMilliseconds(std::int64_t first, std::int64_t last) {
    reader_->refresh();
    const auto values = reader_->values("time/step_ms", {first, last}, 1'000'000).values;
    return {values.begin(), values.end()};
  }

 private:
  TemporaryFolder folder_;
  fs::path run_ = folder_.path() / "run";
  std::unique_ptr<Process> engine_;  ///< Null: somebody else's.
  pid_t pid_ = -1;
  std::unique_ptr<RunReader> reader_;
  std::atomic<std::int64_t> rows_{0};
  std::vector<std::unique_ptr<RunClient>> clients_;
};

TEST(Monitoring, OfAFastRunCostsAtMostThreePercentAndNoTimeOfTheStep) {
  const double yardstick = yardstickMilliseconds();
  MonitoredRun run({"--preset", "simple-gan"});
  ASSERT_TRUE(waitUntil([&] { return run.step() > 300; }, seconds(60), std::chrono::milliseconds(100)));
  std::vector<double> ratios;
  CpuShare cpu;
  double watched_seconds = 0;
  std::int64_t watched_steps = 0;
  for (int round = 0; round < 10; ++round) {
    const auto phase = [&] {
      const std::int64_t first = run.step();
      std::this_thread::sleep_for(seconds(3));
      return std::pair(first + 1, run.step());
    };
    const auto alone = phase();
    run.attach();
    const auto cpu_before = cpuByThreadName(run.pid());
    const auto begin = std::chrono::steady_clock::now();
    const auto watched = phase();
    watched_seconds += std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    const CpuShare share = cpuSince(cpu_before, cpuByThreadName(run.pid()));
    run.detach();
    cpu.trainer += share.trainer;
    cpu.monitoring += share.monitoring;
    watched_steps += watched.second - watched.first;
    ratios.push_back(median(run.stepMilliseconds(watched.first, watched.second)) /
                     median(run.stepMilliseconds(alone.first, alone.second)));
  }
  const double rate = static_cast<double>(watched_steps) / watched_seconds;
  const double share = cpu.monitoring / cpu.trainer;
  std::cout << "iterations per second with five clients: " << rate << ", an iteration over the yardstick of "
            << yardstick << " ms: " << 1000 / rate / yardstick
            << "\nmedian step with / without clients: " << median(ratios)
            << "\nCPU of recorder and service / of training: " << 100 * share << " %\n";
  EXPECT_GT(run.rowsReceived(), 5 * 1000);
  EXPECT_LE(median(ratios), 1.03);
  EXPECT_LE(1000 / rate / yardstick, kIterationOverYardstick);
  EXPECT_LE(share, 0.03);
}

TEST(Monitoring, OfADcganAt64PixelsCostsAtMostOnePercent) {
  MonitoredRun run({"--preset", "dcgan-64", "--set", "data.batch_size=64"});
  ASSERT_TRUE(waitUntil([&] { return run.step() > 2; }, seconds(120), std::chrono::milliseconds(200)));
  run.attach();
  const auto before = cpuByThreadName(run.pid());
  std::this_thread::sleep_for(seconds(60));
  const CpuShare cpu = cpuSince(before, cpuByThreadName(run.pid()));
  const double share = cpu.monitoring / cpu.trainer;
  std::cout << "CPU of recorder and service / of training: " << 100 * share << " %\n";
  EXPECT_GT(run.rowsReceived(), 0);
  EXPECT_LE(share, 0.01);
}

constexpr double kWatchedRate = 50;  // iterations a second
constexpr int kTrialBatch = 256;

std::vector<std::string> watchedSettings(int batch_size) {
  return {"--preset", "simple-gan",        "--set", "data.batch_size=" + std::to_string(batch_size),
          "--set",    "training.threads=1"};
}

/// With batches of so many images a run makes about kWatchedRate here: what an iteration takes grows with them.
int batchOfTheRate() {
  MonitoredRun trial(watchedSettings(kTrialBatch));
  if (!waitUntil([&] { return trial.step() > 100; }, seconds(120), std::chrono::milliseconds(100))) return kTrialBatch;
  const std::int64_t first = trial.step();
  const auto begin = std::chrono::steady_clock::now();
  std::this_thread::sleep_for(seconds(10));
  const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - begin;
  const double rate = static_cast<double>(trial.step() - first) / spent.count();
  return static_cast<int>(std::clamp(kTrialBatch * rate / kWatchedRate, 16.0, 4096.0));
}

/// GAN_WATCHED_RUN names a run that an engine trains already: `gan-engine train` with watchedSettings(), of a batch
/// with which it makes about kWatchedRate, --steps 0. Then ten minutes are watched in as many pieces as one likes, each
/// a call of this test, and the engine's memory is compared with what it was in the first of them.
std::unique_ptr<MonitoredRun> watchedRun() {
  const char* going = std::getenv("GAN_WATCHED_RUN");
  if (going != nullptr) return std::make_unique<MonitoredRun>(MonitoredRun::Going{going});
  return std::make_unique<MonitoredRun>(watchedSettings(batchOfTheRate()));
}

/// What the engine had in the first piece that was watched of it; noted beside the run.
std::int64_t memoryAtFirst(const MonitoredRun& run, std::int64_t now) {
  if (std::getenv("GAN_WATCHED_RUN") == nullptr) return now;
  const std::string note = run.path().string() + ".watched-" + std::to_string(run.pid());
  std::int64_t first = 0;
  if (std::ifstream(note) >> first) return first;
  std::ofstream(note) << now << "\n";
  return now;
}

/// In which the newest rows come to be as many as are kept, and the allocator's pools of all threads to what they need.
constexpr int kFillingMinutes = 4;

/// Ten minutes were asked for; GAN_WATCHED_MINUTES=10 watches as long.
int watchedMinutes() {
  const char* text = std::getenv("GAN_WATCHED_MINUTES");
  return text == nullptr ? 5 : std::max(kFillingMinutes + 1, std::atoi(text));
}

TEST(Monitoring, OfFiftyWatchersCostsAtMostOnePercentAndNoMemory) {
  const std::unique_ptr<MonitoredRun> watched_run = watchedRun();
  MonitoredRun& run = *watched_run;
  ASSERT_TRUE(waitUntil([&] { return run.step() > 100; }, seconds(120), std::chrono::milliseconds(100)));
  run.attach(50);
  std::this_thread::sleep_for(std::chrono::minutes(kFillingMinutes));
  const std::int64_t first_step = run.step();
  const std::int64_t rows_before = run.rowsReceived();
  const std::int64_t memory_before = memoryAtFirst(run, run.ownKib());
  const auto cpu_before = cpuByThreadName(run.pid());
  const int watched = watchedMinutes() - kFillingMinutes;
  std::this_thread::sleep_for(std::chrono::minutes(watched));
  const CpuShare cpu = cpuSince(cpu_before, cpuByThreadName(run.pid()));
  const std::int64_t memory = run.ownKib();
  const std::int64_t steps = run.step() - first_step;
  const double share = cpu.service / (cpu.trainer + cpu.monitoring);
  const double rate = static_cast<double>(steps) / (60.0 * watched);
  std::cout << "iterations per second with fifty clients: " << rate
            << "\nCPU of the service / of the engine: " << 100 * share << " %\nown memory: " << memory_before << " and "
            << memory << " KiB\n";
  EXPECT_GE(run.rowsReceived() - rows_before, 49 * steps) << "not everybody was told everything";
  EXPECT_GE(rate, 0.7 * kWatchedRate) << "a run that is slower tells its watchers less";
  EXPECT_LE(rate, 1.5 * kWatchedRate) << "one that is faster tells them more";
  EXPECT_LE(share, 0.01);
  EXPECT_LE(memory - memory_before, 2048);
}

}  // namespace
}  // namespace gan::test
