#pragma once

#include <stdlib.h>

#include <chrono>
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "core/random_hex.h"
#include "core/units.h"
#include "protocol/token.h"
#include "run/command_sink.h"
#include "run/journal.h"
#include "run/metrics.h"
#include "run/run_reader.h"
#include "service/run_service.h"
#include "support/temporary_folder.h"

namespace gan {

/// A run folder that is written to as an engine would, beside a folder for sockets.
class FakeRun {
 public:
  explicit FakeRun(std::vector<std::string> columns = {"loss/d", "loss/g"})
      : folder_(RunFolder::create(temporary_ / "run", RunConfig(), manifest())),
        journal_(folder_.journal()),
        column_names_(columns),
        columns_(columns.size()) {
    metrics_.emplace(folder_.metrics(), segment_, 0, column_names_);
    ::setenv("XDG_RUNTIME_DIR", temporary_.path().c_str(), 1);
    journal(SegmentStarted{});
  }

  const RunFolder& folder() const { return folder_; }
  std::filesystem::path path() const { return folder_.path(); }
  std::filesystem::path temporary() const { return temporary_.path(); }

  /// The value of a column at a step is a function of both, so that a receiver can check it.
  static float valueOf(std::int64_t step, std::size_t column) {
    return static_cast<float>(step % 1000) + static_cast<float>(column) / 64;
  }
  void rows(int count) {
    for (int i = 0; i < count; ++i) {
      MetricsRow row{++step_, unixSeconds(), static_cast<double>(step_) / 100, {}};
      for (std::size_t column = 0; column < columns_; ++column) row.values.push_back(valueOf(step_, column));
      metrics_->append(row);
    }
    metrics_->publish();
  }
  /// What was trained after step is superseded.
  void rollBack(std::int64_t step) {
    metrics_.emplace(folder_.metrics(), ++segment_, step, column_names_);
    step_ = step;
  }
  void journal(decltype(Event::what) what) {
    journal_.append({.segment = segment_, .step = step_, .unix_seconds = unixSeconds(), .what = std::move(what)});
  }
  std::int64_t step() const { return step_; }

 private:
  static RunManifest manifest() {
    RunManifest manifest;
    manifest.id = randomHex(8);
    return manifest;
  }

  TemporaryFolder temporary_;
  RunFolder folder_;
  JournalWriter journal_;
  std::vector<std::string> column_names_;
  std::size_t columns_;
  std::int32_t segment_ = 1;
  std::optional<MetricsWriter> metrics_;
  std::int64_t step_ = 0;
};

/// Takes commands and answers them after a while from a thread of its own, each with the number of commands so far.
class FakeSink : public CommandSink {
 public:
  explicit FakeSink(std::chrono::milliseconds delay = {}) : delay_(delay) {}
  ~FakeSink() override {
    for (std::thread& thread : threads_) thread.join();
  }

  void submit(const Command& command, Answer answer) override {
    const std::lock_guard lock(mutex_);
    commands_.push_back(command);
    const auto number = static_cast<std::int64_t>(commands_.size());
    threads_.emplace_back([answer = std::move(answer), number, delay = delay_] {
      std::this_thread::sleep_for(delay);
      answer({CommandResult::kApplied, number, {}});
    });
  }
  void steeringClientsChanged(int delta) override {
    const std::lock_guard lock(mutex_);
    clients_ += delta;
  }

  void report(Alert alert) override {
    const std::lock_guard lock(mutex_);
    alerts_.push_back(std::move(alert));
  }
  void writeSnapshot(const SnapshotFiles&, SnapshotAnswer answer) override {
    answer(std::make_exception_ptr(Error(ErrorCode::kUnavailable, "no_snapshot", "There is none.")), -1);
  }

  std::vector<Command> commands() const {
    const std::lock_guard lock(mutex_);
    return commands_;
  }
  std::vector<Alert> alerts() const {
    const std::lock_guard lock(mutex_);
    return alerts_;
  }
  int clients() const {
    const std::lock_guard lock(mutex_);
    return clients_;
  }

 private:
  const std::chrono::milliseconds delay_;
  mutable std::mutex mutex_;
  std::vector<Command> commands_;
  std::vector<Alert> alerts_;
  int clients_ = 0;
  std::vector<std::thread> threads_;
};

/// Takes commands, and answers them when the test says so.
class HeldSink : public CommandSink {
 public:
  void submit(const Command& command, Answer answer) override {
    const std::lock_guard lock(mutex_);
    taken_.push_back(command.id);
    answers.push_back(std::move(answer));
  }
  void steeringClientsChanged(int) override {}
  void report(Alert) override {}
  void writeSnapshot(const SnapshotFiles&, SnapshotAnswer) override {}
  /// Their ids.
  std::vector<std::string> taken() const {
    const std::lock_guard lock(mutex_);
    return taken_;
  }
  void answerAll() {
    for (const Answer& answer : answers) answer({CommandResult::kApplied, 1, {}});
  }
  std::vector<Answer> answers;  ///< For tests in which nobody submits at the same time.

 private:
  mutable std::mutex mutex_;
  std::vector<std::string> taken_;
};

/// A server over a fake run, with a reader of its own as every engine has.
class FakeEngine {
 public:
  explicit FakeEngine(const FakeRun& run, CommandSink* sink = nullptr, const ServiceOptions& options = {})
      : reader_(RunFolder::open(run.path())), server_(std::make_unique<RunServer>(reader_, sink, options)) {}
  RunServer& server() { return *server_; }
  /// Ends the server and says how long that took.
  std::chrono::duration<double> stop() {
    const auto start = std::chrono::steady_clock::now();
    server_.reset();
    return std::chrono::steady_clock::now() - start;
  }

 private:
  RunReader reader_;
  std::unique_ptr<RunServer> server_;
};

}  // namespace gan
