#include "run/checkpoint_store.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <fstream>
#include <limits>
#include <random>
#include <thread>
#include <tuple>

#include "child_process.h"
#include "core/atomic_file.h"
#include "run/run_folder.h"
#include "support/evaluated.h"
#include "support/expect_error.h"
#include "support/small_disk.h"
#include "support/temporary_folder.h"

namespace gan {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::HasSubstr;

CheckpointState stateAt(std::int64_t step, std::int32_t segment = 1) {
  CheckpointState state;
  state.step = step;
  state.segment = segment;
  state.data_position = step * 64;
  state.counters = {{"optimizer_steps_generator", step}, {"optimizer_steps_discriminator", 2 * step}};
  state.live_values = {{"objective.real_label", "0.9"}, {"a", ""}};
  state.unix_seconds = 1795183439.5;
  return state;
}

void writeTensors(const fs::path& folder) {
  std::ofstream(folder / "generator.safetensors", std::ios::binary) << std::string(5000, 'g');
  std::ofstream(folder / "discriminator.safetensors", std::ios::binary) << std::string(7000, 'd');
}

CheckpointStore::Entry writeAt(CheckpointStore& store, std::int64_t step, std::int32_t segment = 1) {
  return store.write(stateAt(step, segment), writeTensors);
}

std::vector<std::string> names(const CheckpointStore& store) {
  std::vector<std::string> result;
  for (const auto& entry : store.list()) result.push_back(entry.name);
  return result;
}

std::vector<std::string> filesIn(const fs::path& folder) {
  std::vector<std::string> result;
  for (const auto& entry : fs::directory_iterator(folder)) result.push_back(entry.path().filename().string());
  std::ranges::sort(result);
  return result;
}

void ignoreDamage(const CheckpointStore::Entry&, const Error&) {}

TEST(CheckpointState, OfVersion010IsRead) {
  const CheckpointState read = checkpointStateFromJson(
      R"({"step": 7, "segment": 1, "data_position": 448, "optimizer_steps_generator": 7,
          "optimizer_steps_discriminator": 14, "live_values": [], "unix_seconds": 1.5, "pinned": false})",
      "state.json");
  EXPECT_EQ(read.counters, (std::map<std::string, std::int64_t>{{"optimizer_steps_generator", 7},
                                                                {"optimizer_steps_discriminator", 14}}));
}

TEST(CheckpointState, ReadsBackAsItself) {
  CheckpointState state = stateAt(1500, 3);
  state.pinned = true;
  for (const std::optional<double> score : {std::optional<double>(), std::optional(0.25), std::optional(HUGE_VAL)}) {
    state.score = score;
    const CheckpointState read = checkpointStateFromJson(toJson(state), "state.json");
    EXPECT_EQ(read.step, 1500);
    EXPECT_EQ(read.segment, 3);
    EXPECT_EQ(read.data_position, state.data_position);
    EXPECT_EQ(read.counters, state.counters);
    EXPECT_EQ(read.live_values, state.live_values);
    EXPECT_EQ(read.unix_seconds, state.unix_seconds);
    EXPECT_TRUE(read.pinned);
    EXPECT_EQ(read.score, score);
  }
}

TEST(CheckpointState, RefusesWhatCannotBe) {
  const std::string good = toJson(stateAt(1500));
  const auto with = [&good](std::string_view from, std::string_view to) {
    std::string changed = good;
    changed.replace(changed.find(from), from.size(), to);
    return changed;
  };
  const std::vector<std::string> bad = {"",
                                        "[1]",
                                        good.substr(0, good.size() / 2),
                                        with("\"step\": 1500", "\"step\": -1500"),
                                        with("\"step\": 1500", "\"stepp\": 1500"),
                                        with("\"0.9\"", "0.9"),
                                        with("\"pinned\": false", "\"pinned\": 0")};
  for (const std::string& json : bad) {
    expectError(ErrorCode::kDataLoss, "checkpoint_bad_state", [&] { checkpointStateFromJson(json, "state.json"); });
  }
}

