// The way of what NVML says of each rank's GPU to the entry of the journal, with a library that stands for NVML.
#include <ATen/ATen.h>
#include <ATen/Parallel.h>
#include <gtest/gtest.h>

#include <thread>

#include "core/device_load_monitor.h"
#include "cuda/device_load.h"
#include "distributed/ranks.h"
#include "run/rank_window.h"
#include "training/telemetry_ring.h"

namespace gan {
namespace {

using std::chrono_literals::operator""ms;

/// The entry that the rank would write after an iteration of two seconds, with its GPU's load as NVML has it.
std::string entryOf(Collective& collective, const std::vector<std::string>& uuids) {
  at::set_num_threads(1);
  const DeviceLoadMeter meter(uuids.at(static_cast<std::size_t>(collective.rank())),
                              GAN_FAKE_MODULES "/libfake_nvml.so");
  const DeviceLoadMonitor monitor([&meter] { return meter.measure(); });
  while (!monitor.newest()) std::this_thread::sleep_for(1ms);
  const auto series = std::make_shared<const SeriesList>(std::vector<std::string>{"loss/g"});
  TelemetryRing ring(series, at::kCPU, 2, &collective);
  ring.push(blankRecord(series, 1), at::zeros({1}), {.times = {2'000}, .device = monitor.newest()}, 0);
  const CollectedStep step = ring.collect(TelemetryRing::Drain::kAll).at(0);
  Event event;
  event.what = RankWindow({"node-0", "node-0", "node-1"}).add(step.ranks).value();
  return toJson(event);
}

TEST(RankLoad, OfEveryGpuComesFromNvmlIntoTheEntryOfEachRank) {
  const std::vector<std::string> uuids = {"GPU-whole", "MIG-part", "GPU-idle"};
  const auto said = test::runRanks(3, [&](Collective& collective) { return entryOf(collective, uuids); });
  constexpr std::uint64_t kTotal = 80ULL << 30U;
  const RanksMeasured expected{1,
                               {{"node-0", {2'000}, DeviceLoad{87, 30ULL << 30U, kTotal}},
                                {"node-0", {2'000}, DeviceLoad{std::nullopt, 30ULL << 30U, kTotal}},
                                {"node-1", {2'000}, DeviceLoad{87, 1ULL << 30U, kTotal}}}};
  for (const std::string& entry : said) {
    ASSERT_TRUE(entry.starts_with("{")) << entry;
    EXPECT_EQ(std::get<RanksMeasured>(eventFromJson(entry).what), expected) << entry;
  }
}

}  // namespace
}  // namespace gan
