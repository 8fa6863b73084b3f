#include "service/sampler_host.h"

#include <gtest/gtest.h>

#include <fstream>
#include <future>
#include <thread>

#include "core/atomic_file.h"
#include "protocol/studio.pb.h"
#include "run/checkpoint_store.h"
#include "service/sampler_process.h"
#include "service/snapshot_script.h"
#include "support/expect_error.h"
#include "support/process.h"

namespace gan {
namespace {

namespace v1 = ganstudio::v1;

/// Its folder.
std::filesystem::path writeCheckpoint(const FakeRun& run, std::int64_t step) {
  CheckpointState state;
  state.step = step;
  state.segment = 1;
  return CheckpointStore(run.folder().checkpoints())
      .write(
          state,
          [](const std::filesystem::path& folder) { writeFileAtomically(folder / "generator.safetensors", "weights"); })
      .path;
}

/// A host whose pictures are single pixels, of a run where every snapshot is of a later step.
class SamplerHostTest : public testing::Test {
 protected:
  SamplerHostTest() { beginWithPatience(SamplerOptions().task_patience); }
  /// Another host in place of the one before: so long its process may take over a task.
  void beginWithPatience(std::chrono::milliseconds task_patience) {
    host_.reset();
    host_.emplace(
        run_.folder(), &live_, run_.temporary(),
        SamplerOptions{.command = {GAN_SERVICE_TEST_TOOL, "logging-sampler", log_}, .task_patience = task_patience});
  }
  SamplerPiece pieceOf(const std::string& point) {
    SamplerPiece piece;
    piece.task.mutable_generate()->add_points(point);
    piece.wanted = [] { return true; };
    piece.answer = [](v1::SamplerAnswer&, const std::exception_ptr&) {};
    return piece;
  }
  /// The step that the picture of a piece is of.
  std::int64_t made(SamplerPiece piece) {
    auto step = std::make_shared<std::promise<std::int64_t>>();
    piece.answer = [step](v1::SamplerAnswer& answer, const std::exception_ptr& failure) {
      failure ? step->set_exception(failure) : step->set_value(answer.pictures(0).step());
    };
    submit(std::move(piece));
    return step->get_future().get();
  }
  void submit(SamplerPiece piece) { host_->submit(std::move(piece)); }
  /// The first points of the tasks that the process was given.
  std::vector<std::string> tasks() const {
    std::vector<std::string> points;
    std::ifstream file(log_);
    for (std::string line; std::getline(file, line);) points.push_back(line);
    return points;
  }
  SamplerPiece pieceOf(const std::string& point, std::int64_t step) {
    SamplerPiece piece = pieceOf(point);
    piece.step = step;
    return piece;
  }
  const FakeRun& run() const { return run_; }
  void letGo() { std::ofstream(log_ + ".go").flush(); }

 private:
  static std::deque<std::optional<std::int64_t>> everLater() {
    std::deque<std::optional<std::int64_t>> steps;
    for (std::int64_t step = 1; step < 100; ++step) steps.emplace_back(step);
    return steps;
  }

