#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "run/journal.h"
#include "run/metrics.h"
#include "run/run_reader.h"
#include "support/temporary_folder.h"

namespace gan {

inline constexpr StepRange kAll{0, std::numeric_limits<std::int64_t>::max()};
inline constexpr std::size_t kManyRows = 1'000'000;

/// A run folder, written to as an engine would.
class RunReaderTest : public testing::Test {
 protected:
  RunReaderTest()
      : folder_(RunFolder::create(temporary_ / "run", RunConfig(), manifest())), journal_(folder_.journal()) {}

  static RunManifest manifest() {
    RunManifest manifest;
    manifest.id = "0123456789abcdef";
    return manifest;
  }
  void journal(std::int64_t step, decltype(Event::what) what) {
    journal_.append(
        {.segment = segment_, .step = step, .unix_seconds = 1000.0 + static_cast<double>(step), .what = what});
  }
  void journalCommand(const std::vector<Assignment>& values, CommandResult result) {
    CommandHandled handled;
    handled.command.values = values;
    handled.answer.result = result;
    journal(2, handled);
  }
  void journalSegment(std::int32_t segment, std::int64_t first_step, std::vector<Assignment> live_values = {}) {
    segment_ = segment;
    SegmentStarted started;
    started.cause = segment == 1 ? SegmentStarted::Cause::kStart : SegmentStarted::Cause::kRollback;
    started.first_step = first_step;
    started.live_values = std::move(live_values);
    journal(first_step, started);
  }
  void openMetrics(std::int32_t segment, std::int64_t first_step, std::vector<std::string> columns = {"loss/g"}) {
    metrics_.reset();
    metrics_.emplace(folder_.metrics(), segment, first_step, std::move(columns));
  }
  /// The values of each step of a segment are recognisable: step + 1000 * segment.
  void rows(std::int32_t segment, std::int64_t first, std::int64_t last, std::size_t columns = 1) {
    for (std::int64_t step = first; step <= last; ++step) {
      metrics_->append({.step = step,
                        .unix_seconds = 1000.0 + static_cast<double>(step),
                        .epoch = static_cast<double>(step) / 10,
                        .values = std::vector<float>(columns, static_cast<float>(step + 1000 * segment))});
    }
    metrics_->publish();
  }

  static std::vector<float> valuesOf(const RunReader& reader, std::string_view series = "loss/g") {
    return reader.values(series, kAll, kManyRows).values;
  }
  static std::vector<std::int64_t> stepsOf(const std::vector<MetricsBlock>& blocks) {
    std::vector<std::int64_t> steps;
    for (const auto& block : blocks) steps.insert(steps.end(), block.steps.begin(), block.steps.end());
    return steps;
  }

  TemporaryFolder temporary_;
  RunFolder folder_;
  JournalWriter journal_;
  std::int32_t segment_ = 1;
  std::optional<MetricsWriter> metrics_;
};

}  // namespace gan
