#pragma once

#include <deque>
#include <fstream>
#include <optional>
#include <utility>

#include "service/fake_run.h"

namespace gan {

/// A training whose generators are empty files, of these steps one after the other, of the last one again and again; it
/// fails to write one where no step stands.
class SnapshotScript : public FakeSink {
 public:
  explicit SnapshotScript(std::deque<std::optional<std::int64_t>> steps) : steps_(std::move(steps)) {}

  void writeSnapshot(const SnapshotFiles& files, SnapshotAnswer answer) override {
    const auto step = steps_.front();
    if (steps_.size() > 1) steps_.pop_front();
    if (!step) return FakeSink::writeSnapshot(files, std::move(answer));
    std::ofstream(files.generator).flush();
    if (!files.discriminator.empty()) std::ofstream(files.discriminator).flush();
    answer(nullptr, *step);
  }

 private:
  std::deque<std::optional<std::int64_t>> steps_;
};

}  // namespace gan
