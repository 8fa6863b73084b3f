#include "run_exports.h"

#include <unistd.h>

#include <cerrno>
#include <exception>
#include <future>
#include <optional>
#include <utility>

#include "core/atomic_file.h"
#include "core/error.h"
#include "core/random_hex.h"
#include "protocol/endpoint.h"
#include "protocol/export_files.h"
#include "remote.h"
#include "run/run_folder.h"
#include "service/export_desk.h"

namespace gan::app {
namespace {

namespace fs = std::filesystem;
namespace v1 = ganstudio::v1;

class ExportsOfEngine final : public RunExports {
 public:
  explicit ExportsOfEngine(const std::string& run) : client_(answeringTarget(run)) {}

  v1::ExportInfo start(const v1::StartExportRequest& request) override {
    return answer<v1::ExportInfo>([&](auto callbacks) { client_.start(request, std::move(callbacks)); });
  }
  v1::ExportList list(const v1::ListExportsRequest& request) override {
    return answer<v1::ExportList>([&](auto callbacks) { client_.list(request, std::move(callbacks)); });
  }
  v1::ExportInfo cancel(const std::string& id) override {
    v1::CancelExportRequest request;
    request.set_id(id);
    return answer<v1::ExportInfo>([&](auto callbacks) { client_.cancel(request, std::move(callbacks)); });
  }
  v1::ExportInfo remove(const std::string& id) override {
    v1::RemoveExportRequest request;
    request.set_id(id);
    return answer<v1::ExportInfo>([&](auto callbacks) { client_.remove(request, std::move(callbacks)); });
  }
  ExportClient::Fetched fetch(const std::string& id, const fs::path& folder,
                              const std::function<bool(const ExportClient::Fetched&)>& go_on) override {
    return answer<ExportClient::Fetched>([&](ExportClient::Callbacks<ExportClient::Fetched> callbacks) {
      client_.fetch(id, folder,
                    {.on_progress = go_on,
                     .on_end = std::move(callbacks.on_reply),
                     .on_failure = std::move(callbacks.on_failure)});
    });
  }

 private:
  template <class Reply, class Call>
  static Reply answer(const Call& call) {
    const auto promise = std::make_shared<std::promise<Reply>>();  // outlives the callback that wakes us
    call(ExportClient::Callbacks<Reply>{
        .on_reply = [promise](const Reply& reply) { promise->set_value(reply); },
        .on_failure = [promise](const Error& error) { promise->set_exception(std::make_exception_ptr(error)); }});
    return promise->get_future().get();
  }

  ExportClient client_;
};

class ExportsOfFolder final : public RunExports {
 public:
  explicit ExportsOfFolder(const std::string& run)
      : desk_(RunFolder::openForDisplay(run).path(), fs::read_symlink("/proc/self/exe").string()) {}

  v1::ExportInfo start(const v1::StartExportRequest& request) override {
    return desk_.start(request, [] { return true; });
  }
  v1::ExportList list(const v1::ListExportsRequest& request) override { return desk_.list(request); }
  v1::ExportInfo cancel(const std::string& id) override { return desk_.cancel(id); }
  v1::ExportInfo remove(const std::string& id) override { return desk_.remove(id); }
  ExportClient::Fetched fetch(const std::string& id, const fs::path& folder,
                              const std::function<bool(const ExportClient::Fetched&)>& go_on) override {
    const ExportFiles files{.list =
                                [&](const std::string& after) {
                                  v1::ListExportsRequest request;
                                  request.set_id(id);
                                  request.set_after_file(after);
                                  return desk_.list(request).exports(0);
                                },
                            .read = [&](const std::string& name, const auto& take) { read(id, name, take); }};
    return fetchExport(files, folder, go_on);
  }

 private:
  void read(const std::string& id, const std::string& name,
            const std::function<bool(const v1::FilePiece&)>& take) const {
    constexpr std::size_t kPieceBytes = std::size_t{1} << 20U;
    const FileDescriptor file = desk_.store().openFile(id, name);
    v1::FilePiece piece;
    for (bool wanted = true; wanted;) {
      piece.set_offset(piece.offset() + piece.content().size());
      piece.mutable_content()->resize(kPieceBytes);
      const ssize_t count = ::read(file.get(), piece.mutable_content()->data(), kPieceBytes);
      if (count < 0) throwFileError("read", name, errno);
      piece.mutable_content()->resize(static_cast<std::size_t>(count));
      if (count == 0) return;
      wanted = take(piece);
    }
  }

  ExportDesk desk_;
};

/// Of a run whose folder lies here: an engine may end at any time, and its exports go on.
class ExportsHere final : public RunExports {
 public:
  explicit ExportsHere(const std::string& run) : run_(run) {
    const std::optional<Endpoint> endpoint = readEndpoint(run);
    if (endpoint && mayBeAlive(*endpoint)) engine_ = std::make_unique<ExportsOfEngine>(run);
  }

  v1::ExportInfo start(const v1::StartExportRequest& request) override {
    v1::StartExportRequest named = request;  // so that it is the same one when it is asked for again
    if (engine_ != nullptr && named.id().empty() && !named.only_estimate()) named.set_id(randomHex(8));
    return ask([&](RunExports& exports) { return exports.start(named); }, Making::kNew);
  }
  v1::ExportList list(const v1::ListExportsRequest& request) override {
    return ask([&](RunExports& exports) { return exports.list(request); });
  }
  v1::ExportInfo cancel(const std::string& id) override {
    return ask([&](RunExports& exports) { return exports.cancel(id); });
  }
  v1::ExportInfo remove(const std::string& id) override {
    return ask([&](RunExports& exports) { return exports.remove(id); });
  }
  ExportClient::Fetched fetch(const std::string& id, const fs::path& folder,
                              const std::function<bool(const ExportClient::Fetched&)>& go_on) override {
    return ask([&](RunExports& exports) { return exports.fetch(id, folder, go_on); });
  }

 private:
  enum class Making { kNone, kNew };

  /// What is begun anew is made on the host of its engine, which may well be there; what has been begun lies here.
  static bool isGone(const Error& error, Making making) {
    if (error.id() == "export_try_late" || (making == Making::kNew && error.id() == "engine_elsewhere")) return false;
    // Nobody here cancels a call: an engine that ends does.
    return error.code() == ErrorCode::kUnavailable || error.code() == ErrorCode::kCancelled ||
           error.id() == "run_not_served";
  }

  template <class Ask>
  auto ask(const Ask& question, Making making = Making::kNone) -> decltype(question(std::declval<RunExports&>())) {
    if (engine_ != nullptr) {
      try {
        return question(*engine_);
      } catch (const Error& error) {
        if (!isGone(error, making)) throw;
        engine_.reset();
      }
    }
    if (folder_ == nullptr) folder_ = std::make_unique<ExportsOfFolder>(run_);
    return question(*folder_);
  }

  std::string run_;
  std::unique_ptr<RunExports> engine_;
  std::unique_ptr<RunExports> folder_;
};

}  // namespace

std::unique_ptr<RunExports> openExports(const std::string& run) {
  if (isRemote(run)) return std::make_unique<ExportsOfEngine>(run);
  return std::make_unique<ExportsHere>(run);
}

}  // namespace gan::app
