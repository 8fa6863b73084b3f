// What exploring costs fashion-sngan while it trains, and how soon the pictures come.
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <iostream>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "core/units.h"
#include "protocol/picture_client.h"
#include "protocol/run_client.h"
#include "protocol/studio.pb.h"
#include "run/metrics.h"
#include "support/explore_answers.h"
#include "support/process.h"
#include "support/temporary_folder.h"
#include "support/thread_cpu.h"
#include "support/worker_processes.h"
#include "support/yardstick.h"

namespace gan::test {
namespace {

namespace fs = std::filesystem;
using std::chrono::seconds;

constexpr int kRounds = 5;
constexpr std::size_t kRequests = 300;  // at least
constexpr int kMostRounds = 40;
constexpr seconds kPhase(10);
/// Of the processor time of the training while the explorer is idle. Its speed is printed beside: on a machine that
/// does nothing else, it differs by 4 % between two stretches of ten seconds, also where the explorer sleeps
/// throughout.
constexpr double kMostWhileIdle = 0.02;

double quantile(std::vector<double> values, double part) {
  std::ranges::sort(values);
  return values.at(static_cast<std::size_t>(part * static_cast<double>(values.size() - 1)));
}
double median(const std::vector<double>& values) { return quantile(values, 0.5); }

/// A stretch of time, by the clock that rows of metrics have.
struct Phase {
  double begin = 0;
  double end = 0;
};

/// What becomes of a phase while `during` runs.
template <class During>
Phase phaseOf(const During& during) {
  const double begin = unixSeconds();
  during();
  return {begin, unixSeconds()};
}

struct Round {
  Phase alone;           ///< Nothing makes pictures.
  Phase idle;            ///< The process is there, and its client wishes for nothing.
  Phase exploring;       ///< The next wish comes as soon as the picture of the former.
  double idle_cost = 0;  ///< Processor time of the process in the idle phase over the training's.
};

/// Iterations a second between the first and the last one that ended in each phase.
class Speeds {
 public:
  explicit Speeds(const fs::path& run) {
    MetricsReader reader(run / "metrics");
    while (const auto block = reader.next()) {
      ends_.insert(ends_.end(), block->unix_seconds.begin(), block->unix_seconds.end());
    }
  }
  double in(const Phase& phase) const {
    const auto first = std::ranges::lower_bound(ends_, phase.begin);
    const auto last = std::ranges::lower_bound(ends_, phase.end) - 1;
    if (last - first < 2) throw std::runtime_error("too few iterations ended in a phase to say how fast they were");
    return static_cast<double>(last - first) / (*last - *first);
  }

 private:
  std::vector<double> ends_;
};

struct Measured {
  std::vector<double> latencies_ms;
  std::vector<Round> rounds;
};

class ExploredRun {
 public:
  /// threads: that train; 0: as many as there are cores.
  explicit ExploredRun(int threads)
      : engine_({program("gan-engine"), "train", "--preset", "fashion-sngan", "--data", images(), "--devices", "cpu",
                 "--out", run_.string(), "--steps", "0", "--set", "training.threads=" + std::to_string(threads),
                 // Only what is measured comes between two iterations.
                 "--set", "training.epochs=0", "--set", "sampling.interval_steps=0", "--set",
                 "checkpoint.interval_steps=0"}) {
    const bool trains = waitUntil([&] {
      return (fs::exists(run_ / "endpoint.json") && lastMetricsSegment(run_ / "metrics") > 0) || !engine_.running();
    });
    if (!trains || !engine_.running()) throw std::runtime_error(engine_.errors());
    std::this_thread::sleep_for(kPhase);  // until threads and memory have settled
  }

  static std::string images() { return (fs::path(GAN_SHARED_DIR) / "data/fashion_mnist").string(); }

  Measured measure() {
    Measured measured;
    for (int i = 0; i < kMostRounds && (i < kRounds || measured.latencies_ms.size() < kRequests); ++i) {
      measured.rounds.push_back(round(measured.latencies_ms));
    }
    return measured;
  }
  /// Ends the training, whose rows are all in the file then.
  Speeds speeds() {
    engine_.signal(SIGINT);
    if (engine_.wait() != 3) throw std::runtime_error(engine_.errors());
    return Speeds(run_);
  }

