#pragma once

#include <gtest/gtest.h>

/// Skips a test that moves megabytes through libraries which ThreadSanitizer does not see into: each piece that they
/// copy has it look for what suppresses that race, which takes it minutes.
#ifdef _GLIBCXX_TSAN
#define GAN_SKIP_MEGABYTES_UNDER_TSAN() GTEST_SKIP() << "ThreadSanitizer takes minutes for its megabytes"
#else
#define GAN_SKIP_MEGABYTES_UNDER_TSAN() static_cast<void>(0)
#endif

namespace gan::test {

/// How many times as long as without it something may take under ThreadSanitizer.
#ifdef _GLIBCXX_TSAN
inline constexpr double kTimesAsLong = 6;
#else
inline constexpr double kTimesAsLong = 1;
#endif

}  // namespace gan::test