  FakeRun run_;
  SnapshotScript live_{everLater()};
  const std::string log_ = run_.temporary() / "tasks";
  std::optional<SamplerHost> host_;
};

TEST_F(SamplerHostTest, MakesNothingForWhoHasGone) {
  submit(pieceOf("seed=408"));
  ASSERT_TRUE(test::waitUntil([&] { return tasks().size() == 1; }));
  std::weak_ptr<int> of_a_call;
  for (int i = 0; i < 50; ++i) {
    const auto call = std::make_shared<int>();
    of_a_call = call;
    SamplerPiece left = pieceOf("seed=1");
    left.wanted = [of_a_call] { return !of_a_call.expired(); };
    left.answer = [](v1::SamplerAnswer&, const std::exception_ptr&) { ADD_FAILURE() << "its client has gone"; };
    submit(std::move(left));
  }
  letGo();
  EXPECT_GE(made(pieceOf("seed=2")), 1);
  EXPECT_EQ(tasks(), (std::vector<std::string>{"seed=408", "seed=2"}));
}

TEST_F(SamplerHostTest, ThePicturesOfACallAreOfOneGeneratorThoughTheTrainingGoesOn) {
  SamplerPiece piece = pieceOf("seed=1");
  const std::int64_t first = made(piece);
  ASSERT_TRUE(test::waitUntil([&] { return made(pieceOf("seed=2")) > first; }, std::chrono::seconds(10)));
  EXPECT_EQ(made(piece), first);
}

TEST_F(SamplerHostTest, BehindADamagedAnswerAnotherProcessMakesPictures) {
  expectError(ErrorCode::kDataLoss, "sampler_frame_damaged", [&] { made(pieceOf("seed=500")); });
  EXPECT_GE(made(pieceOf("seed=1")), 1);
  EXPECT_EQ(tasks(), (std::vector<std::string>{"seed=500", "seed=1"})) << "asked once each";
}

TEST_F(SamplerHostTest, AProcessThatSaysNothingIsEndedByNameAndAnotherMakesPictures) {
  beginWithPatience(std::chrono::milliseconds(300));
  expectError(ErrorCode::kUnavailable, "sampler_silent", [&] { made(pieceOf("seed=408")); });
  EXPECT_GE(made(pieceOf("seed=1")), 1);
  EXPECT_EQ(tasks(), (std::vector<std::string>{"seed=408", "seed=1"})) << "asked once each";
}

TEST_F(SamplerHostTest, GoesOnWithACheckpointThatTheRunHasRemovedMeanwhile) {
  const std::filesystem::path checkpoint = writeCheckpoint(run(), 10);
  const SamplerPiece piece = pieceOf("seed=1", 10);
  EXPECT_EQ(made(piece), 10);
  std::filesystem::remove_all(checkpoint);
  expectError(ErrorCode::kDataLoss, "sampler_frame_damaged", [&] { made(pieceOf("seed=500")); });
  EXPECT_EQ(made(piece), 10) << "by another process, which has to read the weights, too";
  expectError(ErrorCode::kNotFound, "checkpoint_not_found", [&] { made(pieceOf("seed=1", 10)); });
}

TEST_F(SamplerHostTest, AnswersOthersWhileALargeCheckpointIsVerified) {
  const std::filesystem::path checkpoint = writeCheckpoint(run(), 10);
  constexpr std::uintmax_t kManySeconds = std::uintmax_t{16} << 30U;  // most of which the test does not wait for
  std::filesystem::resize_file(checkpoint / "generator.safetensors", kManySeconds);
  SamplerPiece large = pieceOf("seed=1", 10);
  const auto answered = std::make_shared<std::promise<void>>();
  large.answer = [answered](v1::SamplerAnswer&, const std::exception_ptr&) { answered->set_value(); };
  std::future<void> answer = answered->get_future();
  submit(std::move(large));
  EXPECT_GE(made(pieceOf("seed=2")), 1);
  EXPECT_EQ(answer.wait_for(std::chrono::seconds(0)), std::future_status::timeout);
}

TEST_F(SamplerHostTest, DrawsSheetsOnceNobodyElseAsks) {
  writeCheckpoint(run(), 10);
  EXPECT_EQ(made(pieceOf("seed=1", 10)), 10);
  SamplerPiece sheet = pieceOf("", 10);
  sheet.task.mutable_sheet()->mutable_alike()->set_statistics("running");
  const auto drawn = std::make_shared<std::promise<std::uint32_t>>();
  sheet.answer = [drawn](v1::SamplerAnswer& answer, const std::exception_ptr& failure) {
    failure ? drawn->set_exception(failure) : drawn->set_value(answer.sheet().rows());
  };
  std::future<std::uint32_t> rows = drawn->get_future();
  submit(std::move(sheet));
  EXPECT_EQ(made(pieceOf("seed=2", 10)), 10);
  EXPECT_EQ(rows.get(), 1U);
  EXPECT_EQ(tasks(), (std::vector<std::string>{"seed=1", "seed=2", ""})) << "the one that came later goes first";
}

TEST(SamplerProcess, TakesAsMuchForEveryoneWhoAsksAtOnce) {
  SamplerProcess process({"/bin/sh", "-c", "while :; do :; done"});
  std::this_thread::sleep_for(std::chrono::milliseconds(700));
  const double first = process.measure().cpu_percent;
  EXPECT_GT(first, 0);
  for (int i = 0; i < 5; ++i) EXPECT_EQ(process.measure().cpu_percent, first);
}

/// A training that never hands its weights out.
class SilentSink : public FakeSink {
 public:
  void writeSnapshot(const SnapshotFiles&, SnapshotAnswer answer) override { answers_.push_back(std::move(answer)); }

 private:
  std::vector<SnapshotAnswer> answers_;
};

TEST(SamplerHost, LetsOthersPassAPieceWhoseWeightsDoNotComeAndEndsItByName) {
  FakeRun run;
  SilentSink sink;
  writeCheckpoint(run, 10);
  SamplerHost host(run.folder(), &sink, run.temporary(),
                   {.command = {GAN_SERVICE_TEST_TOOL, "sampler", "-"},
                    .memory_bytes = 1 << 20,
                    .weights_patience = std::chrono::milliseconds(4000)});
  const auto submit = [&host](std::optional<std::int64_t> step) {
    const auto id = std::make_shared<std::promise<std::string>>();
    SamplerPiece piece;
    piece.step = step;
    piece.task.mutable_generate()->add_points("seed=1");
    piece.wanted = [] { return true; };
    piece.answer = [id](v1::SamplerAnswer&, const std::exception_ptr& failure) {
      try {
        if (failure) std::rethrow_exception(failure);
        id->set_value("made");
      } catch (const Error& error) {
        id->set_value(error.id());
      }
    };
    host.submit(std::move(piece));
    return id->get_future();
  };
  std::future<std::string> late = submit(std::nullopt);
  std::future<std::string> ready = submit(10);
  EXPECT_EQ(ready.get(), "made");
  EXPECT_EQ(late.wait_for(std::chrono::seconds(0)), std::future_status::timeout) << "the other one has waited for it";
  EXPECT_EQ(late.get(), "weights_late");
}

}  // namespace
}  // namespace gan
