#pragma once

#include <chrono>
#include <filesystem>
#include <functional>
#include <mutex>
#include <string>
#include <vector>

#include "service/export_store.h"

namespace gan {

/// Takes orders for exports of a run, which processes of their own make: they go on when this one ends. Thread-safe.
class ExportDesk {
 public:
  static constexpr int kWaiting = 8;  ///< Beside the one that is being made.
  static constexpr std::chrono::minutes kLongestTrial{10};

  /// program: gan-engine, whose subcommand `export-worker` makes them; empty: none are made here. A request that is not
  /// tried out within longest_trial is refused.
  ExportDesk(const std::filesystem::path& run, std::string program,
             std::chrono::milliseconds longest_trial = kLongestTrial);

  const ExportStore& store() const { return store_; }

  /// Tries the request out in a process, which takes seconds, and answers what it takes, with a preview if only that
  /// was asked for; otherwise it waits for its turn from then on. go_on: asked now and then; false ends the trial.
  /// Throws what speaks against the request, and Error(kUnsupported, "export_unsupported"), Error(kInvalidArgument,
  /// "export_bad_id" | "export_request_missing" | "export_request_too_long"), Error(kAlreadyExists, "export_id_taken"),
  /// Error(kResourceExhausted, "exports_too_many" | "export_no_room"), Error(kFailedPrecondition,
  /// "export_try_failed"), Error(kUnavailable, "export_try_late"), Error(kCancelled, "task_cancelled").
  ganstudio::v1::ExportInfo start(const ganstudio::v1::StartExportRequest& request, const std::function<bool()>& go_on);
  ganstudio::v1::ExportList list(const ganstudio::v1::ListExportsRequest& request) const;
  /// What was made is removed, soon. Throws Error(kNotFound, "export_not_found") and the like.
  ganstudio::v1::ExportInfo cancel(const std::string& id);
  /// Removes one that is over, and answers what it was. Throws likewise, and Error(kFailedPrecondition,
  /// "export_not_over").
  ganstudio::v1::ExportInfo remove(const std::string& id);

  /// Has those gone on with that are not over and that nobody works on; where a process has changed nothing of them,
  /// the next one begins after kFirstPause, the one after that after twice as long, up to kLongestPause. Throws
  /// Error(kResourceExhausted, "disk_full") and the like instead where a process could not write their states.
  static constexpr std::chrono::minutes kFirstPause{1};
  static constexpr std::chrono::minutes kLongestPause{60};
  void goOn();
  /// Removes what killed processes left an hour ago or earlier, which takes as long as there are files.
  void removeLeftOvers() noexcept;

 private:
  /// Throws Error(kAlreadyExists, "export_id_taken") where the export of that id was asked for otherwise.
  void requireSame(const ganstudio::v1::StartExportRequest& request) const;
  ganstudio::v1::ExportInfo startAgain(const std::string& id);
  void tryOut(const std::filesystem::path& folder, const std::function<bool()>& go_on) const;
  /// Of all that are there, oldest first.
  std::vector<ganstudio::v1::ExportInfo> infos() const;
  void requirePlace() const;
  /// Those that are to be made, each with the time when its state was written; empty: there are none.
  std::string describeOpen() const;
  /// Throws where a process that makes exports could not write what becomes of them.
  void requireWritable() const;
  void startWorker() const;
  std::vector<std::string> command(const std::vector<std::string>& words) const;

  const ExportStore store_;
  const std::string program_;
  const std::chrono::milliseconds longest_trial_;
  std::mutex starting_;
  std::mutex going_on_;
  std::string gone_on_with_;  ///< What was open when goOn() last started a process, as describeOpen() has it.
  std::chrono::steady_clock::time_point go_on_at_;  ///< Not before, with the same.
  std::chrono::steady_clock::duration pause_{};
};

}  // namespace gan