TEST(CheckpointStore, WritesWhatSha256sumChecks) {
  const TemporaryFolder folder;
  CheckpointStore store(folder.path());
  const auto entry = writeAt(store, 1500);
  EXPECT_EQ(entry.name, "step-00001500.s1");
  EXPECT_THAT(filesIn(entry.path),
              ElementsAre("SHA256SUMS", "discriminator.safetensors", "generator.safetensors", "state.json"));
  EXPECT_GT(entry.bytes, 12'000U);
  const std::string command = "cd " + entry.path.string() + " && sha256sum --strict --quiet -c SHA256SUMS";
  EXPECT_EQ(std::system(command.c_str()), 0);
  CheckpointStore::verify(entry);
}

TEST(CheckpointStore, ListsByStepThenSegmentAndNothingElse) {
  const TemporaryFolder folder;
  CheckpointStore store(folder / "checkpoints");
  EXPECT_FALSE(store.hasAny());
  writeAt(store, 100'000'000, 1);
  writeAt(store, 200, 2);
  writeAt(store, 200, 10);
  writeAt(store, 30, 1);
  for (const char* other : {"step-30.s1", "step-00000031.s01", "step-00000032", ".tmp-step-00000033.s1-5", "x"}) {
    fs::copy(folder / "checkpoints/step-00000030.s1", folder / "checkpoints" / other);
  }
  EXPECT_THAT(names(store),
              ElementsAre("step-00000030.s1", "step-00000200.s2", "step-00000200.s10", "step-100000000.s1"));
  EXPECT_TRUE(store.hasAny());
}

TEST(CheckpointStore, AFailureWhileWritingLeavesNothing) {
  const TemporaryFolder folder;
  CheckpointStore store(folder.path());
  EXPECT_THROW(store.write(stateAt(10),
                           [](const fs::path& path) {
                             writeTensors(path);
                             throw std::runtime_error("no");
                           }),
               std::runtime_error);
  expectError(ErrorCode::kInternal, "sums_not_a_file",
              [&] { store.write(stateAt(10), [](const fs::path& path) { fs::create_directory(path / "sub"); }); });
  EXPECT_TRUE(fs::is_empty(folder.path()));
}

TEST(CheckpointStore, AFullDiskLeavesTheOlderCheckpointsAndNothingElse) {
  const SmallDisk disk(128);
  if (!disk.mounted()) GTEST_SKIP() << "Only root may mount a small file system; nothing was checked.";
  CheckpointStore store(disk.path() / "checkpoints");
  writeAt(store, 10);
  expectError(ErrorCode::kResourceExhausted, "disk_full", [&] {
    store.write(stateAt(20), [](const fs::path& path) { writeFileAtomically(path / "g", std::string(400'000, 'g')); });
  });
  const auto fillAll = [&](const fs::path& path) {
    writeTensors(path);
    disk.fill();
  };
  expectError(ErrorCode::kResourceExhausted, "disk_full", [&] { store.write(stateAt(30), fillAll); });
  EXPECT_THAT(filesIn(disk.path() / "checkpoints"), ElementsAre("step-00000010.s1"));
  EXPECT_EQ(store.select({}, {}, ignoreDamage).name, "step-00000010.s1");
}

TEST(CheckpointStore, ReturnsACheckpointThatExistsAndPinsItIfAsked) {
  const TemporaryFolder folder;
  CheckpointStore store(folder.path());
  writeAt(store, 10);
  CheckpointState again = stateAt(10);
  again.pinned = true;
  const auto entry = store.write(again, [](const fs::path&) { FAIL() << "written twice"; });
  EXPECT_TRUE(entry.state.pinned);
  EXPECT_TRUE(store.list().at(0).state.pinned);
  CheckpointStore::verify(entry);
}

TEST(CheckpointStore, PinningKeepsTheCheckpointWhole) {
  const TemporaryFolder folder;
  CheckpointStore store(folder.path());
  const auto entry = writeAt(store, 10);
  store.pin(entry);
  EXPECT_TRUE(store.list().at(0).state.pinned);
  CheckpointStore::verify(entry);
  const std::string command = "cd " + entry.path.string() + " && sha256sum --strict --quiet -c SHA256SUMS";
  EXPECT_EQ(std::system(command.c_str()), 0);
}

TEST(CheckpointStore, PinsByStepSoThatItStaysSupersededOrNot) {
  const TemporaryFolder folder;
  CheckpointStore store(folder.path());
  for (const std::int64_t step : {10, 20, 30}) writeAt(store, step);
  writeAt(store, 20, 2);
  CurrentLine line;
  line.add(1, 0);
  line.add(2, 10);
  EXPECT_EQ(store.pin(20).name, "step-00000020.s2");
  EXPECT_EQ(store.pin(30).name, "step-00000030.s1");
  EXPECT_TRUE(store.pin(30).state.pinned) << "again";
  for (const std::int64_t step : {40, 50, 60}) writeAt(store, step, 2);
  store.prune({.newest = 1, .best = 0}, line);
  EXPECT_THAT(names(store), ElementsAre("step-00000020.s2", "step-00000030.s1", "step-00000060.s2"));
  expectError(ErrorCode::kNotFound, "checkpoint_not_found", [&] { store.pin(10); });
}

class DamagedCheckpoint : public testing::TestWithParam<const char*> {};

/// Selects, and expects the older checkpoint and a reason that names file.
void expectFallback(const CheckpointStore& store, const std::string& file) {
  std::vector<std::string> damaged;
  std::string why;
  const auto entry = store.select({}, {}, [&](const CheckpointStore::Entry& skipped, const Error& reason) {
    damaged.push_back(skipped.name);
    EXPECT_EQ(skipped.state.step, 20);
    why = reason.message();
  });
  EXPECT_EQ(entry.state.step, 10);
  EXPECT_THAT(damaged, ElementsAre("step-00000020.s1"));
  EXPECT_THAT(why, HasSubstr(file));
}

TEST_P(DamagedCheckpoint, TruncatedAnywhereFallsBackToTheOneBefore) {
  const TemporaryFolder folder;
  CheckpointStore store(folder.path());
  writeAt(store, 10);
  const auto path = writeAt(store, 20).path / GetParam();
  const auto size = fs::file_size(path);
  for (const auto left : {size - 1, size / 2, std::uintmax_t{0}}) {
    fs::resize_file(path, left);
    expectFallback(store, std::string(GetParam()) == "SHA256SUMS" && left == 0 ? "is not listed" : GetParam());
  }
  fs::remove(path);
  expectFallback(store, GetParam());
}

TEST_P(DamagedCheckpoint, WithOneBitTurnedFallsBackToTheOneBefore) {
  const TemporaryFolder folder;
  CheckpointStore store(folder.path());
  writeAt(store, 10);
  const auto path = writeAt(store, 20).path / GetParam();
  const std::string whole = readFile(path, 1U << 20U);
  std::mt19937 random(3);
  for (int round = 0; round < 40; ++round) {
    std::string content = whole;
    content[std::uniform_int_distribution<std::size_t>(0, whole.size() - 1)(random)] ^=
        static_cast<char>(1 << std::uniform_int_distribution(0, 7)(random));
    std::ofstream(path, std::ios::binary) << content;
    EXPECT_EQ(store.select({}, {}, ignoreDamage).state.step, 10);
  }
  std::ofstream(path, std::ios::binary) << whole;
  EXPECT_EQ(store.select({}, {}, ignoreDamage).state.step, 20);
}

INSTANTIATE_TEST_SUITE_P(Files, DamagedCheckpoint, testing::Values("generator.safetensors", "state.json", "SHA256SUMS"),
                         [](const auto& file) {
                           return std::string(file.param).substr(0, std::string(file.param).find('.'));
                         });

TEST(CheckpointStore, SaysWhenEveryCheckpointIsDamaged) {
  const TemporaryFolder folder;
  CheckpointStore store(folder.path());
  fs::remove(writeAt(store, 10).path / "state.json");
  expectError(ErrorCode::kDataLoss, "checkpoint_bad_state", [&] { store.select({}, {}, ignoreDamage); });
  EXPECT_TRUE(store.hasAny());
  EXPECT_TRUE(store.list().empty());
}

TEST(CheckpointStore, RefusesACheckpointUnderAnotherName) {
  const TemporaryFolder folder;
  CheckpointStore store(folder.path());
  const auto entry = writeAt(store, 10);
  fs::rename(entry.path, folder / "step-00000099.s1");
  EXPECT_TRUE(store.list().empty());
  expectError(ErrorCode::kDataLoss, "checkpoint_bad_state", [&] { store.select(99, {}, {}); });
}

TEST(CheckpointStore, DoesNotFollowSumsOutOfItsFolder) {
  const TemporaryFolder folder;
  CheckpointStore store(folder.path());
  const auto entry = writeAt(store, 10);
  std::ofstream(entry.path / "SHA256SUMS", std::ios::app) << std::string(64, '0') << "  ../../etc/passwd\n";
  expectError(ErrorCode::kDataLoss, "checkpoint_damaged", [&] { CheckpointStore::verify(entry); });
}

TEST(CheckpointStore, VerifiesForWhoReadsSomeFilesNoMoreThanThese) {
  const TemporaryFolder folder;
  CheckpointStore store(folder.path());
  const auto entry = writeAt(store, 10);
  std::ofstream(entry.path / "unlisted") << "x";
  expectError(ErrorCode::kDataLoss, "checkpoint_damaged", [&] { CheckpointStore::verify(entry); });
  CheckpointStore::verify(entry, {"generator.safetensors"});
  expectError(ErrorCode::kDataLoss, "checkpoint_damaged", [&] { CheckpointStore::verify(entry, {"unlisted"}); });
  std::ofstream(entry.path / "generator.safetensors") << "other";
  expectError(ErrorCode::kDataLoss, "checkpoint_damaged",
              [&] { CheckpointStore::verify(entry, {"generator.safetensors"}); });
}

CurrentLine lineOf(std::vector<std::pair<std::int32_t, std::int64_t>> segments) {
  CurrentLine line;
  for (const auto& [segment, first_step] : segments) line.add(segment, first_step);
  return line;
}

TEST(CheckpointStore, GoesOnFromTheCurrentLineOnly) {
  const TemporaryFolder folder;
  CheckpointStore store(folder.path());
  for (const std::int64_t step : {100, 200, 300}) writeAt(store, step, 1);
  const CurrentLine line = lineOf({{1, 0}, {2, 100}});
  EXPECT_EQ(store.select({}, line, ignoreDamage).name, "step-00000100.s1");
  const auto error = expectError(ErrorCode::kNotFound, "checkpoint_superseded", [&] { store.select(300, line, {}); });
  ASSERT_TRUE(error);
  EXPECT_THAT(error->message(), HasSubstr("Branch"));
  EXPECT_EQ(store.select(300, {}, {}).name, "step-00000300.s1");
  expectError(ErrorCode::kNotFound, "checkpoint_not_found", [&] { store.select(250, line, {}); });
  writeAt(store, 200, 2);
  EXPECT_EQ(store.select({}, line, ignoreDamage).name, "step-00000200.s2");
  EXPECT_EQ(store.select(200, line, ignoreDamage).name, "step-00000200.s2");
}

TEST(CheckpointStore, HasNothingToSelectAtFirst) {
  const TemporaryFolder folder;
  expectError(ErrorCode::kNotFound, "checkpoint_not_found",
              [&] { CheckpointStore(folder / "nowhere").select({}, {}, {}); });
}

TEST(CheckpointStore, KeepsTheNewestTheBestAndPinnedOnes) {
  const TemporaryFolder folder;
  CheckpointStore store(folder.path());
  for (std::int64_t step = 10; step <= 100; step += 10) {
    CheckpointState state = stateAt(step);
    state.pinned = step == 10;
    if (step <= 50) state.score = std::abs(static_cast<double>(step) - 31);  // 30 is best, then 40
    if (step == 70) state.score = std::numeric_limits<double>::quiet_NaN();
    store.write(state, writeTensors);
  }
  store.prune({.newest = 2, .best = 2}, {});
  EXPECT_THAT(names(store), ElementsAre("step-00000010.s1", "step-00000030.s1", "step-00000040.s1", "step-00000090.s1",
                                        "step-00000100.s1"));
}

TEST(CheckpointStore, TheBestIsTheOneOfTheCurrentLineWithTheLowestScore) {
  const TemporaryFolder folder;
  CheckpointStore store(folder.path());
  writeAt(store, 5);
  EXPECT_FALSE(store.best({}, "fid")) << "none was evaluated";
  for (const auto& [step, score] : {std::pair(10, 9.0), {20, 4.0}, {30, 2.0}, {40, std::nan("")}}) {
    CheckpointState state = stateAt(step);
    state.score = score;
    store.write(state, writeTensors);
  }
  EXPECT_EQ(store.best({}, "fid").value().name, "step-00000030.s1");
  EXPECT_EQ(store.best(lineOf({{1, 0}, {2, 25}}), "fid").value().name, "step-00000020.s1");
  EXPECT_FALSE(store.best(lineOf({{1, 0}, {2, 0}}), "fid"));
}

Event evaluatedAt(std::int64_t step, double fid, double recall = 0.5, std::int64_t pictures = 2048) {
  Event event;
  event.step = step;
  event.segment = 1;
  Evaluated evaluated = evaluatedAs({{"fid", fid, {}}, {"recall", recall, {}}});
  evaluated.generated = pictures;
  event.what = evaluated;
  return event;
}

TEST(CheckpointStore, KeepsTheBestEvaluatedByTheScoreThatIsChosen) {
  for (const auto& [best_by, best] : {std::pair("fid", "step-00000020.s1"), {"recall", "step-00000030.s1"}}) {
    const TemporaryFolder folder;
    CheckpointStore store(folder.path());
    for (std::int64_t step = 10; step <= 60; step += 10) writeAt(store, step);
    for (const auto& [step, fid, recall] : {std::tuple(10, 9.0, 0.1), {20, 3.0, 0.2}, {30, 5.0, 0.9}, {40, 7.0, 0.3}}) {
      store.note(evaluatedAt(step, fid, recall));
    }
    store.prune({.newest = 1, .best = 1, .best_by = best_by}, {});
    EXPECT_THAT(names(store), ElementsAre(best, "step-00000060.s1"));
    EXPECT_EQ(store.best({}, best_by).value().name, best);
    EXPECT_NO_THROW(CheckpointStore::verify(store.list().front())) << "its digests know nothing of scores";
    EXPECT_THAT(filesIn(folder.path()), ElementsAre(best, std::string(best) + ".evaluation.json", "step-00000060.s1"));
  }
}

TEST(CheckpointStore, RanksOnlyScoresThatCompare) {
  const TemporaryFolder folder;
  CheckpointStore store(folder.path());
  for (std::int64_t step = 10; step <= 50; step += 10) writeAt(store, step);
  store.note(evaluatedAt(10, 3, 0.5, 256));  // more pictures, other scores
  store.note(evaluatedAt(20, 2, 0.5, 256));
  store.note(evaluatedAt(30, 8));
  store.note(evaluatedAt(40, 9));
  store.prune({.newest = 1, .best = 1}, {});
  EXPECT_THAT(names(store), ElementsAre("step-00000020.s1", "step-00000030.s1", "step-00000050.s1"));
  EXPECT_EQ(store.best({}, "fid").value().name, "step-00000030.s1") << "the newest says what compares";
}

TEST(CheckpointStore, WhatARollBackSupersededTakesNobodysPlace) {
  const TemporaryFolder folder;
  CheckpointStore store(folder.path());
  for (std::int64_t step = 10; step <= 40; step += 10) writeAt(store, step);
  store.note(evaluatedAt(10, 9));
  store.note(evaluatedAt(30, 3));  // superseded by a roll back to 25
  store.prune({.newest = 1, .best = 1}, lineOf({{1, 0}, {2, 25}}));
  EXPECT_THAT(names(store), testing::Contains("step-00000010.s1"));
  EXPECT_EQ(store.best(lineOf({{1, 0}, {2, 25}}), "fid").value().name, "step-00000010.s1");
}

TEST(CheckpointStore, KeepsTheOneWhoseEvaluationHasNotEnded) {
  const TemporaryFolder folder;
  CheckpointStore store(folder.path());
  for (std::int64_t step = 10; step <= 50; step += 10) writeAt(store, step);
  store.prune({.newest = 1, .best = 1, .awaited = 20}, {});
  EXPECT_THAT(names(store), ElementsAre("step-00000020.s1", "step-00000050.s1"));
}

TEST(CheckpointStore, KeepsTheNewestFromBeforeATroubleOfTheCurrentLine) {
  const TemporaryFolder folder;
  CheckpointStore store(folder.path());
  writeAt(store, 10, 1);
  writeAt(store, 15, 1);  // superseded by the second segment, which begins at 10
  for (const std::int64_t step : {20, 30, 40, 50}) writeAt(store, step, 2);
  const CurrentLine line = lineOf({{1, 0}, {2, 10}});
  EXPECT_EQ(store.newestBefore(20, line)->name, "step-00000010.s1");
  EXPECT_EQ(store.newestBefore(31, line)->name, "step-00000030.s2");
  EXPECT_FALSE(store.newestBefore(10, line));
  store.prune({.newest = 1, .best = 0, .troubled_since = 35}, line);
  EXPECT_THAT(names(store), ElementsAre("step-00000015.s1", "step-00000030.s2", "step-00000050.s2"));
}

TEST(CheckpointStore, KeepsOneForEachReasonUntilAnotherTakesItsPlace) {
  const TemporaryFolder folder;
  CheckpointStore store(folder.path());
  const CheckpointStore::Entry first = writeAt(store, 10);
  const CheckpointStore::Entry second = writeAt(store, 20);
  writeAt(store, 30);
  writeAt(store, 40);
  store.keep(first, "losses");
  store.keep(second, "pictures");
  CheckpointStore(folder.path()).prune({.newest = 1, .best = 0}, {});  // another process's
  EXPECT_THAT(names(store), ElementsAre("step-00000010.s1", "step-00000020.s1", "step-00000040.s1"));
  CheckpointStore::verify(first);
  store.keep(store.list().back(), "losses");
  store.prune({.newest = 1, .best = 0}, {});
  EXPECT_THAT(names(store), ElementsAre("step-00000020.s1", "step-00000040.s1"));
}

TEST(CheckpointStore, ReleasesWhatNoReasonIsLeftFor) {
  const TemporaryFolder folder;
  CheckpointStore store(folder.path());
  const CheckpointStore::Entry first = writeAt(store, 10);
  writeAt(store, 20);
  store.keep(first, "losses");
  store.keep(first, "pictures");
  store.release("losses");
  store.release("gradients");
  store.prune({.newest = 1, .best = 0}, {});
  EXPECT_THAT(names(store), ElementsAre("step-00000010.s1", "step-00000020.s1"));
  store.release("pictures");
  store.prune({.newest = 1, .best = 0}, {});
  EXPECT_THAT(names(store), ElementsAre("step-00000020.s1"));
}

TEST(CheckpointStore, ReleasesWhatIsNotFromBeforeAStep) {
  const TemporaryFolder folder;
  CheckpointStore store(folder.path());
  for (const std::int64_t step : {10, 20, 30, 40}) writeAt(store, step);
  const std::vector<CheckpointStore::Entry> all = store.list();
  store.keep(all.at(0), "losses");
  store.keep(all.at(1), "pictures");
  store.keep(all.at(2), "gradients");
  store.releaseFrom(20);
  store.prune({.newest = 1, .best = 0}, {});
  EXPECT_THAT(names(store), ElementsAre("step-00000010.s1", "step-00000040.s1"));
}

TEST(CheckpointStore, KeepsWhatAVersionKeptThatKnewNoReasonsUntilThereIsOne) {
  const TemporaryFolder folder;
  CheckpointStore store(folder.path());
  for (const std::int64_t step : {10, 20, 30}) writeAt(store, step);
  std::ofstream(folder / "kept") << "step-00000010.s1";
  store.prune({.newest = 2, .best = 0}, {});
  EXPECT_THAT(names(store), ElementsAre("step-00000010.s1", "step-00000020.s1", "step-00000030.s1"));
  store.keep(store.list().at(1), "losses");
  store.prune({.newest = 1, .best = 0}, {});
  EXPECT_THAT(names(store), ElementsAre("step-00000020.s1", "step-00000030.s1"));
}

TEST(CheckpointStore, WhatIsFoundOfACheckpointThatIsGoneIsNotKept) {
  const TemporaryFolder folder;
  CheckpointStore store(folder.path());
  writeAt(store, 20);
  store.note(evaluatedAt(10, 3));
  EXPECT_THAT(filesIn(folder.path()), ElementsAre("step-00000020.s1"));
}

TEST(CheckpointStore, ScoresThatCannotBeReadTakeNothingElseFromTheirCheckpoint) {
  const TemporaryFolder folder;
  CheckpointStore store(folder.path());
  writeAt(store, 20);
  std::ofstream(folder / "step-00000020.s1.evaluation.json") << "{\"half";
  EXPECT_FALSE(store.list().at(0).evaluated);
  EXPECT_NO_THROW(store.select(20, {}, ignoreDamage));
}

TEST(CheckpointStore, SupersededOnesDoNotPushOutThoseOfTheCurrentLine) {
  const TemporaryFolder folder;
  CheckpointStore store(folder.path());
  for (std::int64_t step = 100; step <= 900; step += 100) writeAt(store, step, 1);
  const CurrentLine line = lineOf({{1, 0}, {2, 300}});
  writeAt(store, 400, 2);
  store.prune({.newest = 2, .best = 0}, line);
  EXPECT_THAT(names(store),
              ElementsAre("step-00000300.s1", "step-00000400.s2", "step-00000800.s1", "step-00000900.s1"));
}

TEST(CheckpointStore, AlwaysKeepsOne) {
  const TemporaryFolder folder;
  CheckpointStore store(folder.path());
  writeAt(store, 10);
  writeAt(store, 20);
  store.prune({.newest = 0, .best = -1}, {});
  EXPECT_THAT(names(store), ElementsAre("step-00000020.s1"));
}

/// True when a checkpoint that is being written already has this file.
bool beingWrittenHas(const fs::path& folder, const std::string& file) {
  for (const std::string& name : filesIn(folder)) {
    if (name.starts_with(".tmp-") && fs::exists(folder / name / file)) return true;
  }
  return false;
}

TEST(CheckpointStore, KilledAtItsPausesLeavesOnlyWhatIsWhole) {
  const TemporaryFolder folder;
  CheckpointStore store(folder.path());
  writeAt(store, 10);
  for (const char* last_file : {"discriminator.safetensors", "SHA256SUMS"}) {
    ChildProcess child([&] {
      ::setenv(kPauseInCheckpointVariable, "1500", 1);
      writeAt(store, 20);
      return 0;
    });
    while (!beingWrittenHas(folder.path(), last_file)) std::this_thread::sleep_for(std::chrono::milliseconds(1));
    child.kill();
    EXPECT_EQ(filesIn(folder.path()).size(), 2U);
    EXPECT_THAT(names(store), ElementsAre("step-00000010.s1"));
    EXPECT_EQ(store.select({}, {}, [](const auto&, const auto&) { FAIL() << "nothing is damaged"; }).state.step, 10);
    store.prune({}, {});
    EXPECT_THAT(filesIn(folder.path()), ElementsAre("step-00000010.s1"));
  }
}

}  // namespace
}  // namespace gan
