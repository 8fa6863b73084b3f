#include "make_test.h"

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>
#include <system_error>

#include "core/atomic_file.h"
#include "core/error.h"
#include "core/progress_monitor.h"
#include "core/units.h"
#include "device.h"
#include "protocol/studio.pb.h"
#include "run/checkpoint_store.h"
#include "run/current_line.h"
#include "run/journal.h"
#include "run/kept_tests.h"
#include "run/run_folder.h"
#include "session/ranks.h"
#include "session/test_run.h"
#include "test_facts.h"

namespace gan::app {
namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

double secondsBetween(Clock::time_point begin, Clock::time_point end) {
  return std::chrono::duration<double>(end - begin).count();
}

/// Those that are kept for the export were on the current line when it was started.
CheckpointStore::Entry checkpointOf(const ExportTask& task, const RunFolder& run) {
  std::optional<std::int64_t> step;
  if (task.request.has_step()) step = task.request.step();
  if (!task.checkpoints.empty()) return CheckpointStore(task.checkpoints).select(step, {}, {});
  return CheckpointStore(run.checkpoints()).select(step, CurrentLine(journalSoFar(run.journal())), {});
}

/// A moment of it was tested: what all of it would take.
ExportMade tryOut(const RunFolder& run, const TestRunOptions& wished) {
  constexpr std::chrono::milliseconds kLongEnough(500);
  struct Heard {
    Progress progress;
    Clock::time_point at;
  };
  const Clock::time_point begin = Clock::now();
  std::optional<Heard> first;
  std::optional<Heard> last;
  ProgressMonitor for_a_moment([&](const Progress& progress) {
    last = Heard{progress, Clock::now()};
    if (!first) first = last;
    if (last->at - first->at >= kLongEnough) for_a_moment.cancel();
  });
  try {
    Ranks alone;
    (void)testRun(run, wished, alone, for_a_moment);
  } catch (const Error& error) {
    if (error.code() != ErrorCode::kCancelled) throw;
  }
  ExportMade made{.unit = "images"};
  if (!first) return made;
  made.done = made.total = first->progress.total;
  made.seconds = secondsBetween(begin, first->at);  // the first batch waits for all that is made ready
  const std::int64_t timed = last->progress.done - first->progress.done;
  if (timed > 0) {
    const double each = secondsBetween(first->at, last->at) / static_cast<double>(timed);
    made.seconds += each * static_cast<double>(first->progress.total - first->progress.done);
  }
  return made;
}

/// The sheets of a test that is kept; others go again. Throws Error(kAlreadyExists, "test_kept") where one has that id.
class NewSheets {
 public:
  NewSheets(const RunFolder& run, const std::string& id) {
    if (std::ranges::any_of(keptTests(run.path()), [&](const KeptTest& kept) { return kept.id == id; })) {
      throw Error(ErrorCode::kAlreadyExists, "test_kept",
                  "{run} keeps a test of the id {id} already. Give this one another, or delete {folder}.",
                  {{"run", run.path().string()}, {"id", id}, {"folder", testFolder(run.path(), id).string()}});
    }
    if (run.config().integer("model.classes") <= static_cast<std::int64_t>(kMostKeptClasses))
      folder_ = testFolder(run.path(), id);
  }
  ~NewSheets() {
    std::error_code ignored;
    if (!kept_ && !folder_.empty()) fs::remove_all(folder_, ignored);
  }
  NewSheets(const NewSheets&) = delete;
  NewSheets& operator=(const NewSheets&) = delete;

  /// Empty: nothing is kept of so many classes.
  const fs::path& folder() const { return folder_; }
  void keep(const RunFolder& run, const KeptTest& test) {
    if (folder_.empty()) return;
    keepTest(run.path(), test);
    kept_ = true;
  }

 private:
  fs::path folder_;
  bool kept_ = false;
};

/// Names of data and classes may be of any bytes.
std::string toText(const nlohmann::json& facts) {
  return facts.dump(2, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
}

}  // namespace

ExportMade makeTest(const ExportTask& task, ProgressMonitor& monitor) {
  const Clock::time_point begin = Clock::now();
  const RunFolder run = RunFolder::open(task.run);
  const CheckpointStore::Entry checkpoint = checkpointOf(task, run);
  const std::string& split = task.request.test().split();
  TestRunOptions wished;
  if (!split.empty()) wished.split = dataSplit(split);
  wished.step = checkpoint.state.step;
  wished.checkpoints = task.checkpoints;
  wished.device = chooseDevice(parseDevices(run.config().text("evaluation.device")), World(), gpuAccess()).name;
  ExportMade made;
  if (task.at_most > 0) {
    made = tryOut(run, wished);
  } else {
    const std::string id = task.out.parent_path().filename().string();
    NewSheets sheets(run, id);
    wished.sheets = sheets.folder();
    Ranks alone;
    TestedRun tested = testRun(run, wished, alone, monitor);
    tested.found.id = id;
    tested.found.unix_seconds = unixSeconds();
    sheets.keep(run, tested.found);
    writeFileAtomically(task.out / "test.json", toText(testFacts(tested.checkpoint, tested.found)));
    made = {.done = tested.found.images,
            .total = tested.found.images,
            .unit = "images",
            .seconds = secondsBetween(begin, Clock::now())};
  }
  made.step = checkpoint.state.step;
  made.checkpoint = checkpoint.name;
  return made;
}

}  // namespace gan::app
