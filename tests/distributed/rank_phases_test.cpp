#include <ATen/ATen.h>
#include <ATen/Parallel.h>
#include <gtest/gtest.h>

#include <thread>

#include "distributed/numbers.h"
#include "distributed/ranks.h"
#include "run/rank_balance.h"
#include "training/sample_batches.h"
#include "training/small_trainer.h"
#include "training/telemetry_ring.h"

namespace gan {
namespace {

using std::chrono::milliseconds;
using test::Numbers;

const auto kSeries = std::make_shared<const SeriesList>(std::vector<std::string>{"loss/d", "loss/g"});
constexpr std::int64_t kOnDevice = 2;

/// Times that no sum of several of them would leave as they are.
PhaseTimes timesOf(int rank) {
  PhaseTimes times{};
  for (std::size_t i = 0; i < kPhaseCount; ++i) times[i] = 0.1 * (rank + 1) + 1e-13 * static_cast<double>(i);
  return times;
}

/// Each rank knows something else of its GPU: all, not how busy it is, nothing.
std::optional<DeviceLoad> loadOf(int rank) {
  constexpr std::uint64_t kLargest = std::uint64_t{1} << 53U;
  if (rank == 0)
    return DeviceLoad{.busy_percent = 0.1, .memory_used_bytes = kLargest - 1, .memory_total_bytes = kLargest};
  if (rank == 1) return DeviceLoad{.busy_percent = {}, .memory_used_bytes = 0, .memory_total_bytes = 7};
  return std::nullopt;
}

std::vector<double> flatTimes(const std::vector<RankIteration>& ranks) {
  std::vector<double> values;
  for (const RankIteration& rank : ranks) values.insert(values.end(), rank.times.begin(), rank.times.end());
  return values;
}

TEST(RankPhases, EveryRankHearsEveryBitThatTheOthersTellInTheSumOfMetricsAlone) {
  const auto said = test::runRanks(3, [](Collective& collective) {
    at::set_num_threads(1);
    TelemetryRing ring(kSeries, at::kCPU, 2, &collective);
    const StepRecord record = blankRecord(kSeries, 1);
    const std::uint64_t before = collective.bytesHandedOver();
    const int rank = collective.rank();
    ring.push(record, at::full({kOnDevice}, rank, at::kFloat), {.times = timesOf(rank), .device = loadOf(rank)},
              /*pending=*/100 + rank);
    const auto bytes = static_cast<double>(collective.bytesHandedOver() - before);
    const CollectedStep step = ring.collect(TelemetryRing::Drain::kAll).at(0);
    std::vector<double> told;
    for (int other = 0; other < 3; ++other) {
      told.push_back(step.ranks.at(static_cast<std::size_t>(other)) ==
                     RankIteration{.times = timesOf(other), .device = loadOf(other)});
    }
    return test::pack({{"bytes", {bytes}},
                       {"pending", {static_cast<double>(step.pending)}},
                       {"mean", {step.record.at("loss/g")}},
                       {"told", told}});
  });
  for (const std::string& one : said) {
    Numbers numbers = test::unpack(one);
    EXPECT_EQ(numbers["told"], (std::vector<double>{1, 1, 1})) << one.substr(0, 300);
    EXPECT_EQ(numbers["pending"], std::vector{100.0});
    EXPECT_EQ(numbers["mean"], std::vector{1.0});
    EXPECT_EQ(numbers["bytes"], std::vector{static_cast<double>(8 * (kOnDevice + 2 + 3 * (kPhaseCount + 3)))});
  }
}

constexpr milliseconds kSlow{300};
constexpr int kSteps = 5;

/// Takes its time for every batch.
class SlowBatches : public SampleBatches {
 public:
  using SampleBatches::SampleBatches;
  Batch next() override {
    std::this_thread::sleep_for(kSlow);
    return SampleBatches::next();
  }
};

std::string trainWithSlowRankOne(Collective& collective, BatchNormScope scope) {
  using Clock = std::chrono::steady_clock;
  at::set_num_threads(1);
  TrainerOptions options = smallOptions();
  options.batch_norm = scope;
  std::unique_ptr<BatchSource> batches;
  if (collective.rank() == 1) {
    batches = std::make_unique<SlowBatches>(4, 1, 28, 1, 2);
  } else {
    batches = std::make_unique<SampleBatches>(4, 1, 28, 0, 2);
  }
  Trainer trainer(options, *batches, at::kCPU, &collective);
  Numbers numbers;
  Clock::duration outside{};
  for (int i = 0; i < kSteps; ++i) {
    const auto begin = Clock::now();
    trainer.step({}, 0);
    const auto collected = trainer.collect(Trainer::Drain::kAll);
    outside += Clock::now() - begin;
    const std::vector<double> ranks = flatTimes(collected.at(0).ranks);
    numbers["ranks"].insert(numbers["ranks"].end(), ranks.begin(), ranks.end());
    for (const std::string_view series : {host_series::kData, host_series::kForward, host_series::kBackward,
                                          host_series::kCommunication, host_series::kOptimizer, host_series::kStep}) {
      numbers["series"].push_back(collected.at(0).record.at(series));
    }
  }
  numbers["outside"] = {std::chrono::duration<double, std::milli>(outside).count()};
  return test::pack(numbers);
}

class SlowData : public testing::TestWithParam<BatchNormScope> {
 protected:
  void SetUp() override {
    for (const std::string& said :
         test::runRanks(2, [](Collective& all) { return trainWithSlowRankOne(all, GetParam()); })) {
      said_.push_back(test::unpack(said));
      ASSERT_EQ(said_.back()["ranks"].size(), kSteps * 2 * kPhaseCount) << said.substr(0, 300);
    }
  }

