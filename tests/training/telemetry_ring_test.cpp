#include "training/telemetry_ring.h"

#include <ATen/ATen.h>
#include <gtest/gtest.h>

namespace gan {
namespace {

const auto kSeries = std::make_shared<const SeriesList>(std::vector<std::string>{"loss/first", "second", "loss/last"},
                                                        std::vector<std::string>{std::string(host_series::kGenerator)});
constexpr std::int64_t kOnDevice = 3;

StepRecord record(std::int64_t step) {
  StepRecord record = blankRecord(kSeries, step);
  record.at(host_series::kGenerator) = 3.5F;
  return record;
}

at::Tensor metrics(double first) { return at::arange(kOnDevice, at::kFloat) + first; }

TEST(TelemetryRing, HandsMetricsOutDepthStepsLateAndInOrder) {
  TelemetryRing ring(kSeries, c10::Device(c10::kCPU), 2);
  std::vector<std::int64_t> arrived;
  for (std::int64_t step = 1; step <= 5; ++step) {
    ring.push(record(step), metrics(0), {}, step * 10);
    for (const CollectedStep& one : ring.collect(TelemetryRing::Drain::kDue)) {
      EXPECT_EQ(one.record.step, step - 2);
      EXPECT_EQ(one.pending, one.record.step * 10);
      arrived.push_back(one.record.step);
    }
  }
  EXPECT_EQ(arrived, (std::vector<std::int64_t>{1, 2, 3}));
  EXPECT_EQ(ring.collect(TelemetryRing::Drain::kAll).size(), 2U);
  EXPECT_TRUE(ring.collect(TelemetryRing::Drain::kAll).empty());
}

TEST(TelemetryRing, KeepsEachStepsValuesApart) {
  TelemetryRing ring(kSeries, c10::Device(c10::kCPU), 2);
  for (std::int64_t step = 1; step <= 9; ++step) {
    ring.push(record(step), metrics(100.0 * static_cast<double>(step)), {}, 0);
    for (const CollectedStep& one : ring.collect(TelemetryRing::Drain::kDue)) {
      EXPECT_FLOAT_EQ(one.record.at("loss/first"), 100.0F * static_cast<float>(one.record.step));
      EXPECT_FLOAT_EQ(one.record.at("loss/last"),
                      100.0F * static_cast<float>(one.record.step) + static_cast<float>(kOnDevice - 1));
      EXPECT_FLOAT_EQ(one.record.at(host_series::kGenerator), 3.5F);
    }
  }
}

TEST(TelemetryRing, CarriesPendingNumbersBeyondWhatAFloatHolds) {
  TelemetryRing ring(kSeries, c10::Device(c10::kCPU), 2);
  const std::int64_t pending = (std::int64_t{1} << 52U) + 1;
  ring.push(record(1), metrics(0), {}, pending);
  EXPECT_EQ(ring.collect(TelemetryRing::Drain::kAll).at(0).pending, pending);
}

TEST(TelemetryRing, CarriesWhatTheGpuDoesWithTheStepAtWhichItWasKnown) {
  TelemetryRing ring(kSeries, c10::Device(c10::kCPU), 2);
  const std::vector<std::optional<DeviceLoad>> loads = {
      std::nullopt,
      DeviceLoad{.busy_percent = 87, .memory_used_bytes = (1ULL << 53U) - 1, .memory_total_bytes = 1ULL << 53U},
      DeviceLoad{.busy_percent = {}, .memory_used_bytes = 0, .memory_total_bytes = 80ULL << 30U},
      DeviceLoad{.busy_percent = 0, .memory_used_bytes = 1, .memory_total_bytes = 2},
      std::nullopt,  // in the place of one that had a load
      DeviceLoad{.busy_percent = 12.5, .memory_used_bytes = 3, .memory_total_bytes = 4}};
  const auto own = [&](std::size_t i) {
    return RankIteration{.times = {1, 2, 3, 4, 5, static_cast<double>(i)}, .device = loads[i]};
  };
  std::size_t arrived = 0;
  for (std::size_t i = 0; i < loads.size(); ++i) {
    ring.push(record(static_cast<std::int64_t>(i)), metrics(0), own(i), 0);
    for (const CollectedStep& one : ring.collect(TelemetryRing::Drain::kDue)) {
      EXPECT_EQ(one.ranks, std::vector{own(arrived)}) << arrived;
      ++arrived;
    }
  }
  for (const CollectedStep& one : ring.collect(TelemetryRing::Drain::kAll)) {
    EXPECT_EQ(one.ranks, std::vector{own(arrived)}) << arrived;
    ++arrived;
  }
  EXPECT_EQ(arrived, loads.size());
}

TEST(TelemetryRing, ForgetsWhatWasNotCollectedWhenCleared) {
  TelemetryRing ring(kSeries, c10::Device(c10::kCPU), 2);
  ring.push(record(1), metrics(0), {}, 0);
  ring.clear();
  EXPECT_TRUE(ring.collect(TelemetryRing::Drain::kAll).empty());
}

}  // namespace
}  // namespace gan
