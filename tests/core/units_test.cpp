#include "core/units.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>

namespace gan {
namespace {

using std::chrono::duration;

TEST(Units, BytesAreInPowersOf1024) {
  EXPECT_EQ(formatBytes(0), "0 B");
  EXPECT_EQ(formatBytes(1023), "1023 B");
  EXPECT_EQ(formatBytes(1024), "1.0 KiB");
  EXPECT_EQ(formatBytes(1536ULL << 20U), "1.5 GiB");
  EXPECT_EQ(formatBytes((1ULL << 20U) - 1), "1.0 MiB");
  EXPECT_EQ(formatBytes(std::numeric_limits<std::uint64_t>::max()), "16.0 EiB");
}

TEST(Units, DurationsHaveTwoParts) {
  EXPECT_EQ(formatDuration(duration<double>(0.84)), "0.8 s");
  EXPECT_EQ(formatDuration(duration<double>(9.96)), "10 s");
  EXPECT_EQ(formatDuration(duration<double>(41)), "41 s");
  EXPECT_EQ(formatDuration(duration<double>(59.6)), "1 min 00 s");
  EXPECT_EQ(formatDuration(duration<double>(185)), "3 min 05 s");
  EXPECT_EQ(formatDuration(duration<double>(7500)), "2 h 05 min");
  EXPECT_EQ(formatDuration(duration<double>(24 * 3600 - 1)), "1 d 00 h");
  EXPECT_EQ(formatDuration(duration<double>(3 * 86400 + 4 * 3600)), "3 d 04 h");
  EXPECT_EQ(formatDuration(duration<double>(-41)), "-41 s");
}

TEST(Units, DurationsThatAreNoNumberAreUnknown) {
  EXPECT_EQ(formatDuration(duration<double>(std::numeric_limits<double>::infinity())), "unknown");
  EXPECT_EQ(formatDuration(duration<double>(std::numeric_limits<double>::quiet_NaN())), "unknown");
  EXPECT_EQ(formatDuration(duration<double>(1e300)), "unknown");
}

TEST(Units, CountsAreGroupedByThousands) {
  EXPECT_EQ(formatCount(0), "0");
  EXPECT_EQ(formatCount(999), "999");
  EXPECT_EQ(formatCount(12480), "12,480");
  EXPECT_EQ(formatCount(-123456), "-123,456");
  EXPECT_EQ(formatCount(std::numeric_limits<std::int64_t>::min()), "-9,223,372,036,854,775,808");
}

TEST(Units, TimesAreUtc) {
  EXPECT_EQ(formatUtc(0), "1970-01-01T00:00:00Z");
  EXPECT_EQ(formatUtc(1234567890.9), "2009-02-13T23:31:30Z");  // well known
  EXPECT_EQ(formatUtc(951782400), "2000-02-29T00:00:00Z");
  EXPECT_EQ(formatUtc(std::numeric_limits<double>::quiet_NaN()), "unknown");
  EXPECT_EQ(formatUtc(1e300), "unknown");
}

TEST(Units, TheClockIsAfterThisTestWasWritten) { EXPECT_GT(unixSeconds(), 1.7e9); }

}  // namespace
}  // namespace gan
