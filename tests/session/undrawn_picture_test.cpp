#include <c10/core/CPUAllocator.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <new>

#include "session_run.h"

namespace gan {
namespace {

/// While it lives and is armed, LibTorch gets no memory for anything as large as a sheet of many pictures.
class ScarceMemory : public c10::Allocator {
 public:
  ScarceMemory() : usual_(c10::GetCPUAllocator()) { c10::SetCPUAllocator(this, kPriority); }
  ~ScarceMemory() override { c10::SetCPUAllocator(usual_, kPriority); }
  ScarceMemory(const ScarceMemory&) = delete;
  ScarceMemory& operator=(const ScarceMemory&) = delete;

  void arm() { armed_ = true; }

  c10::DataPtr allocate(std::size_t bytes) override {
    if (armed_ && bytes > kMost) throw std::bad_alloc();
    return usual_->allocate(bytes);
  }
  c10::DeleterFnPtr raw_deleter() const override { return usual_->raw_deleter(); }
  void copy_data(void* to, const void* from, std::size_t bytes) const override { usual_->copy_data(to, from, bytes); }

 private:
  static constexpr std::uint8_t kPriority = 100;
  static constexpr std::size_t kMost = 500'000;

  c10::Allocator* const usual_;
  std::atomic<bool> armed_{false};
};

/// A run whose pictures, of 32 x 32 images, are what takes most memory by far.
class UndrawnPicture : public testing::Test {
 protected:
  std::vector<std::string> alerts() {
    reader_.refresh();
    std::vector<std::string> ids;
    for (const Event& event : reader_.events()) {
      if (const auto* alert = std::get_if<Alert>(&event.what)) ids.push_back(alert->message.id);
    }
    return ids;
  }

  ScarceMemory memory_;
  TemporaryFolder temporary_;
  const RunFolder folder_ =
      smallRun(temporary_ / "run", {"sampling.rows=32", "sampling.columns=32", "sampling.each_epoch=false"});
  RunReader reader_{folder_};
  TrainingSession training_{folder_};
};

TEST_F(UndrawnPicture, OfAChangeDoesNotRefuseItAndIsNoReasonToLoseTheTraining) {
  ASSERT_EQ(training_.ask(CommandKind::kSample).result, CommandResult::kApplied);
  memory_.arm();
  const CommandAnswer changed = training_.ask(CommandKind::kSet, {{"sampling.truncation", 1.5}});
  EXPECT_EQ(changed.result, CommandResult::kApplied) << changed.reason.english();
  EXPECT_TRUE(training_.waitFor([&] { return !alerts().empty(); }));
  EXPECT_THAT(alerts(), testing::ElementsAre("picture_not_drawn"));
  EXPECT_EQ(std::get<double>(reader_.summary().live_values.at("sampling.truncation")), 1.5);
  EXPECT_EQ(training_.ask(CommandKind::kSample).result, CommandResult::kRefused) << "nothing came of it";
  training_.session().requestStop();
  EXPECT_EQ(training_.wait(), Outcome::kStopped);
  EXPECT_EQ(CheckpointStore(folder_.checkpoints()).list().back().state.step, training_.step());
}

TEST_F(UndrawnPicture, OfARollBackDoesNotRefuseIt) {
  ASSERT_TRUE(training_.waitFor([&] { return CheckpointStore(folder_.checkpoints()).hasAny(); }));
  training_.ask(CommandKind::kPause);
  memory_.arm();
  const CommandAnswer rolled_back = training_.ask(CommandKind::kRollback);
  EXPECT_EQ(rolled_back.result, CommandResult::kApplied) << rolled_back.reason.english();
  EXPECT_TRUE(training_.waitFor([&] { return !alerts().empty(); }));
  EXPECT_THAT(alerts(), testing::ElementsAre("picture_not_drawn"));
  EXPECT_EQ(reader_.summary().segment, 2);
}

}  // namespace
}  // namespace gan
