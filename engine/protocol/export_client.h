#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>

#include "core/error.h"
#include "protocol/run_client.h"

namespace ganstudio::v1 {
class CancelExportRequest;
class ExportInfo;
class ExportList;
class FilePiece;
class GetFileRequest;
class ListExportsRequest;
class RemoveExportRequest;
class StartExportRequest;
}  // namespace ganstudio::v1

namespace gan {

class SharedConnection;

/// Client for the exports of one run, beside its RunClient, whose connection it may share. Message types are in
/// "protocol/studio.pb.h".
///
/// Every function returns at once and may be called from any thread at any time. Of the callbacks of a call one of
/// on_reply (on_end) and on_failure is called, once and last, from a thread of the client, or from the caller's after
/// close(); none of earlier calls is called after close() has returned. They must not throw, must return soon, and must
/// not call close(); they may make further calls. Calls of a kind (to start; to list and cancel; to remove; to read and
/// fetch) are done one after the other, in their order.
///
/// Failures are those of RunClient's calls, Error(kCancelled, "client_closed"), and the engine's: "role_watch_only",
/// "export_request_bad", "export_request_too_long" and what `gan-engine sample`, `interpolate` and `sheet` say of a bad
/// request, "checkpoint_not_found", "exports_too_many", "export_no_room", "export_not_found", "export_not_over",
/// "export_file_bad_name", "export_file_not_found" and the like.
class ExportClient {
 public:
  /// Connects when something is asked. timeout: for connecting, and for an answer that takes the engine no work; for a
  /// list to begin, which may then take its time. Throws Error(kInvalidArgument, "target_invalid").
  explicit ExportClient(const Target& target, std::chrono::milliseconds timeout = std::chrono::seconds(10));
  explicit ExportClient(std::shared_ptr<SharedConnection> connection,
                        std::chrono::milliseconds timeout = std::chrono::seconds(10));
  /// Ends whatever is under way.
  ~ExportClient();
  ExportClient(const ExportClient&) = delete;
  ExportClient& operator=(const ExportClient&) = delete;

  template <class Reply>
  struct Callbacks {
    std::function<void(const Reply&)> on_reply;
    std::function<void(const Error&)> on_failure;
  };
  /// The engine tries the request out before it answers: some seconds, more beside a training that takes all cores.
  /// An empty id is filled in, so that a call whose connection broke is made again without starting anything twice.
  void start(const ganstudio::v1::StartExportRequest& request, Callbacks<ganstudio::v1::ExportInfo> callbacks);
  void list(const ganstudio::v1::ListExportsRequest& request, Callbacks<ganstudio::v1::ExportList> callbacks);
  void cancel(const ganstudio::v1::CancelExportRequest& request, Callbacks<ganstudio::v1::ExportInfo> callbacks);
  /// Answers with what it was.
  void remove(const ganstudio::v1::RemoveExportRequest& request, Callbacks<ganstudio::v1::ExportInfo> callbacks);

  struct ReadCallbacks {
    /// False ends the call, without an error.
    std::function<bool(const ganstudio::v1::FilePiece&)> on_piece;
    std::function<void()> on_end;
    std::function<void(const Error&)> on_failure;
  };
  /// A file of an export, or a range of one.
  void read(const ganstudio::v1::GetFileRequest& request, ReadCallbacks callbacks);

  struct Fetched {
    std::uint64_t files = 0;  ///< That are there, whole.
    std::uint64_t bytes = 0;
    std::uint64_t total_files = 0;
    std::uint64_t total_bytes = 0;
  };
  struct FetchCallbacks {
    /// Now and then; false ends the call, without an error.
    std::function<bool(const Fetched&)> on_progress;
    std::function<void(const Fetched&)> on_end;
    std::function<void(const Error&)> on_failure;
  };
  /// Brings all files that an export has by now into a folder of this machine, which is made where it is missing. Each
  /// gets its name when it is whole; one that was fetched before, with the same size, is not fetched again. Fails with
  /// Error(kAlreadyExists, "export_folder_taken") where the folder holds files of another export, or files of these
  /// names that were not fetched.
  void fetch(const std::string& id, const std::filesystem::path& folder, FetchCallbacks callbacks);

  /// Ends whatever is under way, on all threads, with Error(kCancelled, "client_closed"), and refuses what comes later;
  /// what the destructor does first. Not to be called from a callback.
  void close();

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace gan