 private:
  Round round(std::vector<double>& latencies_ms) {
    Round round;
    if (const pid_t former = childWith(engine_.pid(), "sampler"); former > 0) ::kill(former, SIGKILL);
    std::this_thread::sleep_for(seconds(1));
    round.alone = phaseOf([] { std::this_thread::sleep_for(kPhase); });
    ExploreAnswers answers;
    PictureClient client({.text = run_.string()});
    client.explore(answers.callbacks());
    show(client, answers, 0);  // starts the process
    std::this_thread::sleep_for(seconds(1));
    const pid_t sampler = childWith(engine_.pid(), "sampler");
    const double sampler_before = cpuOfProcess(sampler);
    const double engine_before = cpuOfProcess(engine_.pid());
    round.idle = phaseOf([] { std::this_thread::sleep_for(kPhase); });
    round.idle_cost = (cpuOfProcess(sampler) - sampler_before) / (cpuOfProcess(engine_.pid()) - engine_before);
    round.exploring = phaseOf([&] {
      const auto until = std::chrono::steady_clock::now() + kPhase;
      while (std::chrono::steady_clock::now() < until) {
        const auto begin = std::chrono::steady_clock::now();
        show(client, answers, static_cast<int>(latencies_ms.size()));
        const std::chrono::duration<double, std::milli> took = std::chrono::steady_clock::now() - begin;
        latencies_ms.push_back(took.count());
      }
    });
    return round;
  }

  /// A point between two samples, further on with each number.
  static void show(PictureClient& client, ExploreAnswers& answers, int number) {
    const double part = number % 100 / 100.0;
    const std::string point = "seed=1*" + std::to_string(1 - part) + "+2*" + std::to_string(part + 0.01) + " class=3";
    const auto reply = answers.to(client.wish(point, {}));
    if (!reply || !reply->has_picture()) throw std::runtime_error("no picture came");
  }

  TemporaryFolder folder_;
  fs::path run_ = folder_.path() / "run";
  Process engine_;
};

struct Aim {
  double latency_ms;
  double speed;  ///< Of the training while it is explored, of that without.
};

void expectCheap(int threads, const Aim& aim) {
  if (!fs::exists(ExploredRun::images())) GTEST_SKIP() << ExploredRun::images() << " has no images of Fashion-MNIST";
  // What a slower machine makes of a time that is asked.
  const double yardstick = yardstickMilliseconds();
  const double slower = std::max(1.0, yardstick / kYardstickOfTheAims);
  ExploredRun run(threads);
  const Measured measured = run.measure();
  const Speeds speeds = run.speeds();
  std::vector<double> alones;
  std::vector<double> idle;
  std::vector<double> explored;
  std::vector<double> idle_costs;
  for (const Round& round : measured.rounds) {
    const double alone = speeds.in(round.alone);
    alones.push_back(alone);
    idle.push_back(speeds.in(round.idle) / alone);
    explored.push_back(speeds.in(round.exploring) / alone);
    idle_costs.push_back(round.idle_cost);
    std::cout << "  alone " << alone << " it/s, with an idle explorer " << idle.back() << ", explored "
              << explored.back() << " of that\n";
  }
  const double p95 = quantile(measured.latencies_ms, 0.95);
  std::cout << (threads == 0 ? "all cores train: " : "one core trains: ") << measured.latencies_ms.size()
            << " pictures, median " << median(measured.latencies_ms) << " ms, 95 % within " << p95 << " ms, asked are "
            << aim.latency_ms << " times " << slower << " for the yardstick (" << yardstick << " ms, "
            << kYardstickOfTheAims << " where that was asked); training at " << median(explored) << " of its "
            << median(alones) << " it/s (at least " << aim.speed << "), with an idle explorer at " << median(idle)
            << ", which takes " << 100 * median(idle_costs) << " % of the training's processor time (at most "
            << 100 * kMostWhileIdle << " %)\n";
  EXPECT_LE(p95, slower * aim.latency_ms);
  EXPECT_GE(median(explored), aim.speed);
  EXPECT_LE(median(idle_costs), kMostWhileIdle);
}

TEST(Exploring, BesideATrainingOnOneCoreTakesNextToNothing) { expectCheap(1, {.latency_ms = 100, .speed = 0.95}); }

TEST(Exploring, BesideATrainingOnAllCoresLeavesItHalfOfItsSpeed) { expectCheap(0, {.latency_ms = 250, .speed = 0.5}); }

}  // namespace
}  // namespace gan::test
