#pragma once

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>

namespace gan {

/// Copies of remote objects on the local disk, each under a name that changes with its content, with a checksum.
/// When the limit is reached, copies that nobody read for a day make room; if that is not enough, nothing more is kept:
/// to drop what this training is going to read again would only wear out the disk. Several processes may share a
/// folder; each counts what it finds and what it adds. Thread-safe.
class ObjectCache {
 public:
  /// Makes the folder. Throws Error for a folder that cannot be made.
  ObjectCache(std::filesystem::path folder, std::uint64_t limit_bytes);

  /// The copy, or nothing where there is none, or a damaged one, which goes away. name is 64 hexadecimal digits.
  std::optional<std::string> find(std::string_view name, std::uint64_t size);
  /// Keeps a copy if there is room. A disk that refuses is warned about once; the training goes on without.
  void store(std::string_view name, std::string_view content);

  std::uint64_t bytes() const { return bytes_; }

 private:
  std::filesystem::path pathOf(std::string_view name) const;
  bool makeRoom(std::uint64_t needed);
  void giveUp(const std::string& reason);

  const std::filesystem::path folder_;
  const std::uint64_t limit_;
  std::atomic<std::uint64_t> bytes_{0};
  std::atomic<bool> refused_{false};
  std::mutex mutex_;  ///< Held while room is made.
  double next_search_ = 0;
};

}  // namespace gan
