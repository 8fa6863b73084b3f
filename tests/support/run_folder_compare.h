#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace gan::test {

/// Values of a run's current line that depend on training alone, not on the clock: series by name, step by step.
std::map<std::string, std::map<std::int64_t, float>> trainedScalars(const std::filesystem::path& run);

/// Equal bit for bit: every step and value, NaN equal to NaN.
testing::AssertionResult sameScalars(const std::filesystem::path& a, const std::filesystem::path& b);

/// The newest checkpoint's tensors and optimiser states, byte by byte.
testing::AssertionResult sameCheckpoint(const std::filesystem::path& a, const std::filesystem::path& b,
                                        std::int64_t step);

/// Of the same checkpoints the largest ||a - b|| / max(||a||, 1) of any tensor, as moments of gradients may be nothing
/// but rounding; infinity where they hold other tensors.
double checkpointDeviation(const std::filesystem::path& a, const std::filesystem::path& b, std::int64_t step);

/// Newest checkpoint's step on the disk; -1 when there is none.
std::int64_t newestCheckpointStep(const std::filesystem::path& run);

}  // namespace gan::test
