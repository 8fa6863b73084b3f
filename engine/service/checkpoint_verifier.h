#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <exception>
#include <filesystem>
#include <functional>
#include <map>
#include <mutex>
#include <stop_token>
#include <string>
#include <thread>
#include <vector>

namespace gan {

/// Whether files of checkpoints are whole. Each is read once, and again when it or its digest was changed, on a thread
/// of this object's own, which leaves the processor to others: reading takes seconds. Thread-safe.
class CheckpointVerifier {
 public:
  /// changed: called from that thread when more is known than before.
  explicit CheckpointVerifier(std::function<void()> changed);
  /// Leaves what it is reading.
  ~CheckpointVerifier();
  CheckpointVerifier(const CheckpointVerifier&) = delete;
  CheckpointVerifier& operator=(const CheckpointVerifier&) = delete;

  /// Of these files of a checkpoint. False: that is not known yet; who still wants to know asks again, within
  /// kForgottenAfter. Throws Error(kDataLoss, "checkpoint_damaged").
  bool areWhole(const std::filesystem::path& checkpoint, const std::vector<std::string>& files);
  static constexpr std::chrono::seconds kForgottenAfter{10};

 private:
  using Clock = std::chrono::steady_clock;
  /// A file as it was read; another one has another stamp.
  struct Stamp {
    std::int64_t written = 0;
    std::uint64_t bytes = 0;
    std::int64_t digests_written = 0;
    friend bool operator==(const Stamp&, const Stamp&) = default;
  };
  struct Known {
    Stamp stamp = {};
    bool is_read = false;
    std::exception_ptr damage = {};  ///< Null: it is whole.
    Clock::time_point asked_at = {};
  };

  static Stamp stampOf(const std::filesystem::path& file);
  void loop(const std::stop_token& stop);

  const std::function<void()> changed_;
  std::mutex mutex_;
  std::condition_variable_any asked_;
  std::map<std::filesystem::path, Known> known_;
  std::deque<std::filesystem::path> waiting_;  ///< To be read.
  std::jthread thread_;                        ///< The last member: it uses the others.
};

}  // namespace gan
