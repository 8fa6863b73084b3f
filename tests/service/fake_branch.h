#pragma once

#include <cstdint>
#include <filesystem>

#include "service/fake_run.h"

namespace gan {

/// A branch beside a fake run, which it left at a step, with values of its own up to another one.
class FakeBranch {
 public:
  FakeBranch(const FakeRun& parent, std::int64_t branch_step, std::int64_t last_step)
      : folder_(RunFolder::create(parent.temporary() / "branch", RunConfig(), manifest(branch_step))) {
    JournalWriter journal(folder_.journal());
    SegmentStarted started;
    started.first_step = branch_step;
    journal.append({.segment = 1, .step = branch_step, .unix_seconds = unixSeconds(), .what = started});
    std::filesystem::create_directories(folder_.metrics());
    MetricsWriter metrics(folder_.metrics(), 1, branch_step, {"loss/d", "loss/g"});
    for (std::int64_t step = branch_step + 1; step <= last_step; ++step) {
      metrics.append({.step = step, .unix_seconds = unixSeconds(), .epoch = 1, .values = {0, 1}});
    }
    metrics.publish();
  }

  const RunFolder& folder() const { return folder_; }
  std::filesystem::path path() const { return folder_.path(); }

 private:
  static RunManifest manifest(std::int64_t branch_step) {
    RunManifest manifest;
    manifest.id = randomHex(8);
    manifest.parent_path = "../run";
    manifest.parent_step = branch_step;
    manifest.created_unix_seconds = unixSeconds();
    return manifest;
  }

  const RunFolder folder_;
};

}  // namespace gan
