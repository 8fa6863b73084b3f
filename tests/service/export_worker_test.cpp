#include "service/export_worker.h"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <map>
#include <thread>

#include "core/atomic_file.h"
#include "core/partial_file.h"
#include "protocol/status.h"
#include "run/checkpoint_store.h"
#include "run/process_identity.h"
#include "support/expect_error.h"
#include "support/small_disk.h"
#include "support/temporary_folder.h"

namespace gan {
namespace {

namespace fs = std::filesystem;
namespace v1 = ganstudio::v1;

v1::ExportRequest samples(std::uint64_t count, const std::string& format = {}) {
  v1::ExportRequest request;
  request.mutable_samples()->set_count(count);
  request.mutable_samples()->set_format(format);
  return request;
}

v1::ExportInfo waiting(double created) {
  v1::ExportInfo info;
  info.set_phase(std::string(export_phase::kWaiting));
  info.set_created_unix_seconds(created);
  return info;
}

/// Puts an export there as an engine does.
void put(const ExportStore& store, const std::string& id, const v1::ExportRequest& request, const v1::ExportInfo& info,
         const std::string& boot_id = {}) {
  fs::create_directories(store.folderOf(id));
  writeExportRequest(store.folderOf(id), request);
  v1::ExportState state;
  *state.mutable_info() = info;
  state.mutable_process()->set_boot_id(boot_id);
  writeExportState(store.folderOf(id), state);
}

/// What was running when its process was killed, behind three pictures and within the fourth.
void putInterrupted(const ExportStore& store, const v1::ExportRequest& request, const std::string& boot_id) {
  v1::ExportInfo info = waiting(1);
  info.set_phase(std::string(export_phase::kRunning));
  info.set_done(3);
  put(store, "a", request, info, boot_id);
  fs::create_directories(store.folderOf("a") / "out" / ".film.1f.tmp");
  for (const char* name : {"0", "1", "2", ".3.77.tmp", ".film.1f.tmp/0"}) {
    std::ofstream(store.folderOf("a") / "out" / name) << "earlier";
  }
}

/// A checkpoint of the run, with a file that says its step.
fs::path putCheckpoint(const fs::path& run, std::int64_t step) {
  CheckpointState state;
  state.step = step;
  state.segment = 1;
  fs::create_directories(run / "checkpoints");
  return CheckpointStore(run / "checkpoints")
      .write(state, [&](const fs::path& folder) { writeFileAtomically(folder / "weights", std::to_string(step)); })
      .path;
}

std::map<std::string, std::string> filesOf(const ExportStore& store, const std::string& id) {
  std::map<std::string, std::string> files;
  for (const auto& entry : fs::recursive_directory_iterator(store.folderOf(id) / "out")) {
    if (!entry.is_directory()) files[entry.path().filename()] = readFile(entry.path(), 1 << 20);
  }
  return files;
}

ExportMade makeNow(const ExportTask& task, ProgressMonitor& monitor) {
  const auto all = static_cast<std::int64_t>(task.request.samples().count());
  const std::int64_t end = task.at_most > 0 ? std::min(task.at_most, all) : all;
  for (std::int64_t i = task.done; i < end; ++i) {
    writeFileAtomically(task.out / std::to_string(i), "now");
    monitor.report({.stage = "", .done = i + 1, .total = all, .unit = "pictures"});
  }
  return {.step = 12, .checkpoint = "step-00000012.s1", .done = end, .total = all, .unit = "pictures", .seconds = 2};
}

TEST(ExportWorker, MakesOneAfterTheOtherInTheOrderInWhichTheyCame) {
  const TemporaryFolder run;
  const ExportStore store(run.path());
  put(store, "second", samples(2), waiting(20));
  put(store, "first", samples(1), waiting(10));
  std::vector<std::uint64_t> order;
  workOnExports(store, [&](const ExportTask& task, ProgressMonitor& monitor) {
    EXPECT_TRUE(store.isWorkedOn());
    order.push_back(task.request.samples().count());
    return makeNow(task, monitor);
  });
  EXPECT_EQ(order, (std::vector<std::uint64_t>{1, 2}));
  EXPECT_FALSE(store.isWorkedOn());
  for (const char* id : {"first", "second"}) EXPECT_EQ(store.info(id).phase(), "done");
  EXPECT_EQ(store.info("second").bytes(), 6U);
  EXPECT_EQ(store.info("second").done(), 2U);
}

TEST(ExportWorker, TwoDoNotWorkAtOnce) {
  const TemporaryFolder run;
  const ExportStore store(run.path());
  put(store, "a", samples(1), waiting(1));
  int made = 0;
  workOnExports(store, [&](const ExportTask& task, ProgressMonitor& monitor) {
    workOnExports(store, [&](const ExportTask&, ProgressMonitor&) { return ++made, ExportMade(); });
    return makeNow(task, monitor);
  });
  EXPECT_EQ(made, 0);
}

TEST(ExportWorker, WhatCameWhileItWasMakingTheLastOneIsMadeToo) {
  const TemporaryFolder run;
  const ExportStore store(run.path());
  put(store, "a", samples(1), waiting(1));
  workOnExports(store, [&](const ExportTask& task, ProgressMonitor& monitor) {
    if (!store.has("b")) put(store, "b", samples(1), waiting(2));
    return makeNow(task, monitor);
  });
  EXPECT_EQ(store.info("b").phase(), "done");
}

TEST(ExportWorker, GoesOnWithSamplesWhereAKilledProcessStopped) {
  const TemporaryFolder run;
  const ExportStore store(run.path());
  putInterrupted(store, samples(5), thisProcess().boot_id);
  EXPECT_EQ(store.info("a").phase(), "interrupted");
  workOnExports(store, makeNow);
  EXPECT_EQ(filesOf(store, "a"),
            (std::map<std::string, std::string>{
                {"0", "earlier"}, {"1", "earlier"}, {"2", "earlier"}, {"3", "now"}, {"4", "now"}}));
}

TEST(ExportWorker, BeginsAnewAfterTheHostWasStartedAnewAndWithWhatIsOneFile) {
  for (const auto& [request, boot_id] :
       {std::pair(samples(5), std::string("another")), std::pair(samples(5, "npz"), thisProcess().boot_id)}) {
    const TemporaryFolder run;
    const ExportStore store(run.path());
    putInterrupted(store, request, boot_id);
    workOnExports(store, makeNow);
    const auto files = filesOf(store, "a");
    EXPECT_EQ(files.size(), 5U);
    for (const auto& [name, content] : files) EXPECT_EQ(content, "now") << name;
  }
}

TEST(ExportWorker, LeavesNothingOfWhatIsCancelled) {
  const TemporaryFolder run;
  const ExportStore store(run.path());
  put(store, "a", samples(5), waiting(1));
  put(store, "b", samples(5), waiting(2));
  workOnExports(store, [&](const ExportTask& task, ProgressMonitor& monitor) {
    writeFileAtomically(task.out / "0", "whole");
    const PartialFile half(task.out / "1");
    for (const char* id : {"a", "b"}) writeFileAtomically(store.folderOf(id) / "cancel", "");
    for (;; std::this_thread::sleep_for(std::chrono::milliseconds(1))) monitor.throwIfCancelled();
    return ExportMade();
  });
  for (const char* id : {"a", "b"}) {
    EXPECT_EQ(store.info(id).phase(), "cancelled");
    EXPECT_FALSE(fs::exists(store.folderOf(id) / "out")) << id;
  }
}

TEST(ExportWorker, AnErrorOfOneIsWrittenDownAndTheNextOneIsMade) {
  const TemporaryFolder run;
  const ExportStore store(run.path());
  put(store, "a", samples(1), waiting(1));
  put(store, "b", samples(2), waiting(2));
  workOnExports(store, [&](const ExportTask& task, ProgressMonitor& monitor) {
    if (task.request.samples().count() == 1) {
      throw Error(ErrorCode::kNotFound, "checkpoint_not_found", "There is none of step {step}.", {{"step", "5"}});
    }
    return makeNow(task, monitor);
  });
  EXPECT_EQ(store.info("a").phase(), "failed");
  EXPECT_EQ(errorFrom(store.info("a").error()).message(), "There is none of step 5.");
  EXPECT_EQ(store.info("b").phase(), "done");
}

TEST(ExportWorker, OneWhoseRequestIsDamagedOrWhoseFolderIsInTheWayHoldsNobodyUp) {
  const TemporaryFolder run;
  const ExportStore store(run.path());
  for (const char* id : {"damaged", "barred"}) put(store, id, samples(1), waiting(1));
  std::ofstream(store.folderOf("damaged") / "request.json") << "{";
  fs::create_directories(store.folderOf("barred") / ".ballast");
  fs::create_directories(store.folder() / "Copy_1");
  put(store, "good", samples(2), waiting(2));
  workOnExports(store, makeNow);
  EXPECT_EQ(store.info("damaged").phase(), "failed");
  EXPECT_EQ(store.info("barred").phase(), "failed");
  EXPECT_EQ(store.info("good").phase(), "done");
}

TEST(ExportWorker, OneThatEndsItsProcessAgainAndAgainFailsAndTheNextOneIsMade) {
#ifdef _GLIBCXX_TSAN
  GTEST_SKIP() << "ThreadSanitizer ends a process that was forked beside threads";
#endif
  const TemporaryFolder run;
  const ExportStore store(run.path());
  put(store, "heavy", samples(1), waiting(1));
  put(store, "good", samples(2), waiting(2));
  int ended = 0;
  const auto work = [&] {
    workOnExports(store, [&](const ExportTask& task, ProgressMonitor& monitor) {
      if (task.request.samples().count() == 2) return makeNow(task, monitor);
      _exit(9);
    });
  };
  for (; ended < 10 && store.info("good").phase() != "done"; ++ended) {
    const pid_t child = fork();
    if (child == 0) {
      work();
      _exit(0);
    }
    waitpid(child, nullptr, 0);
  }
  EXPECT_EQ(ended, 4);
  EXPECT_EQ(store.info("heavy").phase(), "failed");
  EXPECT_EQ(store.info("heavy").error().id(), "export_process_lost");
}

TEST(ExportWorker, ProcessesThatWentWithTheirHostCountNotAgainstAnExport) {
  for (const auto& [boot_id, phase] :
       {std::pair(std::string("another"), "done"), std::pair(thisProcess().boot_id, "failed")}) {
    const TemporaryFolder run;
    const ExportStore store(run.path());
    putInterrupted(store, samples(5, "npz"), boot_id);
    v1::ExportState state = readExportState(store.folderOf("a"));
    state.set_attempts(3);
    writeExportState(store.folderOf("a"), state);
    workOnExports(store, makeNow);
    EXPECT_EQ(store.info("a").phase(), phase);
  }
}

TEST(ExportWorker, OnAFullDiskSaysSoAndLeavesNoHalfFile) {
  const SmallDisk disk(512);
  if (!disk.mounted()) GTEST_SKIP() << "only root may make a small disk";
  const ExportStore store(disk.path());
  put(store, "a", samples(1000), waiting(1));
  workOnExports(store, [&](const ExportTask& task, ProgressMonitor& monitor) {
    for (int i = 0;; ++i) {
      PartialFile file(task.out / std::to_string(i));
      file.append(std::string(40'000, 'x'));
      file.finish(Flush::kLater);
      monitor.throwIfCancelled();
    }
    return ExportMade();
  });
  EXPECT_EQ(store.info("a").phase(), "failed");
  EXPECT_EQ(store.info("a").error().id(), "disk_full");
  for (const auto& [name, content] : filesOf(store, "a")) EXPECT_EQ(content.size(), 40'000U) << name;
}

TEST(ExportWorker, ATrialSaysWhatAllWouldTakeAndKeepsTheCheckpoint) {
  const TemporaryFolder run;
  const ExportStore store(run.path());
  const fs::path checkpoint = putCheckpoint(run.path(), 12);
  put(store, "new", samples(1000), waiting(1));
  tryExport(run.path(), store.folderOf("new"), makeNow);
  const v1::ExportInfo info = store.info("new");
  EXPECT_EQ(info.phase(), "waiting");
  EXPECT_EQ(info.total(), 1000U);
  EXPECT_EQ(info.expected_bytes(), 3000U) << "three bytes each";
  EXPECT_EQ(info.expected_seconds(), 500) << "two seconds for four of them";
  EXPECT_EQ(info.request().step(), 12);
  EXPECT_FALSE(fs::exists(store.folderOf("new") / "tried"));
  fs::remove_all(checkpoint);
  workOnExports(store, [&](const ExportTask& task, ProgressMonitor& monitor) {
    EXPECT_EQ(readFile(task.checkpoints / "step-00000012.s1" / "weights", 100), "12");
    return makeNow(task, monitor);
  });
  EXPECT_FALSE(fs::exists(store.folderOf("new") / "checkpoints")) << "it needs no room when the export is over";
}

TEST(ExportWorker, ATrialCountsWhatIsSaidOfAllPicturesOnceAndWhatItLeftAway) {
  const TemporaryFolder run;
  const ExportStore store(run.path());
  put(store, "new", samples(1000), waiting(1));
  put(store, "film", samples(1000), waiting(1));
  const auto make = [](const ExportTask& task, ProgressMonitor& monitor) {
    writeFileAtomically(task.out / "samples.json", std::string(700, ' '));
    ExportMade made = makeNow(task, monitor);
    made.seconds_besides = 30;
    return made;
  };
  tryExport(run.path(), store.folderOf("new"), make);
  EXPECT_EQ(store.info("new").expected_bytes(), 700 + 3000U);
  EXPECT_EQ(store.info("new").expected_seconds(), 530);
  tryExport(run.path(), store.folderOf("film"), [&](const ExportTask& task, ProgressMonitor& monitor) {
    ExportMade made = make(task, monitor);
    made.all_bytes = 5000;
    made.all_seconds = 10;
    return made;
  });
  EXPECT_EQ(store.info("film").expected_bytes(), 700 + 5000U);
  EXPECT_EQ(store.info("film").expected_seconds(), 40);
}

std::vector<std::string> checkpointsIn(const fs::path& folder) {
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(folder)) names.push_back(entry.path().filename());
  std::ranges::sort(names);
  return names;
}

TEST(ExportWorker, ATrialDrawsFromWhatItHasKeptAndKeepsNoMoreThanThat) {
  const TemporaryFolder run;
  const ExportStore store(run.path());
  for (const int step : {4, 8, 12}) putCheckpoint(run.path(), step);
  put(store, "new", samples(1000), waiting(1));
  tryExport(run.path(), store.folderOf("new"), [&](const ExportTask& task, ProgressMonitor& monitor) {
    fs::remove_all(run / "checkpoints");  // as retention might at that moment
    EXPECT_EQ(readFile(task.checkpoints / "step-00000012.s1" / "weights", 100), "12");
    return makeNow(task, monitor);
  });
  EXPECT_EQ(checkpointsIn(store.folderOf("new") / "checkpoints"), std::vector<std::string>{"step-00000012.s1"});
}

TEST(ExportWorker, AllCheckpointsOfASheetOfStepsAreKept) {
  const TemporaryFolder run;
  const ExportStore store(run.path());
  for (const int step : {4, 8, 12, 16, 20}) putCheckpoint(run.path(), step);
  v1::ExportRequest sheet;
  sheet.mutable_sheet()->set_kind("steps");
  put(store, "new", sheet, waiting(1));
  tryExport(run.path(), store.folderOf("new"), [&](const ExportTask&, ProgressMonitor&) {
    return ExportMade{.done = 4, .total = 5, .unit = "rows", .seconds = 1};
  });
  EXPECT_EQ(checkpointsIn(store.folderOf("new") / "checkpoints").size(), 5U);
}

TEST(ExportWorker, OfANamedStepOnlyThatCheckpointIsKept) {
  const TemporaryFolder run;
  const ExportStore store(run.path());
  for (const int step : {4, 8, 12}) putCheckpoint(run.path(), step);
  v1::ExportRequest film;
  film.mutable_film()->add_keyframes("seed=1 step=8");
  put(store, "new", film, waiting(1));
  tryExport(run.path(), store.folderOf("new"), [&](const ExportTask& task, ProgressMonitor&) {
    EXPECT_EQ(checkpointsIn(task.checkpoints), std::vector<std::string>{"step-00000008.s1"});
    return ExportMade{.step = 8, .checkpoint = "step-00000008.s1", .done = 1, .total = 9, .unit = "pictures"};
  });
  EXPECT_EQ(store.info("new").request().step(), 8);
}

TEST(ExportWorker, EveryStepThatAPointNamesIsKeptAndTheNewestForThoseThatNameNone) {
  const TemporaryFolder run;
  const ExportStore store(run.path());
  for (const int step : {4, 8, 12, 16, 20}) putCheckpoint(run.path(), step);
  v1::ExportRequest points = samples(0);
  points.mutable_samples()->add_points("seed=1 step=4");
  points.mutable_samples()->add_points("seed=2 step=8");
  put(store, "named", points, waiting(1));
  tryExport(run.path(), store.folderOf("named"), [](const ExportTask&, ProgressMonitor&) {
    return ExportMade{.done = 2, .total = 2, .unit = "pictures", .seconds = 1};
  });
  const std::vector<std::string> both = {"step-00000004.s1", "step-00000008.s1"};
  EXPECT_EQ(checkpointsIn(store.folderOf("named") / "checkpoints"), both);
  EXPECT_FALSE(store.info("named").request().has_step());

  points.mutable_samples()->add_points("seed=3");
  put(store, "newest", points, waiting(2));
  tryExport(run.path(), store.folderOf("newest"), [](const ExportTask&, ProgressMonitor&) {
    return ExportMade{
        .step = 20, .checkpoint = "step-00000020.s1", .done = 3, .total = 3, .unit = "pictures", .seconds = 1};
  });
  const std::vector<std::string> three = {"step-00000004.s1", "step-00000008.s1", "step-00000020.s1"};
  EXPECT_EQ(checkpointsIn(store.folderOf("newest") / "checkpoints"), three);
  EXPECT_EQ(store.info("newest").request().step(), 20) << "of the point that names none";
}

TEST(ExportWorker, ATrialThatFailsSaysWhy) {
  const TemporaryFolder run;
  const ExportStore store(run.path());
  put(store, "new", samples(1), waiting(1));
  tryExport(run.path(), store.folderOf("new"), [](const ExportTask&, ProgressMonitor&) -> ExportMade {
    throw Error(ErrorCode::kInvalidArgument, "class_not_known", "There is no class 4.");
  });
  EXPECT_EQ(readExportState(store.folderOf("new")).info().error().id(), "class_not_known");
}

}  // namespace
}  // namespace gan
