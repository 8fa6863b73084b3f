#include <chrono>
#include <filesystem>
#include <memory>
#include <optional>
#include <thread>
#include <vector>

#include "config/evaluation_order.h"
#include "console.h"
#include "core/atomic_file.h"
#include "core/error.h"
#include "core/units.h"
#include "data_options.h"
#include "make_evaluation.h"
#include "parse_step.h"
#include "picture_options.h"
#include "protocol/convert.h"
#include "protocol/status.h"
#include "protocol/studio.pb.h"
#include "remote.h"
#include "run_exports.h"
#include "service/export_store.h"

namespace gan::app {
namespace {

namespace v1 = ganstudio::v1;

struct StartOptions {
  std::string run;
  std::string step = "latest";
  std::string id;
  bool estimate = false;
  std::string preview;
  bool wait = false;
  SampleOptions alike;
  SampleSetOptions set;
  FilmOptions film;
  PictureSheetOptions sheet;
  std::string format;
  EvaluationOrder evaluation;
  std::string split = "test";
};
struct OneOptions {
  std::string run;
  std::string id;
  std::string out;
};

bool isOver(const v1::ExportInfo& info) {
  return info.phase() == export_phase::kDone || info.phase() == export_phase::kFailed ||
         info.phase() == export_phase::kCancelled || info.phase() == export_phase::kInterrupted;
}

std::string kindOf(const v1::ExportInfo& info) {
  if (info.request().has_film()) return "film";
  if (info.request().has_evaluation()) return "evaluation";
  if (info.request().has_test()) return "test";
  return info.request().has_sheet() ? "sheet" : "samples";
}

std::string whyOf(const v1::ExportInfo& info) {
  return info.has_error() ? printable(errorFrom(info.error()).message()) : std::string();
}

nlohmann::json factsOf(const v1::ExportInfo& info) {
  nlohmann::json facts = {{"id", info.id()},
                          {"kind", kindOf(info)},
                          {"phase", info.phase()},
                          {"done", info.done()},
                          {"total", info.total()},
                          {"unit", info.unit()},
                          {"bytes", info.bytes()},
                          {"expected_bytes", info.expected_bytes()},
                          {"expected_seconds", info.expected_seconds()},
                          {"seconds", info.seconds()},
                          {"created_unix_seconds", info.created_unix_seconds()},
                          {"folder", info.folder()}};
  if (info.request().has_step()) facts["step"] = info.request().step();
  if (info.has_error()) facts["error"] = messageFacts(messageOf(errorFrom(info.error())));
  return facts;
}

std::string expected(const v1::ExportInfo& info) {
  const char* unit = info.unit() == "rows" ? "row" : info.unit() == "images" ? "image" : "picture";
  return counted(static_cast<std::int64_t>(info.total()), unit) + ", about " +
         (info.expected_bytes() > 0 ? formatBytes(info.expected_bytes()) + " and " : std::string()) +
         formatDuration(std::chrono::duration<double>(info.expected_seconds()));
}

v1::ExportInfo infoOf(RunExports& exports, const std::string& id) {
  v1::ListExportsRequest request;
  request.set_id(id);
  return exports.list(request).exports(0);
}

/// As infoOf(), but the engine of another host, or the way to it, may be gone for a while.
std::optional<v1::ExportInfo> infoIfThere(RunExports& exports, const std::string& id, int& failures) {
  constexpr int kMostFailures = 5;
  constexpr std::chrono::seconds kAskAgain(3);
  try {
    v1::ExportInfo info = infoOf(exports, id);
    failures = 0;
    return info;
  } catch (const Error& error) {
    const bool gone = error.code() == ErrorCode::kUnavailable || error.code() == ErrorCode::kCancelled;
    if (!gone || ++failures == kMostFailures) throw;
  }
  std::this_thread::sleep_for(kAskAgain);
  return std::nullopt;
}

v1::ExportInfo waitFor(RunExports& exports, v1::ExportInfo info) {
  constexpr std::chrono::milliseconds kAskAgain(200);
  int failures = 0;
  (void)withMonitor([&](ProgressMonitor& monitor) {
    for (; !isOver(info); std::this_thread::sleep_for(kAskAgain)) {
      monitor.throwIfCancelled();
      info = infoIfThere(exports, info.id(), failures).value_or(info);
      monitor.report({.stage = "Export",
                      .done = static_cast<std::int64_t>(info.done()),
                      .total = static_cast<std::int64_t>(info.total()),
                      .unit = info.unit()});
    }
    return Result();
  });
  return info;
}

/// What became of it.
Result resultOf(const std::string& run, const v1::ExportInfo& info) {
  Result result;
  result.facts = factsOf(info);
  const std::string name = "Export " + info.id();
  if (info.phase() == export_phase::kDone) {
    result.text = name + " is done: " + formatBytes(info.bytes()) + " in " + printable(info.folder());
  } else if (info.phase() == export_phase::kFailed) {
    result.code = ExitCode::kFailed;
    result.text =
        name + " has failed: " + whyOf(info) + " Go on with: gan-engine export continue " + run + " " + info.id();
  } else if (info.phase() == export_phase::kCancelled) {
    result.text = name + " is cancelled; nothing is left of it.";
  } else if (info.phase() == export_phase::kInterrupted) {
    result.code = ExitCode::kFailed;
    result.text = name + " was interrupted: " + (info.has_error() ? whyOf(info) : "its process has ended.") +
                  " Go on with: gan-engine export continue " + run + " " + info.id();
  } else {
    result.text = name + " is " + info.phase() + ": " + expected(info) + ". `gan-engine export list " + run +
                  "` says how far it is.";
  }
  return result;
}

/// Before what is asked for takes time.
void requirePreviewPlace(const std::filesystem::path& file) {
  requireFilePlace(file);
  if (file.extension() == ".png") return;
  throw Error(ErrorCode::kInvalidArgument, "export_preview_png",
              "A preview is a PNG, but it is to be called {file}. Give a name that ends in .png.",
              {{"file", file.string()}});
}

Result start(v1::StartExportRequest request, const StartOptions& options) {
  const bool estimate = options.estimate || !options.preview.empty();
  if (!options.preview.empty()) requirePreviewPlace(options.preview);
  request.set_id(options.id);
  request.set_only_estimate(estimate);
  if (const auto step = parseStep(options.step)) request.mutable_request()->set_step(*step);
  const auto exports = openExports(options.run);
  v1::ExportInfo info = exports->start(request);
  if (estimate) {
    Result result;
    result.text = expected(info) + "; nothing was started.";
    result.facts = factsOf(info);
    if (!options.preview.empty()) {
      writeFileAtomically(options.preview, info.preview());
      result.text += " The first of it: " + options.preview;
      result.facts["preview"] = options.preview;
    }
    return result;
  }
  if (options.wait) info = waitFor(*exports, info);
  Result result = resultOf(options.run, info);
  if (info.phase() == export_phase::kCancelled) result.code = ExitCode::kStopped;  // by somebody else
  return result;
}

void fill(v1::SamplesAlike& message, const SampleOptions& options) {
  message.set_seed(options.seed);
  message.set_classes(options.classes);
  message.set_truncation(options.truncation);
  message.set_truncation_kind(options.truncation_kind);
  message.set_statistics(options.statistics);
}

Result startSamples(const StartOptions& options) {
  v1::StartExportRequest request;
  v1::SampleExport& samples = *request.mutable_request()->mutable_samples();
  fill(*samples.mutable_alike(), options.alike);
  for (const std::string& point : options.set.points) samples.add_points(point);
  if (options.set.points.empty()) {
    samples.set_first(static_cast<std::uint64_t>(options.set.first));
    samples.set_count(static_cast<std::uint64_t>(options.set.count));
  }
  samples.set_format(options.set.format);
  samples.set_quality(static_cast<std::uint32_t>(options.set.quality));
  samples.set_class_folders(options.set.class_folders);
  return start(request, options);
}

Result startFilm(const StartOptions& options) {
  const LatentWalk walk = walkOf(options.film);
  v1::StartExportRequest request;
  v1::FilmExport& film = *request.mutable_request()->mutable_film();
  for (const SamplePoint& keyframe : walk.keyframes) film.add_keyframes(toText(keyframe));
  film.set_path(std::string(nameOf(walk.kind)));
  film.set_loop(walk.ends == PathEnds::kLoop);
  film.set_seconds(walk.seconds);
  film.set_frames_per_second(walk.frames_per_second);
  film.set_zoom(static_cast<std::uint32_t>(options.film.zoom));
  film.set_format(options.format);
  return start(request, options);
}

Result startSheet(const StartOptions& options) {
  v1::StartExportRequest request;
  v1::SheetExport& sheet = *request.mutable_request()->mutable_sheet();
  fill(*sheet.mutable_alike(), options.alike);
  for (const std::string& point : options.sheet.points) sheet.add_points(point);
  sheet.set_kind(options.sheet.kind);
  sheet.set_rows(static_cast<std::uint32_t>(options.sheet.rows));
  sheet.set_columns(static_cast<std::uint32_t>(options.sheet.columns));
  sheet.set_quality(static_cast<std::uint32_t>(options.sheet.quality));
  sheet.set_format(options.format);
  return start(request, options);
}

Result startEvaluation(const StartOptions& options) {
  v1::StartExportRequest request;
  toMessage(options.evaluation, *request.mutable_request()->mutable_evaluation());
  return start(request, options);
}

Result startTest(const StartOptions& options) {
  v1::StartExportRequest request;
  request.mutable_request()->mutable_test()->set_split(options.split);
  return start(request, options);
}

Result goOn(const OneOptions& options) {
  v1::StartExportRequest request;
  request.set_id(options.id);
  requireName("ID", options.id);
  return resultOf(options.run, openExports(options.run)->start(request));
}

Result list(const std::string& run) {
  const v1::ExportList exports = openExports(run)->list({});
  std::vector<std::vector<std::string>> rows = {
      {"EXPORT", "KIND", "STEP", "PHASE", "DONE", "OF", "SIZE", "EXPECTED", ""}};
  Result result;
  result.facts["exports"] = nlohmann::json::array();
  for (const v1::ExportInfo& info : exports.exports()) {
    rows.push_back({printable(info.id()), kindOf(info),
                    info.request().has_step() ? formatCount(info.request().step()) : "", printable(info.phase()),
                    formatCount(static_cast<std::int64_t>(info.done())),
                    formatCount(static_cast<std::int64_t>(info.total())), formatBytes(info.bytes()),
                    formatBytes(info.expected_bytes()) + ", " +
                        formatDuration(std::chrono::duration<double>(info.expected_seconds())),
                    whyOf(info)});
    result.facts["exports"].push_back(factsOf(info));
  }
  result.text = rows.size() > 1 ? formatTable(rows) : "No exports of " + printable(run) + ".";
  return result;
}

Result cancel(const OneOptions& options) {
  const auto exports = openExports(options.run);
  return resultOf(options.run, waitFor(*exports, exports->cancel(options.id)));
}

Result remove(const OneOptions& options) {
  const v1::ExportInfo info = openExports(options.run)->remove(options.id);
  Result result;
  result.text = "Export " + info.id() + " is removed, " + formatBytes(info.bytes()) + ".";
  result.facts = factsOf(info);
  return result;
}

Result fetch(const OneOptions& options) {
  requireName("--out", options.out);
  const auto exports = openExports(options.run);
  Result result;
  (void)withMonitor([&](ProgressMonitor& monitor) {
    const ExportClient::Fetched fetched =
        exports->fetch(options.id, options.out, [&](const ExportClient::Fetched& so_far) {
          monitor.report({.stage = "Files",
                          .done = static_cast<std::int64_t>(so_far.bytes),
                          .total = static_cast<std::int64_t>(so_far.total_bytes),
                          .unit = "bytes"});
          return !monitor.cancelled();
        });
    monitor.throwIfCancelled();
    result.text = counted(static_cast<std::int64_t>(fetched.files), "file") + " in " + options.out + ", " +
                  formatBytes(fetched.bytes);
    result.facts = {{"out", options.out}, {"files", fetched.files}, {"bytes", fetched.bytes}};
    return Result();
  });
  const std::string phase = infoOf(*exports, options.id).phase();
  result.facts["phase"] = phase;
  if (phase != export_phase::kDone) result.text += "; the export is " + phase + ": these are not all";
  return result;
}

CLI::App* addStart(CLI::App& starting, Invocation& invocation, const std::string& name, const std::string& description,
                   const std::shared_ptr<StartOptions>& options, Result (*run)(const StartOptions&)) {
  CLI::App* command = addCommand(starting, invocation, name, description, [options, run] { return run(*options); });
  command->add_option("RUN", options->run, kRunOrRemote)->required();
  addStepOption(*command, options->step);
  command->add_option(
      "--id", options->id,
      "Name of the export, which nothing is started twice under: a-z, 0-9 and -; otherwise one is made");
  command->add_flag("--estimate", options->estimate, "Only say what it would take, and start nothing");
  command->add_option("--preview", options->preview,
                      "Write a small picture (.png) of the first of it, say what it would take, and start nothing");
  command->add_flag("--wait", options->wait, "Return when it is over; it goes on when this command is ended");
  return command;
}

void addStarts(CLI::App& exports, Invocation& invocation) {
  CLI::App* starting = exports.add_subcommand("start", "Starts one, and returns when its request was tried out");
  starting->require_subcommand(1);
  const auto options = std::make_shared<StartOptions>();
  CLI::App* samples = addStart(*starting, invocation, "samples", "Pictures in files, as `gan-engine sample` draws them",
                               options, startSamples);
  addSampleOptions(*samples, options->alike);
  addSampleSetOptions(*samples, options->set);
  CLI::App* film =
      addStart(*starting, invocation, "film", "A film, as `gan-engine interpolate` makes it", options, startFilm);
  addFilmOptions(*film, options->film);
  film->add_option("--format", options->format,
                   "mp4 (what is used otherwise; made by the program ffmpeg), gif, or png: "
                   "a folder with a file for each picture")
      ->check(CLI::IsMember({"mp4", "gif", "png"}));
  CLI::App* sheet = addStart(*starting, invocation, "sheet",
                             "Many small pictures in one, as `gan-engine sheet` draws it", options, startSheet);
  addSampleOptions(*sheet, options->alike);
  addSheetOptions(*sheet, options->sheet);
  sheet->add_option("--format", options->format, "png (what is used otherwise), jpeg or webp")
      ->check(CLI::IsMember({"png", "jpeg", "webp"}));
  CLI::App* evaluation =
      addStart(*starting, invocation, "evaluation",
               "Scores of a checkpoint, as `gan-engine evaluate` computes them: they join those of the run's training",
               options, startEvaluation);
  evaluation->remove_option(evaluation->get_option("--preview"));  // there is nothing to see
  addEvaluationOptions(*evaluation, options->evaluation);
  CLI::App* test = addStart(*starting, invocation, "test",
                            "A classifier's checkpoint tested, as `gan-engine test` does it: what is found is kept in "
                            "the run's folder, where the window shows it",
                            options, startTest);
  test->remove_option(test->get_option("--preview"));
  addTestSplitOption(*test, options->split);
}

CLI::App* addOne(CLI::App& exports, Invocation& invocation, const std::string& name, const std::string& description,
                 const std::shared_ptr<OneOptions>& options, Result (*run)(const OneOptions&)) {
  CLI::App* command = addCommand(exports, invocation, name, description, [options, run] { return run(*options); });
  command->add_option("RUN", options->run, kRunOrRemote)->required();
  command->add_option("ID", options->id, "Name of the export")->required();
  return command;
}

}  // namespace

void addExport(CLI::App& app, Invocation& invocation) {
  CLI::App* exports = app.add_subcommand("export",
                                         "Has pictures of a run made, or a checkpoint evaluated or tested, on its "
                                         "host, in a process that goes on when everything else has ended");
  exports->require_subcommand(1);
  addStarts(*exports, invocation);
  const auto run = std::make_shared<std::string>();
  addCommand(*exports, invocation, "list", "Lists the exports of a run, and how far they are",
             [run] { return list(*run); })
      ->add_option("RUN", *run, kRunOrRemote)
      ->required();
  const auto options = std::make_shared<OneOptions>();
  addOne(*exports, invocation, "continue", "Goes on with one that was interrupted or has failed", options, goOn);
  addOne(*exports, invocation, "cancel", "Ends one, and removes what was made", options, cancel);
  addOne(*exports, invocation, "remove", "Removes one that is done, has failed or was cancelled, with its files",
         options, remove);
  addOne(*exports, invocation, "fetch",
         "Copies the files that it has by now; those that were fetched before are left out", options, fetch)
      ->add_option("--out", options->out, "Folder for the files")
      ->required();
}

}  // namespace gan::app
