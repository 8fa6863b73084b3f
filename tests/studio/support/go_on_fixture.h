#pragma once

#include <gtest/gtest.h>

#include <QImage>
#include <QTest>
#include <memory>
#include <string>
#include <vector>

#include "state/run_store.h"
#include "studio/support/fake_run_source.h"

namespace gan::test {

/// A run that stands at step 300, with checkpoints of steps 100, 200 and 300 on its line, and one of step 250 that a
/// roll back from 300 to 200 has superseded. It was made with a limit of 300 steps; an epoch has 640 images, of which
/// an iteration takes 32. Its generator's rate was 1e-4 at 100, and is 2e-4 since 200.
class GoOnRun : public testing::Test {
 protected:
  GoOnRun() {
    run_->facts.config_yaml = "training:\n  steps: 300\n  epochs: 0\ndata:\n  batch_size: 32\n";
    run_->startSegment(0, SegmentStarted::Cause::kStart);
    run_->add(190, SampleWritten{"step-190", 0});
    run_->add(240, SampleWritten{"step-240", 0});
    run_->startSegment(200, SegmentStarted::Cause::kRollback);
    run_->checkpoints = {entry(100, 2, "1e-4"), entry(200, 2, "2e-4"), entry(250, 2, "3e-4"), entry(300, 3, "2e-4")};
    run_->checkpoints[0].state.pinned = true;
    run_->on_sample = [](const std::string&) {
      QImage image(8, 8, QImage::Format_RGB32);
      image.fill(Qt::red);
      return SheetContent{image};
    };
    run_->changeSummary([](RunSummary& summary) {
      summary.status = RunStatus::kStopped;
      summary.step = 300;
      summary.total_steps = 300;
      const RunConfig config;
      for (const Field& field : Schema::builtin().fields()) {
        if (field.change == Change::kLive) summary.live_values[field.path] = config.value(field.path);
      }
      summary.live_values["optimizer.generator.learning_rate"] = 2e-4;
    });
  }

  static CheckpointStore::Entry entry(std::int64_t step, std::int32_t segment, const std::string& rate) {
    CheckpointStore::Entry entry;
    entry.name = stepName(step, segment);
    entry.state.step = step;
    entry.state.segment = segment;
    entry.state.images_per_epoch = 640;
    entry.state.data_position = step * 32;
    entry.state.live_values = {{"optimizer.generator.learning_rate", rate}};
    return entry;
  }
  /// Of a run that nobody trains, or that an engine trains.
  void open(LinkState state) {
    link_.start();
    ASSERT_TRUE(QTest::qWaitFor(
        [&] { return store_.isOpen() && store_.summary().step == 300 && store_.checkpoints().size() == 4; },
        kPatienceMs));
    run_->setState(state);
    ASSERT_TRUE(QTest::qWaitFor([&] { return store_.linkState() == state; }, kPatienceMs));
  }

  static constexpr int kPatienceMs = 20'000;
  std::shared_ptr<FakeRun> run_ = std::make_shared<FakeRun>();
  EndingsAwaited endings_;
  RunLink link_{opening(run_)};
  RunStore store_{link_};
};

}  // namespace gan::test
