#pragma once

#include <cstdint>
#include <exception>
#include <filesystem>
#include <functional>

#include "run/command.h"
#include "run/event.h"

namespace gan {

/// Where a training's newest weights are written; none of the files may be there yet.
struct SnapshotFiles {
  std::filesystem::path generator;
  std::filesystem::path discriminator = {};  ///< Of the same step; empty: it is not wanted.
};

/// Takes commands for a run. The answer comes later, from another thread, exactly once.
class CommandSink {
 public:
  virtual ~CommandSink() = default;
  using Answer = std::function<void(const CommandAnswer&)>;
  /// Thread-safe; returns at once. Malformed commands are answered kRefused.
  virtual void submit(const Command& command, Answer answer) = 0;
  /// A client that steers came (+1) or went (-1): decides what guard.on_nan: auto does.
  virtual void steeringClientsChanged(int delta) = 0;
  /// What the run's journal is to say of its clients. Thread-safe; returns at once.
  virtual void report(Alert alert) = 0;

  /// failure is null on success, and step then that of the weights.
  using SnapshotAnswer = std::function<void(const std::exception_ptr& failure, std::int64_t step)>;
  /// Writes the generator that pictures are made with, as it is between the present iteration and the next.
  /// Thread-safe; returns at once. The answer comes from another thread, exactly once; behind a failure each file may
  /// be there or not.
  virtual void writeSnapshot(const SnapshotFiles& files, SnapshotAnswer answer) = 0;
};

}  // namespace gan
