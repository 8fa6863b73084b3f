// What a reader keeps in memory does not grow with the run: a tenth of a simulated hour here, a day in
// tests/benchmark.
#include <gtest/gtest.h>

#include "run_reader_fixture.h"
#include "support/memory.h"

namespace gan {
namespace {

class FlatMemory : public RunReaderTest {
 protected:
  static constexpr std::size_t kSeries = 100;
  // The newest windows of values are as full after it as before.
  static constexpr std::int64_t kStretch = 15 * 4096;

  FlatMemory() {
    for (std::size_t i = 0; i < kSeries; ++i) names_.push_back("series/" + std::to_string(i));
    journalSegment(1, 0);
    openMetrics(1, 0, names_);
  }
  void SetUp() override {
    if (test::allocatedBytes() == 0) GTEST_SKIP() << "this build's allocator does not tell what is allocated";
  }
  /// A watcher looks at everything raw and smoothed while the run goes on.
  void follow(RunReader& reader) {
    for (const std::int64_t end = last_ + kStretch; last_ < end; last_ += 2048) {
      rows(1, last_ + 1, last_ + 2048, kSeries);
      reader.refresh();
      reader.smooth(names_, {0.9});
    }
  }

  std::vector<std::string> names_;
  std::int64_t last_ = 0;
};

TEST_F(FlatMemory, OfSeriesRawAndSmoothed) {
  RunReader reader(folder_);
  follow(reader);
  const std::uint64_t before = test::allocatedBytes();
  follow(reader);
  const auto grown = static_cast<std::int64_t>(test::allocatedBytes() - before);
  EXPECT_LT(grown, kStretch * static_cast<std::int64_t>(kSeries) / 100);  // sums in memory would be 20 times that
  EXPECT_EQ(reader.query(names_[7], kAll, 1'000, {0.9}).size(), 1'000U);
}

TEST_F(FlatMemory, OfMeasurements) {
  RunReader reader(folder_);
  const auto measure = [&](int count) {
    for (int i = 0; i < count; ++i) {
      journal(1, LoadMeasured{});
      journal(1, RanksMeasured{500, std::vector<RankTimes>(4, {"node-of-a-cluster-1", {1, 2, 3, 4, 5, 6}})});
      if (i % 50 == 0) reader.refresh();
    }
    reader.refresh();
  };
  measure(500);
  const std::uint64_t before = test::allocatedBytes();
  measure(2'000);
  EXPECT_LT(static_cast<std::int64_t>(test::allocatedBytes() - before), 2'000 * 10);  // two in memory would be 1,500
  EXPECT_EQ(reader.summary().ranks->ranks.size(), 4U);
}

}  // namespace
}  // namespace gan
