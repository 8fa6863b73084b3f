#include "run_exports.h"

#include <unistd.h>

#include <cerrno>
#include <exception>
#include <future>
#include <optional>
#include <utility>

#include "core/atomic_file.h"
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
  explicit ExportsOfEngine(const std::string& run) : client_(Target{run}) {}

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

}  // namespace

std::unique_ptr<RunExports> openExports(const std::string& run) {
  if (isRemote(run)) return std::make_unique<ExportsOfEngine>(run);
  const std::optional<Endpoint> endpoint = readEndpoint(run);
  if (endpoint && mayBeAlive(*endpoint)) return std::make_unique<ExportsOfEngine>(run);
  return std::make_unique<ExportsOfFolder>(run);
}

}  // namespace gan::app
