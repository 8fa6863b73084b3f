#include "session/session.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/mount.h>
#include <unistd.h>

#include <algorithm>
#include <future>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/atomic_file.h"
#include "models/weights_file.h"
#include "run/sample_info.h"
#include "session/branch.h"
#include "session_run.h"
#include "support/expect_error.h"
#include "support/small_disk.h"

namespace gan {
namespace {

namespace fs = std::filesystem;

CheckpointStore::Entry newestCheckpoint(const RunFolder& folder) {
  return CheckpointStore(folder.checkpoints()).list().back();
}

TEST(Session, StopsWithACheckpointThoughItIsPaused) {
  const TemporaryFolder temporary;
  const RunFolder folder = smallRun(temporary / "run");
  TrainingSession training(folder);
  const CommandAnswer paused = training.ask(CommandKind::kPause);
  ASSERT_EQ(paused.result, CommandResult::kApplied);
  ASSERT_TRUE(training.waitFor([&] { return training.paused(); }));
  training.session().requestStop();
  EXPECT_EQ(training.wait(), Outcome::kStopped);
  EXPECT_EQ(newestCheckpoint(folder).state.step, paused.step);
  EXPECT_THAT(statuses(folder), testing::ElementsAre("running", "paused paused_by", "stopped"));
}

/// What a session writes for a client: the file of its discriminator.
std::string snapshotOfDiscriminator(TrainingSession& training, const fs::path& folder) {
  std::promise<std::int64_t> written;
  training.session().writeSnapshot({folder / "snapshot-g", folder / "snapshot-d"},
                                   [&](const std::exception_ptr& failure, std::int64_t step) {
                                     failure ? written.set_exception(failure) : written.set_value(step);
                                   });
  written.get_future().get();
  return folder / "snapshot-d";
}

TEST(Session, HandsOutTheDiscriminatorThatACheckpointOfTheSameStepHas) {
  const TemporaryFolder temporary;
  const RunFolder folder = smallRun(temporary / "run");
  TrainingSession training(folder);
  ASSERT_TRUE(training.waitFor([&] { return training.step() > 5; }));
  ASSERT_EQ(training.ask(CommandKind::kPause).result, CommandResult::kApplied);
  ASSERT_TRUE(training.waitFor([&] { return training.paused(); }));
  const Weights snapshot = readWeights(snapshotOfDiscriminator(training, temporary.path()));
  training.session().requestStop();
  ASSERT_EQ(training.wait(), Outcome::kStopped);
  const auto checkpoint = newestCheckpoint(folder);
  EXPECT_EQ(snapshot.metadata.at(kStepMetadata), std::to_string(checkpoint.state.step));
  const Weights kept = readWeights(checkpoint.path / "discriminator.safetensors");
  ASSERT_EQ(snapshot.tensors.size(), kept.tensors.size());
  for (const auto& [name, tensor] : kept.tensors) EXPECT_TRUE(snapshot.tensors.at(name).equal(tensor)) << name;
}

TEST(Session, TrainsTheSameWeightsWhileItHandsOutDiscriminators) {
  const TemporaryFolder temporary;
  std::vector<std::string> bytes;
  for (const bool asked : {false, true}) {
    const RunFolder folder = smallRun(temporary.path() / (asked ? "asked" : "alone"), {"training.steps=40"});
    TrainingSession training(folder);
    if (asked) {
      ASSERT_EQ(training.ask(CommandKind::kPause).result, CommandResult::kApplied);
      snapshotOfDiscriminator(training, temporary.path());
      ASSERT_EQ(training.ask(CommandKind::kContinue).result, CommandResult::kApplied);
    }
    ASSERT_EQ(training.wait(), Outcome::kFinished);
    for (const char* name : {"generator.safetensors", "discriminator.safetensors", "optimizer_d.safetensors"}) {
      bytes.push_back(readFile(newestCheckpoint(folder).path / name, 1 << 24));
    }
  }
  for (std::size_t i = 0; i < 3; ++i) EXPECT_EQ(bytes[i], bytes[i + 3]) << i;
}

TEST(Session, ObeysTheCommandToStopThoughItIsPaused) {
  const TemporaryFolder temporary;
  const RunFolder folder = smallRun(temporary / "run");
  TrainingSession training(folder);
  training.ask(CommandKind::kPause);
  const CommandAnswer stopped = training.ask(CommandKind::kStop);
  EXPECT_EQ(stopped.result, CommandResult::kApplied);
  EXPECT_EQ(training.wait(), Outcome::kStopped);
  EXPECT_EQ(newestCheckpoint(folder).state.step, stopped.step);
}

TEST(Session, EndsAfterItsEpochsAndTellsFromTheBeginningWhenThatIs) {
  const TemporaryFolder temporary;
  // 64 images in batches of 8, two of them an iteration: 4 iterations an epoch.
  const RunFolder folder = smallRun(temporary / "run", {"training.epochs=3"});
  TrainingSession training(folder);
  EXPECT_EQ(training.wait(), Outcome::kFinished);
  RunReader reader(folder);
  reader.refresh();
  EXPECT_EQ(reader.summary().step, 12);
  EXPECT_DOUBLE_EQ(reader.summary().epoch, 3);
  EXPECT_EQ(std::get<SegmentStarted>(reader.events().front().what).total_steps, 12);
}

TEST(Session, WarnsAtTheStartOfClassesThatNoImageHas) {
  const TemporaryFolder temporary;
  for (const auto& [classes, warnings] : {std::pair("auto", 0), std::pair("12", 1)}) {
    const RunFolder folder = smallRun(temporary / classes, {"model.architecture=dcgan", "data.resolution=32",
                                                            "model.classes=" + std::string(classes)});
    SessionOptions options;
    options.stop_at_step = 1;
    ASSERT_EQ(TrainingSession(folder, options).wait(), Outcome::kFinished);
    ASSERT_EQ(TrainingSession(folder, resumeTo(2)).wait(), Outcome::kFinished);
    std::vector<std::string> told;
    for (const Event& event : readJournal(folder.journal())) {
      const auto* alert = std::get_if<Alert>(&event.what);
      if (alert != nullptr && alert->rule == "classes") told.push_back(alert->message.english());
    }
    EXPECT_THAT(told, testing::SizeIs(warnings)) << classes;
    EXPECT_THAT(told, testing::Each(testing::AllOf(testing::HasSubstr("is 12"), testing::HasSubstr("10 classes"))));
  }
}

TEST(Session, JournalsTheValuesOfLiveSettingsThatMeanSomethingInTheRun) {
  const TemporaryFolder temporary;
  const RunFolder folder = smallRun(temporary / "run", {"training.steps=2"});
  TrainingSession training(folder);
  EXPECT_EQ(training.wait(), Outcome::kFinished);
  RunReader reader(folder);
  reader.refresh();
  const auto values = std::get<SegmentStarted>(reader.events().front().what).live_values;
  const auto told = [&](std::string_view path) {
    return std::ranges::any_of(values, [&](const Assignment& value) { return value.path == path; });
  };
  EXPECT_TRUE(told("optimizer.generator.learning_rate"));
  EXPECT_TRUE(told("guard.on_nan"));
  EXPECT_FALSE(told("optimizer.classifier.learning_rate"));
  const std::vector<std::pair<std::string, std::string>> kept = newestCheckpoint(folder).state.live_values;
  EXPECT_TRUE(
      std::ranges::none_of(kept, [](const auto& value) { return value.first.starts_with("optimizer.classifier"); }));
}

TEST(Session, JournalsWhatTheProcessDoesWithItsTimeAndWhatItsGpuDoesWhileItTrains) {
  const TemporaryFolder temporary;
  const RunFolder folder = smallRun(temporary / "run");
  const DeviceLoad load{.busy_percent = 87, .memory_used_bytes = 3, .memory_total_bytes = 8};
  SessionOptions options;
  options.device_load = [load] { return std::optional(load); };
  TrainingSession training(folder, options);
  RunReader reader(folder);
  ASSERT_TRUE(training.waitFor([&] {
    reader.refresh();
    return reader.summary().ranks.has_value();
  }));
  training.session().requestStop();
  training.wait();
  const std::vector<Event> events = readJournal(folder.journal());
  const auto is_measured = [](const Event& event) { return std::holds_alternative<RanksMeasured>(event.what); };
  const auto found = std::ranges::find_if(events, is_measured);
  ASSERT_NE(found, events.end());
  const RanksMeasured measured = std::get<RanksMeasured>(found->what);
  ASSERT_EQ(measured.ranks.size(), 1U);
  EXPECT_FALSE(measured.ranks[0].host.empty());
  EXPECT_EQ(timeIn(measured.ranks[0].times, Phase::kCommunication), 0);
  EXPECT_GT(timeIn(measured.ranks[0].times, Phase::kBackward), 0);
  EXPECT_EQ(measured.ranks[0].device, load);
  EXPECT_EQ(measured.ranks[0].computes_on, "cpu");
  // The series hold what the entry sums up: its iterations are the first ones.
  const auto steps = reader.values("time/step_ms", {1, measured.steps}, 1'000'000).values;
  ASSERT_EQ(steps.size(), static_cast<std::size_t>(measured.steps));
  double sum = 0;
  for (const float one : steps) sum += one;
  const double mean = sum / static_cast<double>(measured.steps);
  EXPECT_NEAR(total(measured.ranks[0].times), mean, 0.004 + 1e-6 * mean) << "six times in whole microseconds";
}

TEST(Session, JournalsWhatItsServerReportsOfItsClients) {
  const TemporaryFolder temporary;
  const RunFolder folder = smallRun(temporary / "run");
  const Message refused{"calls_refused", "{count} calls from {address}", {{"address", "10.0.0.5"}, {"count", "3"}}};
  const Alert alert{Severity::kWarning, "calls_refused", refused, {}};
  TrainingSession training(folder);
  training.session().report(alert);
  EXPECT_TRUE(training.waitFor([&] {
    const std::vector<Event> events = readJournal(folder.journal());
    return std::ranges::any_of(events, [&](const Event& event) {
      const auto* journalled = std::get_if<Alert>(&event.what);
      return journalled != nullptr && *journalled == alert;
    });
  }));
}

TEST(Session, TrainsOnWhileTheDriverDoesNotAnswerForTheGpu) {
  const TemporaryFolder temporary;
  const RunFolder folder = smallRun(temporary / "run", {"training.steps=50"});
  std::promise<void> answer;
  SessionOptions options;
  options.device_load = [answered = answer.get_future().share()] {
    answered.wait();
    return std::optional<DeviceLoad>();
  };
  TrainingSession training(folder, options);
  EXPECT_EQ(training.wait(), Outcome::kFinished);
  answer.set_value();
}

/// Counts the answers to each command that clients on several threads send as fast as they can.
/// Bytes of all weights of the newest checkpoint.
std::string weights(const RunFolder& folder) {
  std::string all;
  for (const char* part : {"generator.safetensors", "discriminator.safetensors"}) {
    std::ifstream file(newestCheckpoint(folder).path / part, std::ios::binary);
    all.append(std::istreambuf_iterator<char>(file), {});
  }
  return all;
}

TEST(Session, OfARunThatDiedMakesTheChangesAgainThatCameAfterTheCheckpoint) {
  const TemporaryFolder temporary;
  const std::vector<std::string> settings = {"health.risky_factor=0"};  // else the change leaves a checkpoint
  const RunFolder undisturbed = smallRun(temporary / "undisturbed", settings);
  SessionOptions options;
  options.script = setAt(13, 5e-2);
  options.stop_at_step = 25;
  TrainingSession(undisturbed, options).wait();

  const RunFolder folder = smallRun(temporary / "run", settings);
  {
    TrainingSession training(folder, options);
    training.failAtStep(17);  // behind the checkpoint of step 10
    EXPECT_THROW(training.wait(), std::runtime_error);
  }
  {
    TrainingSession training(folder, resumeTo(25));
    training.failAtStep(12);  // before it comes to the change
    EXPECT_THROW(training.wait(), std::runtime_error);
  }
  EXPECT_EQ(TrainingSession(folder, resumeTo(25)).wait(), Outcome::kFinished);
  EXPECT_EQ(weights(folder), weights(undisturbed));
  RunReader reader(folder);
  reader.refresh();
  EXPECT_TRUE(std::ranges::any_of(reader.events(), [](const Event& event) {
    const auto* alert = std::get_if<Alert>(&event.what);
    return alert != nullptr && alert->message.id == "later_commands";
  }));
}

TEST(Session, FromACheckpointThatAPersonChoseMakesNoChangeAgain) {
  const TemporaryFolder temporary;
  const RunFolder unchanged = smallRun(temporary / "unchanged");
  TrainingSession(unchanged, resumeTo(25)).wait();
  const RunFolder folder = smallRun(temporary / "run");
  SessionOptions options;
  options.script = setAt(13, 5e-2);
  options.stop_at_step = 17;
  TrainingSession(folder, options).wait();
  SessionOptions chosen = resumeTo(25);
  chosen.from_step = 10;
  TrainingSession(folder, chosen).wait();
  EXPECT_EQ(weights(folder), weights(unchanged));
}

/// Every file of a run folder with its contents, but the lock.
std::map<std::string, std::string> filesOf(const RunFolder& folder) {
  std::map<std::string, std::string> files;
  for (const auto& entry : fs::recursive_directory_iterator(folder.path())) {
    if (!entry.is_regular_file() || entry.path().filename() == "lock") continue;
    std::ifstream file(entry.path(), std::ios::binary);
    files[fs::relative(entry.path(), folder.path())] = {std::istreambuf_iterator<char>(file), {}};
  }
  return files;
}

bool starts(const RunFolder& folder, const SessionOptions& options) {
  RunLock lock(folder.path());
  return Session(folder, lock, options).start();
}

TEST(Session, ResumedFromBeforeAnotherResumeJournalsNoSettingThatDidNotChange) {
  const TemporaryFolder temporary;
  const RunFolder folder = smallRun(temporary / "run");
  TrainingSession(folder, resumeTo(17)).wait();
  {
    TrainingSession training(folder, resumeTo(30));
    training.failAtStep(19);
    EXPECT_THROW(training.wait(), std::runtime_error);
  }
  fs::remove_all(folder.checkpoints() / stepName(17, 1));
  TrainingSession(folder, resumeTo(25)).wait();
  for (const Event& event : readJournal(folder.journal())) {
    EXPECT_FALSE(std::holds_alternative<CommandHandled>(event.what)) << "nobody has set anything";
  }
}

TEST(Session, OfARunThatIsAtItsEndWritesNothing) {
  const TemporaryFolder temporary;
  const RunFolder folder = smallRun(temporary / "run", {"training.steps=25"});
  TrainingSession(folder).wait();
  const auto before = filesOf(folder);
  EXPECT_FALSE(starts(folder, resumeTo(0)));
  EXPECT_FALSE(starts(folder, resumeTo(10)));
  EXPECT_FALSE(starts(folder, resumeTo(25)));
  EXPECT_EQ(filesOf(folder), before);
  EXPECT_TRUE(starts(folder, resumeTo(26)));
}

TEST(Session, OfABranchOffTheEndOfARunJournalsNothing) {
  const TemporaryFolder temporary;
  const RunFolder folder = smallRun(temporary / "run", {"training.steps=25"});
  TrainingSession(folder).wait();
  const RunFolder branch = branchRun(folder, newestCheckpoint(folder), "branch");
  EXPECT_FALSE(starts(branch, resumeTo(0)));
  EXPECT_FALSE(starts(branch, resumeTo(25)));
  EXPECT_TRUE(readJournal(branch.journal()).empty());
  EXPECT_TRUE(fs::is_empty(branch.samples()));
  EXPECT_EQ(TrainingSession(branch, resumeTo(26)).wait(), Outcome::kFinished);
}

TEST(Session, OfARunThatWasStoppedWhereItIsToEndWritesNothing) {
  const TemporaryFolder temporary;
  const RunFolder folder = smallRun(temporary / "run");
  Command stop;
  stop.client = "ann";
  stop.kind = CommandKind::kStop;
  SessionOptions options;
  options.script = {{25, stop}};
  ASSERT_EQ(TrainingSession(folder, options).wait(), Outcome::kStopped);
  ASSERT_EQ(newestCheckpoint(folder).state.step, 25);
  const auto before = filesOf(folder);
  EXPECT_FALSE(starts(folder, resumeTo(25)));
  EXPECT_EQ(filesOf(folder), before);
  EXPECT_TRUE(starts(folder, resumeTo(26)));
}

TEST(Session, ShowsOtherClassesAndStatisticsAsSoonAsTheyAreChosen) {
  const TemporaryFolder temporary;
  const RunFolder folder =
      smallRun(temporary / "run", {"model.architecture=dcgan", "model.classes=auto", "data.shapes_style=plain",
                                   "data.resolution=32", "sampling.each_epoch=false"});
  TrainingSession training(folder);
  training.ask(CommandKind::kPause);
  training.ask(CommandKind::kSample);
  for (const Assignment& choice :
       {Assignment{"sampling.classes", std::string("3, 5")}, Assignment{"sampling.statistics", std::string("batch")}}) {
    const CommandAnswer answer = training.ask(CommandKind::kSet, {choice});
    EXPECT_EQ(answer.result, CommandResult::kApplied) << choice.path << ": " << answer.reason.english();
  }
  training.session().requestStop();
  training.wait();
  using Shown = std::pair<std::vector<std::int64_t>, std::string>;
  std::vector<Shown> shown;
  for (const Event& event : readJournal(folder.journal())) {
    const auto* written = std::get_if<SampleWritten>(&event.what);
    if (written == nullptr) continue;
    const fs::path file = folder.samples() / (written->name + ".json");
    const SampleInfo info = sampleInfoFromJson(readFile(file, std::uint64_t{1} << 20U), file.string());
    shown.emplace_back(info.labels, info.statistics);
  }
  shown.erase(std::unique(shown.begin(), shown.end()), shown.end());
  EXPECT_THAT(shown, testing::ElementsAre(Shown({0, 0, 1, 1}, "running"), Shown({3, 3, 5, 5}, "running"),
                                          Shown({3, 3, 5, 5}, "batch")))
      << "a class a row, of two";
}

TEST(Session, RefusesByNameALiveSettingThatHasNoEffectAlsoAtItsDefault) {
  const TemporaryFolder temporary;
  const RunFolder folder = smallRun(temporary / "run", {"objective.loss=hinge", "ema.enabled=false"});
  TrainingSession training(folder);
  const Assignment rate{"optimizer.generator.learning_rate", 1e-3};
  for (const auto& [asked, needed] :
       {std::pair(Assignment{"objective.real_label", 1.0}, "objective.loss"),
        std::pair(Assignment{"objective.fake_label", 0.1}, "objective.loss"),
        std::pair(Assignment{"ema.decay", 0.999}, "ema.enabled"),
        std::pair(Assignment{"training.discriminator_steps", std::int64_t{1}}, "training.schedule"),
        std::pair(Assignment{"sampling.classes", std::string()}, "model.classes"),
        std::pair(Assignment{"optimizer.classifier.learning_rate", 1e-4}, "model.architecture")}) {
    const CommandAnswer answer = training.ask(CommandKind::kSet, {rate, asked});
    EXPECT_EQ(answer.result, CommandResult::kRefused) << asked.path;
    EXPECT_EQ(answer.reason.id, "config_conflict") << asked.path;
    EXPECT_THAT(answer.reason.english(), testing::AllOf(testing::HasSubstr(asked.path), testing::HasSubstr(needed)));
  }
  // A weight may be 0 for a while, and what else is its penalty's is kept for when it is not.
  EXPECT_EQ(training.ask(CommandKind::kSet, {{"regulariser.r1.weight", 0.0}}).result, CommandResult::kApplied);
  training.session().requestStop();
  training.wait();
  RunReader reader(folder);
  reader.refresh();
  EXPECT_NE(reader.summary().live_values.at(rate.path), rate.value) << "what was refused was refused as a whole";
}

TEST(Session, OfOtherImagesThanTheRunWasMadeWithIsRefusedAndTrainsNothing) {
  const TemporaryFolder temporary;
  const RunConfig config = smallRun(temporary / "like it").config();
  const RunFolder folder =
      RunFolder::create(temporary / "run", config, describeRun(config, "simple-gan", "of other images"));
  const auto refused =
      expectError(ErrorCode::kFailedPrecondition, "data_changed", [&] { TrainingSession(folder).wait(); });
  ASSERT_TRUE(refused);
  EXPECT_THAT(refused->message(), testing::HasSubstr("of other images"));
  EXPECT_TRUE(CheckpointStore(folder.checkpoints()).list().empty());
}

TEST(Session, OfARunThatDiedBehindItsLastIterationTellsThatItIsFinished) {
  const TemporaryFolder temporary;
  const RunFolder folder = smallRun(temporary / "run", {"training.steps=20"});
  {
    TrainingSession training(folder);
    training.failAtStep(20);
    EXPECT_THROW(training.wait(), std::runtime_error);
  }
  ASSERT_EQ(newestCheckpoint(folder).state.step, 20);
  EXPECT_EQ(TrainingSession(folder, resumeTo(0)).wait(), Outcome::kFinished);
  EXPECT_EQ(statuses(folder).back(), "finished");
}

TEST(Session, ARunOfOneImageABatchWhoseVarianceCannotBeTakenIsNotMade) {
  const TemporaryFolder temporary;
  expectError(ErrorCode::kInvalidArgument, "config_conflict",
              [&] { smallRun(temporary / "run", {"data.batch_size=1"}); });
  EXPECT_FALSE(fs::exists(temporary / "run"));
}

TEST(Session, ThatDiedWhilePausedIsPausedThereAgainUnlessAPersonResumesIt) {
  const TemporaryFolder temporary;
  const RunFolder folder = smallRun(temporary / "run");
  Command pause;
  pause.client = "ann";
  pause.kind = CommandKind::kPause;
  SessionOptions options;
  options.script = {{13, pause}};
  {
    TrainingSession training(folder, options);
    ASSERT_TRUE(training.waitFor([&] { return training.paused(); }));
    training.failAtStep(0);
    EXPECT_THROW(training.wait(), std::runtime_error);
  }
  {
    SessionOptions restart = resumeTo(25);
    restart.restarted = true;
    TrainingSession training(folder, restart);
    ASSERT_TRUE(training.waitFor([&] { return training.paused(); }));
    EXPECT_EQ(training.step(), 13);
    training.failAtStep(0);
    EXPECT_THROW(training.wait(), std::runtime_error);
  }
  EXPECT_EQ(TrainingSession(folder, resumeTo(25)).wait(), Outcome::kFinished);
}

TEST(Session, OnAFullDiskEndsWithOneErrorThatSaysSoAndItsLastCheckpointIsWhole) {
  const SmallDisk disk(2048);
  if (!disk.mounted()) GTEST_SKIP() << "Only root may mount a small file system; nothing was checked.";
  const RunFolder folder = smallRun(disk.path() / "run");
  TrainingSession training(folder);
  ASSERT_TRUE(training.waitFor([&] { return CheckpointStore(folder.checkpoints()).list().size() >= 2; }));
  disk.fill();
  const auto error = expectError(ErrorCode::kResourceExhausted, "disk_full", [&] { training.wait(); });
  ASSERT_TRUE(error);
  EXPECT_NE(error->message().find(disk.path().string()), std::string::npos) << error->message();

  const auto newest = newestCheckpoint(folder);
  EXPECT_NO_THROW(CheckpointStore::verify(newest));
  EXPECT_EQ(training.session().lastCheckpoint(), newest.name);
  fs::remove(disk.path() / "ballast");
  EXPECT_NO_THROW(JournalReader(folder.journal()).next());
}

/// While it lives nothing can be written into the folder, not even by root.
class ReadOnlyFolder {
 public:
  explicit ReadOnlyFolder(const fs::path& path) : path_(path) {
    if (::geteuid() == 0) {
      mounted_ = ::mount("none", path.c_str(), "tmpfs", MS_RDONLY, "size=4k") == 0;
      works_ = mounted_;
    } else {
      fs::permissions(path, fs::perms::owner_read | fs::perms::owner_exec);
      works_ = true;
    }
  }
  ~ReadOnlyFolder() {
    if (mounted_) ::umount2(path_.c_str(), MNT_DETACH);
    std::error_code ignored;
    fs::permissions(path_, fs::perms::owner_all, ignored);
  }
  ReadOnlyFolder(const ReadOnlyFolder&) = delete;
  ReadOnlyFolder& operator=(const ReadOnlyFolder&) = delete;
  bool works() const { return works_; }

