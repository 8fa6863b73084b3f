#pragma once

#include <atomic>
#include <filesystem>
#include <memory>
#include <mutex>
#include <vector>

#include "run/command_sink.h"
#include "run/recorder.h"
#include "session/duty.h"
#include "training/trainer.h"

namespace gan {

/// Writes the newest generator, and the discriminator beside it, into files when somebody wants them. While nobody
/// does, an iteration pays for one look at a flag.
class SnapshotDuty : public Duty {
 public:
  /// All must outlive it; recorder is null on ranks other than 0, where nobody wants anything.
  SnapshotDuty(const RunConfig& config, Trainer& trainer, Recorder* recorder)
      : config_(config), trainer_(trainer), recorder_(recorder) {}
  ~SnapshotDuty() override;

  /// See CommandSink::writeSnapshot(). Thread-safe.
  void want(const SnapshotFiles& files, CommandSink::SnapshotAnswer answer);
  /// Training has ended: refuses what is wanted now and later. Thread-safe.
  void close();

  bool due(const Standing& /*now*/) const override { return wanted_.load(std::memory_order_relaxed); }
  void run() override;

 private:
  struct Wish;

  const RunConfig& config_;
  Trainer& trainer_;
  Recorder* recorder_;
  std::atomic<bool> wanted_{false};
  std::mutex mutex_;
  bool closed_ = false;
  std::vector<std::shared_ptr<Wish>> wishes_;
};

}  // namespace gan
