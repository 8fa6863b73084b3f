#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "core/file_descriptor.h"
#include "protocol/export.pb.h"
#include "service/export_listing.h"

namespace gan {

/// What an export is doing; one that is interrupted says "running" in its file, or "waiting" for a while already, but
/// nobody works on any.
namespace export_phase {
inline constexpr std::string_view kWaiting = "waiting";
inline constexpr std::string_view kRunning = "running";
inline constexpr std::string_view kInterrupted = "interrupted";
inline constexpr std::string_view kDone = "done";
inline constexpr std::string_view kFailed = "failed";
inline constexpr std::string_view kCancelled = "cancelled";
}  // namespace export_phase

/// The exports of a run, a folder each in RUN/exports, named by its id:
///   request.json   an ExportRequest
///   state.json     an ExportState
///   out/           its files: whole ones under their names, those being made under names that begin with a point
///   checkpoints/   the checkpoint that it is made from, by hard links, until it is over
///   cancel         an empty file, once somebody wants it cancelled
/// and beside them worker.log, .worker/lock, held by the process that works on them all, and folders .new-* of exports
/// that are being tried out. Once an export is there, that process alone writes its state. Holds no file open; one
/// object may be used by several threads.
class ExportStore {
 public:
  /// Bytes of the disk without which no process begins: for its lock, and for states.
  static constexpr std::size_t kStateRoom = 65536;

  explicit ExportStore(const std::filesystem::path& run)
      : run_(std::filesystem::absolute(run)), folder_(run_ / "exports") {}

  const std::filesystem::path& run() const { return run_; }
  const std::filesystem::path& folder() const { return folder_; }
  std::filesystem::path folderOf(const std::string& id) const { return folder_ / id; }
  std::filesystem::path workerLog() const { return folder_ / "worker.log"; }
  std::filesystem::path workerFolder() const { return folder_ / ".worker"; }

  /// Whether a process works on the exports.
  bool isWorkedOn() const;
  /// Whether that one is to be made, or what was made of it to be removed. Throws readExportState()'s errors.
  bool isOpen(const std::string& id) const;

  /// Oldest first; folders that cannot be exports by their names are none.
  std::vector<std::string> ids() const;
  bool has(const std::string& id) const;
  /// All but its files; one whose own files cannot be read has failed for that reason, and one that is interrupted on a
  /// full disk says so ("disk_full"). Throws Error(kInvalidArgument,
  /// "export_bad_id"), Error(kNotFound, "export_not_found").
  ganstudio::v1::ExportInfo info(const std::string& id) const;
  /// The next files behind that name, at most 1,000. Those behind the first ones are of the list that these came from.
  void addFiles(const std::string& after, ganstudio::v1::ExportInfo& info) const;

  /// A whole file of an export, never one outside out/. Throws as info(), and Error(kInvalidArgument,
  /// "export_file_bad_name"), Error(kNotFound, "export_file_not_found").
  FileDescriptor openFile(const std::string& id, const std::string& name) const;

  /// Whether somebody wants it cancelled.
  bool isToBeCancelled(const std::string& id) const;
  /// Removes what was made of one that somebody wants cancelled, unless a process works on the exports, or one has made
  /// it whole meanwhile.
  void removeCancelled(const std::string& id) const;

 private:
  std::filesystem::path run_;
  std::filesystem::path folder_;
  mutable ExportListing listing_;
};

/// Throws Error(kInvalidArgument, "export_bad_id") unless it isExportId().
void requireExportId(const std::string& id);

/// What stands in the folder of an export. Reading throws Error(kDataLoss, "export_damaged"), writing as
/// writeFileAtomically().
ganstudio::v1::ExportRequest readExportRequest(const std::filesystem::path& folder);
void writeExportRequest(const std::filesystem::path& folder, const ganstudio::v1::ExportRequest& request);
ganstudio::v1::ExportState readExportState(const std::filesystem::path& folder);
void writeExportState(const std::filesystem::path& folder, const ganstudio::v1::ExportState& state);

/// How much of a disk exports leave to others: 256 MiB, of small disks a twentieth. Throws Error(kResourceExhausted,
/// "export_no_room") unless that is left and `bytes` with a tenth more.
void requireExportRoom(const std::filesystem::path& place, std::uint64_t bytes);

}  // namespace gan
