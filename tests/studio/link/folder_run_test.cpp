#include "link/folder_run.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include <QImage>
#include <QTest>
#include <fstream>
#include <future>
#include <sstream>

#include "core/atomic_file.h"
#include "protocol/endpoint.h"
#include "run/lock.h"
#include "run/sample_info.h"
#include "service/fake_run.h"
#include "support/expect_error.h"
#include "support/process.h"

namespace gan {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

/// Collects what a source says from its threads, of which this one is the one that reads.
class Heard {
 public:
  RunSource::Callbacks callbacks() {
    return {
        .on_new = [this] { change([this] { ++news_; }); },
        .on_state = [this](LinkState state, const Message& why) { change([&] { states_.emplace_back(state, why); }); }};
  }
  bool waitForState(LinkState wanted, milliseconds timeout = seconds(60)) {
    return QTest::qWaitFor([&] { return isIn(wanted); }, static_cast<int>(timeout.count()));
  }
  bool waitForNews(int count, milliseconds timeout = seconds(60)) {
    return QTest::qWaitFor([&] { return news() >= count; }, static_cast<int>(timeout.count()));
  }
  int news() {
    const std::lock_guard lock(mutex_);
    return news_;
  }
  /// Of the newest state.
  Message reason() {
    const std::lock_guard lock(mutex_);
    return states_.back().second;
  }
  bool wasEver(LinkState state) {
    const std::lock_guard lock(mutex_);
    return std::ranges::any_of(states_, [state](const auto& told) { return told.first == state; });
  }

