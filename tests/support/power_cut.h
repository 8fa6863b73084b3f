#pragma once

#include <cstdint>
#include <filesystem>

namespace gan::test {

/// What this process has flushed of a file with fdatasync(2).
struct Flushed {
  int times = 0;
  std::uintmax_t bytes = 0;
};
Flushed flushed(const std::filesystem::path& file);

/// The next call of fdatasync(2) fails with EIO.
void failNextFlush();

/// Leaves of a file what was flushed: a machine that goes down may lose all else.
void cutPower(const std::filesystem::path& file);

}  // namespace gan::test
