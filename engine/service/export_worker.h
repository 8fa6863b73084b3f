#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>

#include "core/progress_monitor.h"
#include "service/export_store.h"

namespace gan {

/// What is to be made of an export.
struct ExportTask {
  std::filesystem::path run;
  ganstudio::v1::ExportRequest request;
  std::filesystem::path out;          ///< The folder for its files, which is there.
  std::filesystem::path checkpoints;  ///< Those of the run that are kept for it; empty: those in the run's folder.
  std::int64_t done = 0;              ///< Of pictures in files of their own: so many are in `out` already.
  std::int64_t at_most = 0;           ///< So many pictures (of a sheet: rows) and no more, to try it out; 0: all.
};
/// All of an export. Throws as readExportRequest().
ExportTask exportTask(const ExportStore& store, const std::string& id);

struct ExportMade {
  std::optional<std::int64_t> step = {};  ///< Of the weights; none of a sheet of steps.
  std::string checkpoint = {};            ///< That held them.
  std::int64_t done = 0;
  std::int64_t total = 0;    ///< That were asked for.
  std::string unit = {};     ///< "pictures", "rows", "images".
  double seconds = 0;        ///< For what was made.
  std::string preview = {};  ///< Of a trial: a PNG that shows some of it.
  /// Of a trial, where what was made is no measure of all: what that will take, files of the ending .json not counted.
  std::optional<double> all_seconds = {};
  std::optional<std::uint64_t> all_bytes = {};
  double seconds_besides = 0;  ///< Of a trial: for what was left away in it.
};
/// Makes it, telling the monitor how far it is, counted from the first picture of all. Nothing under its final name is
/// ever half.
using MakeExport = std::function<ExportMade(const ExportTask& task, ProgressMonitor& monitor)>;

/// Makes the exports of a run that are not over, one after the other, in a process of its own. Returns when there are
/// none left, or at once where another process does so already. An error of one is written down, and the next one is
/// begun. What was interrupted goes on where it stopped, as far as the request can (see MakeExport's `done`), unless
/// the host was started anew since: then the last files may not have reached its disk. Throws when state cannot be
/// written.
void workOnExports(const ExportStore& store, const MakeExport& make);

/// Tries the request in this folder out: makes a little of it, which is removed again. Leaves there the request with
/// the step that was found, the checkpoints that it is made from, and a state that waits, with what all of it would
/// take and a preview, or with the error that speaks against it.
void tryExport(const std::filesystem::path& run, const std::filesystem::path& folder, const MakeExport& make);

}  // namespace gan