 private:
  bool isIn(LinkState state) {
    const std::lock_guard lock(mutex_);
    return !states_.empty() && states_.back().first == state;
  }
  template <class Change>
  void change(const Change& what) {
    const std::lock_guard lock(mutex_);
    what();
  }
  std::mutex mutex_;
  std::vector<std::pair<LinkState, Message>> states_;
  int news_ = 0;
};

void writePicture(const RunFolder& folder, const std::string& name, const QImage& image) {
  ASSERT_TRUE(image.save(QString::fromStdString((folder.samples() / (name + ".png")).string()), "PNG"));
}

Command commandOf(CommandKind kind) {
  Command command;
  command.id = "1";
  command.client = "ann";
  command.kind = kind;
  return command;
}

CommandAnswer ask(RunSource& source, const Command& command) {
  std::promise<CommandAnswer> answer;
  source.command(command, [&answer](const CommandAnswer& said) { answer.set_value(said); });
  return answer.get_future().get();
}

TEST(FolderRun, AFolderThatIsNoRunIsRefused) {
  const TemporaryFolder folder;
  expectError(ErrorCode::kNotFound, "run_not_found", [&] { openFolderRun(folder.path()); });
}

TEST(FolderRun, ARunOfANewerEngineOpensWithoutTheFieldsThatThisBuildLacks) {
  FakeRun run;
  run.rows(5);
  std::ofstream(run.path() / "run.yaml", std::ios::app) << "\nfuture:\n  field: 3\n";
  SegmentStarted started;
  started.live_values = {{"future.live", 0.5}};
  run.journal(started);

  const auto source = openFolderRun(run.path());

  EXPECT_EQ(source->refresh().events.size(), 2U);
  EXPECT_EQ(source->facts().id, run.folder().manifest().id);
}

TEST(FolderRun, EachRefreshTellsWhatIsNew) {
  FakeRun run;
  run.rows(100);
  const auto source = openFolderRun(run.path());

  const RunUpdate first = source->refresh();
  run.journal(StatusChanged{RunStatus::kFinished, {}});
  const RunUpdate second = source->refresh();
  const RunUpdate third = source->refresh();

  ASSERT_EQ(first.events.size(), 1U);
  EXPECT_EQ(first.summary.step, 100);
  EXPECT_EQ(first.series, std::vector<std::string>({"loss/d", "loss/g"}));
  ASSERT_EQ(second.events.size(), 1U);
  EXPECT_EQ(second.summary.status, RunStatus::kFinished);
  EXPECT_TRUE(third.events.empty());
  EXPECT_EQ(source->facts().path, run.path().string());
  EXPECT_EQ(source->facts().id, run.folder().manifest().id);
}

TEST(FolderRun, ALongRunIsReadInSeveralRefreshes) {
  std::vector<std::string> columns;
  for (int i = 0; i < 4000; ++i) columns.push_back("gradient_norm/layer" + std::to_string(i));
  FakeRun run(columns);
  run.rows(1'100);
  const auto source = openFolderRun(run.path());

  const RunUpdate first = source->refresh();
  EXPECT_TRUE(first.unread);
  EXPECT_EQ(first.series.size(), columns.size());
  int refreshes = 1;
  while (source->refresh().unread) ASSERT_LT(++refreshes, 100);
  const ChartReply reply = source->query({.names = {QStringLiteral("gradient_norm/layer7")}, .columns = 10});
  EXPECT_EQ(reply.last_step, 1'100);
}

TEST(FolderRun, ASheetComesWithTheClassesOfItsImagesAndWithoutWhereTheyCannotBeRead) {
  FakeRun run;
  const QImage image(9, 5, QImage::Format_RGB32);
  for (const char* name : {"good", "bad", "none"}) writePicture(run.folder(), name, image);
  SampleInfo info;
  info.count = 2;
  info.columns = 2;
  info.padding = 1;
  info.labels = {7, 0};
  info.class_names = {{7, "dress"}};
  writeFileAtomically(run.folder().samples() / "good.json", toJson(info));
  writeFileAtomically(run.folder().samples() / "bad.json", "{\"labels\": [1, 2,");
  const auto source = openFolderRun(run.path());

  const SheetContent good = source->sample("good");
  const SheetContent bad = source->sample("bad");
  const SheetContent none = source->sample("none");

  EXPECT_EQ(good.info, info);
  EXPECT_TRUE(good.problem.empty());
  EXPECT_EQ(bad.image.size(), image.size()) << "the picture is shown all the same";
  EXPECT_EQ(bad.info, SampleInfo());
  EXPECT_EQ(bad.problem.id, "sample_bad_info");
  EXPECT_EQ(none.info, SampleInfo());
  EXPECT_TRUE(none.problem.empty()) << "older engines wrote none";
}

TEST(FolderRun, ASampleIsThePictureOfItsFile) {
  FakeRun run;
  QImage image(7, 5, QImage::Format_RGB32);
  image.fill(QColor(10, 200, 30));
  writePicture(run.folder(), "step-00000001.s1", image);
  const auto source = openFolderRun(run.path());

  const QImage read = source->sample("step-00000001.s1").image;

  EXPECT_EQ(read.size(), QSize(7, 5));
  EXPECT_EQ(read.pixelColor(3, 3), QColor(10, 200, 30));
}

TEST(FolderRun, PicturesThatAreNoneAreRefused) {
  FakeRun run;
  const auto source = openFolderRun(run.path());
  writeFileAtomically(run.folder().samples() / "text.png", "This is no picture.");
  // A header that announces 50,000 x 50,000 pixels, with the checksum that PNG asks for.
  const unsigned char huge[] = {0x89, 'P',  'N',  'G', '\r', '\n', 0x1a, '\n', 0, 0, 0, 13, 'I',  'H',  'D',  'R', 0,
                                0,    0xc3, 0x50, 0,   0,    0xc3, 0x50, 8,    2, 0, 0, 0,  0xc4, 0xcd, 0xaa, 0x9d};
  writeFileAtomically(run.folder().samples() / "huge.png",
                      std::string_view(reinterpret_cast<const char*>(huge), sizeof(huge)));

  expectError(ErrorCode::kDataLoss, "sample_bad_picture", [&] { source->sample("text"); });
  expectError(ErrorCode::kDataLoss, "sample_bad_picture", [&] { source->sample("huge"); });
  expectError(ErrorCode::kNotFound, "file_not_found", [&] { source->sample("none"); });
  for (const char* name : {"../run", "", ".hidden", "a/b"}) {
    expectError(ErrorCode::kInvalidArgument, "sample_bad_name", [&] { source->sample(name); });
  }
}

TEST(FolderRun, AFinishedRunIsFinishedAndTellsOfWhatIsAppended) {
  FakeRun run;
  Heard heard;
  const auto source = openFolderRun(run.path());
  source->refresh();
  source->watch(heard.callbacks());
  ASSERT_TRUE(heard.waitForState(LinkState::kFinished));
  const int before = heard.news();

  run.rows(1);

  EXPECT_TRUE(heard.waitForNews(before + 1));
}

TEST(FolderRun, CommandsForARunThatNobodyTrainsSaySo) {
  FakeRun run;
  const auto source = openFolderRun(run.path());
  const CommandAnswer answer = ask(*source, commandOf(CommandKind::kPause));
  EXPECT_EQ(answer.result, CommandResult::kRefused);
  EXPECT_EQ(answer.reason.id, "run_not_served");
}

TEST(FolderRun, ConnectsToTheEngineThatTrainsTheRunAndSteersIt) {
  FakeRun run;
  Heard heard;
  const auto source = openFolderRun(run.path());
  source->watch(heard.callbacks());
  ASSERT_TRUE(heard.waitForState(LinkState::kFinished));

  FakeSink sink;
  {
    const RunLock lock(run.path());
    FakeEngine engine(run, &sink);
    ASSERT_TRUE(heard.waitForState(LinkState::kConnected));
    EXPECT_TRUE(test::waitUntil([&] { return sink.clients() == 1; }));

    Command command = commandOf(CommandKind::kRollback);
    command.step = 30;
    const CommandAnswer answer = ask(*source, command);

    EXPECT_EQ(answer.result, CommandResult::kApplied);
    EXPECT_EQ(answer.step, 1);
    ASSERT_EQ(sink.commands().size(), 1U);
    EXPECT_EQ(sink.commands()[0], command);
    EXPECT_EQ(source->schema().fields().size(), Schema::builtin().fields().size());
  }
  EXPECT_TRUE(heard.waitForState(LinkState::kFinished));
}

/// At the side of the engine, whose socket each accepted one bears the name of.
int connectionsTo(const RunFolder& run) {
  const std::string socket = readEndpoint(run.path()).value().unix_socket;
  std::ifstream table("/proc/net/unix");
  int count = 0;
  for (std::string line; std::getline(table, line);) {
    std::istringstream fields(line);
    std::string place, references, protocol, flags, type, state, inode, path;
    fields >> place >> references >> protocol >> flags >> type >> state >> inode >> path;
    count += state == "03" && path == socket ? 1 : 0;  // SS_CONNECTED
  }
  return count;
}

TEST(FolderRun, WatchesCommandsAndAsksForTheSamplerOverOneConnection) {
  FakeRun run;
  Heard heard;
  const auto source = openFolderRun(run.path());
  EXPECT_THROW(source->samplerLoad(), Error) << "nobody serves it";
  FakeSink sink;
  const RunLock lock(run.path());
  FakeEngine engine(run, &sink);
  source->watch(heard.callbacks());
  ASSERT_TRUE(heard.waitForState(LinkState::kConnected));
  EXPECT_EQ(source->samplerLoad(), std::nullopt) << "nobody has asked for pictures";
  EXPECT_EQ(ask(*source, commandOf(CommandKind::kPause)).result, CommandResult::kApplied);
  EXPECT_EQ(connectionsTo(run.folder()), 1);
  source->close();
  expectError(ErrorCode::kCancelled, "client_closed", [&] { source->samplerLoad(); });
}

TEST(FolderRun, TellsOfEachRowThatAnEngineWrites) {
  FakeRun run;
  Heard heard;
  const auto source = openFolderRun(run.path());
  FakeSink sink;
  const RunLock lock(run.path());
  FakeEngine engine(run, &sink);
  source->watch(heard.callbacks());
  ASSERT_TRUE(heard.waitForState(LinkState::kConnected));
  for (int i = 0; i < 8; ++i) {
    const int before = heard.news();
    run.rows(1);
    ASSERT_TRUE(heard.waitForNews(before + 1));
  }
}

TEST(FolderRun, AnEngineThatIsAliveButSilentIsLostNotFinished) {
  FakeRun run;
  Heard heard;
  const RunLock lock(run.path());
  FakeSink sink;
  auto engine = std::make_unique<FakeEngine>(run, &sink);
  const auto source = openFolderRun(run.path());
  source->watch(heard.callbacks());
  ASSERT_TRUE(heard.waitForState(LinkState::kConnected));
  const std::string endpoint = readFile(run.folder().endpoint(), 65536);

  engine->stop();
  writeFileAtomically(run.folder().endpoint(), endpoint);  // as a process that hangs leaves it

  EXPECT_TRUE(heard.waitForState(LinkState::kLost));
  EXPECT_FALSE(heard.wasEver(LinkState::kFinished));
  const Message why = heard.reason();
  ASSERT_EQ(why.id, "engine_silent_because");
  EXPECT_FALSE(why.arguments.at(0).text.empty()) << "a sentence that can be translated";
}

TEST(FolderRun, AnEngineThatStartsIsBeingConnectedTo) {
  FakeRun run;
  Heard heard;
  const RunLock lock(run.path());
  const auto source = openFolderRun(run.path());

  source->watch(heard.callbacks());

  EXPECT_TRUE(heard.waitForState(LinkState::kConnecting));
  QTest::qWait(1500);
  EXPECT_FALSE(heard.wasEver(LinkState::kLost));
}

TEST(FolderRun, AProcessThatIsKilledIsSeenToBeGone) {
  FakeRun run;
  Heard heard;
  const pid_t child = ::fork();
  if (child == 0) {
    const RunLock lock(run.path());
    ::pause();
    ::_exit(0);
  }
  while (!RunLock::holder(run.path())) std::this_thread::sleep_for(milliseconds(5));
  const auto source = openFolderRun(run.path());
  source->watch(heard.callbacks());
  ASSERT_TRUE(heard.waitForState(LinkState::kConnecting));

  ::kill(child, SIGKILL);
  ::waitpid(child, nullptr, 0);

  EXPECT_TRUE(heard.waitForState(LinkState::kFinished));
}

TEST(FolderRun, ClosingEndsACommandThatAnEngineDoesNotAnswer) {
  FakeRun run;
  FakeSink sink(seconds(6));
  const RunLock lock(run.path());
  FakeEngine engine(run, &sink);
  const auto source = openFolderRun(run.path());
  std::thread closer([&] {
    while (sink.commands().empty()) std::this_thread::sleep_for(milliseconds(5));
    source->close();
  });

  const CommandAnswer answer = ask(*source, commandOf(CommandKind::kPause));

  EXPECT_EQ(answer.result, CommandResult::kUnknown) << "the engine has it, and will say so in its journal";
  closer.join();
}

TEST(FolderRun, AnAnswerThatTakesLongerThanACallIsWaitedFor) {
  FakeRun run;
  FakeSink sink(seconds(3));
  const RunLock lock(run.path());
  FakeEngine engine(run, &sink);
  const auto source = openFolderRun(run.path());

  const CommandAnswer answer = ask(*source, commandOf(CommandKind::kCheckpoint));

  EXPECT_EQ(answer.result, CommandResult::kApplied);
  EXPECT_EQ(sink.commands().size(), 1U);  // asked again, taken once
}

}  // namespace
}  // namespace gan