  PhaseTimes timesOf(int step, int rank) {
    PhaseTimes times{};
    const auto begin = said_[0]["ranks"].begin() + static_cast<std::ptrdiff_t>(kPhaseCount) * (2 * step + rank);
    std::copy_n(begin, kPhaseCount, times.begin());
    return times;
  }

  RanksMeasured means() {
    RanksMeasured measured{.steps = kSteps, .ranks = {{"a", {}}, {"b", {}}}};
    for (int step = 0; step < kSteps; ++step) {
      for (int rank = 0; rank < 2; ++rank) {
        PhaseTimes& mean = measured.ranks[static_cast<std::size_t>(rank)].times;
        for (std::size_t i = 0; i < kPhaseCount; ++i) mean[i] += timesOf(step, rank)[i] / kSteps;
      }
    }
    return measured;
  }

  std::vector<Numbers> said_;
};

TEST_P(SlowData, OfOneRankMakeItTheStragglerAndNotTheRankThatWaits) {
  const RankBalance balance = balanceOf(means());
  ASSERT_EQ(balance.stragglers.size(), 1U);
  EXPECT_EQ(balance.stragglers[0].rank, 1U);
  EXPECT_EQ(balance.stragglers[0].phase, Phase::kData);
  for (int step = 0; step < kSteps; ++step) {
    EXPECT_GE(timeIn(timesOf(step, 1), Phase::kData), static_cast<double>(kSlow.count()));
  }
  // Rank 0 cannot have ended its last iteration before rank 1 had begun to compute for it.
  const RankTimes waiting = means().ranks[0];
  EXPECT_GT(timeIn(waiting.times, Phase::kCommunication), ownWork(waiting.times));
}

TEST_P(SlowData, LeaveEachRankWithNoMoreTimeThanHasPassed) {
  for (int rank = 0; rank < 2; ++rank) {
    double counted = 0;
    for (int step = 0; step < kSteps; ++step) {
      const PhaseTimes times = timesOf(step, rank);
      for (const double one : times) EXPECT_GE(one, 0);
      counted += total(times);
    }
    EXPECT_LE(counted, said_[static_cast<std::size_t>(rank)]["outside"].at(0));
    EXPECT_GE(counted, static_cast<double>((kSteps - 1) * kSlow.count()));
  }
}

TEST_P(SlowData, AreInTheSeriesAsMeansOverTheRanksThatAddUpToTheStep) {
  const std::vector<double> series = said_[1]["series"];
  for (int step = 0; step < kSteps; ++step) {
    double sum = 0;
    for (std::size_t i = 0; i + 1 < kPhaseCount; ++i) {
      const double mean = (timesOf(step, 0)[i] + timesOf(step, 1)[i]) / 2;
      EXPECT_NEAR(series[kPhaseCount * static_cast<std::size_t>(step) + i], mean, 1e-9 * mean);
      sum += mean;
    }
    sum += (timeIn(timesOf(step, 0), Phase::kOther) + timeIn(timesOf(step, 1), Phase::kOther)) / 2;
    EXPECT_NEAR(series[kPhaseCount * static_cast<std::size_t>(step) + kPhaseCount - 1], sum, 1e-9 * sum);
  }
}

INSTANTIATE_TEST_SUITE_P(Statistics, SlowData, testing::Values(BatchNormScope::kAllRanks, BatchNormScope::kOwnRank),
                         [](const auto& scope) {
                           return scope.param == BatchNormScope::kAllRanks ? "OfAllRanks" : "OfOwnRank";
                         });

}  // namespace
}  // namespace gan