 private:
  const fs::path path_;
  bool mounted_ = false;
  bool works_ = false;
};

TEST(Session, TrainsOnWhereCheckpointsCannotBeWrittenAndSaysSoEachTimeAndAtItsEnd) {
  const TemporaryFolder temporary;
  const RunFolder folder = smallRun(temporary / "run", {"training.steps=25"});
  const ReadOnlyFolder read_only(folder.checkpoints());
  if (!read_only.works()) GTEST_SKIP() << "No read-only folder can be made here; nothing was checked.";
  TrainingSession training(folder);
  EXPECT_THROW(training.wait(), Error);
  EXPECT_EQ(training.step(), 25);
  std::vector<std::int64_t> told;
  for (const Event& event : JournalReader(folder.journal()).next()) {
    const auto* alert = std::get_if<Alert>(&event.what);
    if (alert == nullptr) continue;
    EXPECT_EQ(alert->message.id, "checkpoint_not_written");
    const auto why = std::ranges::find(alert->message.arguments, "reason", &ErrorArgument::name);
    ASSERT_NE(why, alert->message.arguments.end());
    EXPECT_THAT(why->text, testing::HasSubstr("{"));
    EXPECT_EQ(why->value, fillPlaceholders(why->text, why->arguments)) << "without an identifier";
    told.push_back(event.step);
  }
  EXPECT_THAT(told, testing::ElementsAre(10, 20));
  EXPECT_THAT(statuses(folder).back(), testing::StartsWith("failed "));
}

TEST(Session, RefusesACheckpointThatCannotBeWrittenAndGoesOn) {
  const TemporaryFolder temporary;
  const RunFolder folder = smallRun(temporary / "run", {"checkpoint.interval_steps=0"});
  TrainingSession training(folder);
  {
    const ReadOnlyFolder read_only(folder.checkpoints());
    if (!read_only.works()) GTEST_SKIP() << "No read-only folder can be made here; nothing was checked.";
    const CommandAnswer refused = training.ask(CommandKind::kCheckpoint);
    EXPECT_EQ(refused.result, CommandResult::kRefused);
    EXPECT_FALSE(refused.reason.id.empty());
  }
  EXPECT_EQ(training.ask(CommandKind::kCheckpoint).result, CommandResult::kApplied);
}

}  // namespace
}  // namespace gan
