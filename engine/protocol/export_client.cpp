#include "protocol/export_client.h"

#include <grpcpp/channel.h>
#include <grpcpp/client_context.h>
#include <pthread.h>

#include <condition_variable>
#include <deque>
#include <mutex>
#include <stop_token>
#include <thread>
#include <utility>

#include "core/random_hex.h"
#include "protocol/call_engine.h"
#include "protocol/export_files.h"
#include "protocol/grpc_runtime.h"

namespace gan {
namespace {

namespace fs = std::filesystem;
namespace v1 = ganstudio::v1;
using Stub = v1::RunService::Stub;
using AsyncStub = class v1::RunService::Stub::async;
using std::chrono::steady_clock;

constexpr std::chrono::minutes kLongestTrial(15);    // of a request, before the engine answers
constexpr std::chrono::minutes kLongestRemoval(15);  // of however many files

/// A thread that does one thing after the other; begun when there is a first one.
class Lane {
 public:
  /// False once it is closed.
  bool post(std::function<void()> task) {
    const std::lock_guard lock(mutex_);
    if (closed_) return false;
    tasks_.push_back(std::move(task));
    if (!thread_.joinable()) thread_ = std::thread([this] { loop(); });
    changed_.notify_one();
    return true;
  }
  /// Does what still waits.
  void close() {
    {
      const std::lock_guard lock(mutex_);
      closed_ = true;
      changed_.notify_one();
    }
    const std::lock_guard joining(joining_);
    if (thread_.joinable()) thread_.join();
  }

 private:
  void loop() {
    ::pthread_setname_np(::pthread_self(), "gan-exports");
    std::unique_lock lock(mutex_);
    while (true) {
      changed_.wait(lock, [this] { return closed_ || !tasks_.empty(); });
      if (tasks_.empty()) return;
      const std::function<void()> task = std::move(tasks_.front());
      tasks_.pop_front();
      lock.unlock();
      task();
      lock.lock();
    }
  }

  std::mutex mutex_;
  std::mutex joining_;
  std::condition_variable changed_;
  std::deque<std::function<void()>> tasks_;
  bool closed_ = false;
  std::thread thread_;
};

}  // namespace

struct ExportClient::Impl {
  Impl(std::shared_ptr<SharedConnection> over, std::chrono::milliseconds timeout)
      : call_timeout(timeout), shared(std::move(over)), connection(*shared) {}

  Patience patience(std::chrono::milliseconds time) { return {steady_clock::now() + time, stop.get_token()}; }

  /// work is done by the lane's thread, and its error told.
  void post(Lane& lane, std::function<void()> work, const std::function<void(const Error&)>& on_failure) {
    const bool posted = lane.post([this, work = std::move(work), on_failure] {
      try {
        throwIfClosed(stop.get_token());
        work();
      } catch (const Error& error) {
        if (on_failure) on_failure(error);
      } catch (const std::exception& error) {
        if (on_failure) on_failure({ErrorCode::kInternal, "internal", "{reason}", {{"reason", error.what()}}});
      }
    });
    if (!posted && on_failure) on_failure(closedError());
  }

  /// check: throws what speaks against the request.
  template <class Request, class Reply>
  void call(
      Lane& lane, const char* name, grpc::Status (Stub::*method)(grpc::ClientContext*, const Request&, Reply*),
      const Request& request, std::chrono::milliseconds time, Callbacks<Reply> callbacks,
      void (*check)(const Request&) = [](const Request&) {}) {
    const auto work = [this, name, method, request, time, check, on_reply = std::move(callbacks.on_reply)] {
      check(request);
      connection.get(patience(call_timeout));  // whoever is not there is not waited for longer
      const Reply reply = callEngine(connection, name, method, request, patience(time));
      if (on_reply) on_reply(reply);
    };
    post(lane, work, callbacks.on_failure);
  }

  /// Blocks; take as ReadCallbacks::on_piece.
  void read(const v1::GetFileRequest& request, const std::function<bool(const v1::FilePiece&)>& take) {
    while (true) {
      const auto [used, fresh] = connection.get(patience(call_timeout));
      grpc::ClientContext context;
      addMetadata(context, *used);
      const std::stop_callback cancel(stop.get_token(), [&context] { context.TryCancel(); });
      Stub stub(used->channel);
      const auto reader = stub.GetFile(&context, request);
      bool wanted = true;
      bool any = false;
      std::exception_ptr failure;
      for (v1::FilePiece piece; wanted && !failure && reader->Read(&piece); any = true) {
        try {
          wanted = take(piece);
        } catch (...) {
          failure = std::current_exception();  // the call is to end before it is thrown
        }
      }
      if (!wanted || failure) context.TryCancel();
      const grpc::Status status = reader->Finish();
      if (failure) std::rethrow_exception(failure);
      throwIfClosed(stop.get_token());
      if (status.ok() || !wanted) return;
      if (saysConnectionBroke(status)) {
        connection.drop(used, status);
        if (!fresh && !any) continue;  // a connection from before may only have outlived its engine
      }
      throw toError(status, "GetFile", used->address);
    }
  }

  /// Blocks.
  v1::ExportList list(const v1::ListExportsRequest& request) {
    connection.get(patience(call_timeout));
    return callForMuch(connection, "ListExports", &AsyncStub::ListExports, request, patience(call_timeout));
  }

  v1::ExportInfo filesOf(const std::string& id, const std::string& after) {
    v1::ListExportsRequest request;
    request.set_id(id);
    request.set_after_file(after);
    v1::ExportList found = list(request);
    return found.exports_size() == 1 ? std::move(*found.mutable_exports(0)) : v1::ExportInfo();
  }

  const std::chrono::milliseconds call_timeout;
  const std::shared_ptr<SharedConnection> shared;
  SharedConnection& connection;
  std::stop_source stop;
  Lane starting;
  Lane asking;
  Lane removing;
  Lane fetching;
};

ExportClient::ExportClient(const Target& target, std::chrono::milliseconds timeout)
    : ExportClient(std::make_shared<SharedConnection>(target), timeout) {}

ExportClient::ExportClient(std::shared_ptr<SharedConnection> connection, std::chrono::milliseconds timeout)
    : impl_(std::make_unique<Impl>(std::move(connection), timeout)) {
  prepareGrpc();
}

ExportClient::~ExportClient() { close(); }

void ExportClient::close() {
  impl_->stop.request_stop();
  for (Lane* lane : {&impl_->starting, &impl_->asking, &impl_->removing, &impl_->fetching}) lane->close();
}

void ExportClient::start(const v1::StartExportRequest& request, Callbacks<v1::ExportInfo> callbacks) {
  v1::StartExportRequest named = request;
  if (named.id().empty()) named.set_id(randomHex(8));
  impl_->call(impl_->starting, "StartExport", &Stub::StartExport, named, kLongestTrial, std::move(callbacks),
              checkExportLength);
}

void ExportClient::list(const v1::ListExportsRequest& request, Callbacks<v1::ExportList> callbacks) {
  const auto work = [impl = impl_.get(), request, on_reply = std::move(callbacks.on_reply)] {
    const v1::ExportList found = impl->list(request);
    if (on_reply) on_reply(found);
  };
  impl_->post(impl_->asking, work, callbacks.on_failure);
}

void ExportClient::cancel(const v1::CancelExportRequest& request, Callbacks<v1::ExportInfo> callbacks) {
  impl_->call(impl_->asking, "CancelExport", &Stub::CancelExport, request, impl_->call_timeout, std::move(callbacks));
}

void ExportClient::remove(const v1::RemoveExportRequest& request, Callbacks<v1::ExportInfo> callbacks) {
  impl_->call(impl_->removing, "RemoveExport", &Stub::RemoveExport, request, kLongestRemoval, std::move(callbacks));
}

void ExportClient::read(const v1::GetFileRequest& request, ReadCallbacks callbacks) {
  const auto work = [impl = impl_.get(), request, on_piece = std::move(callbacks.on_piece),
                     on_end = std::move(callbacks.on_end)] {
    impl->read(request, on_piece);
    if (on_end) on_end();
  };
  impl_->post(impl_->fetching, work, callbacks.on_failure);
}

void ExportClient::fetch(const std::string& id, const fs::path& folder, FetchCallbacks callbacks) {
  const auto work = [impl = impl_.get(), id, folder, on_progress = std::move(callbacks.on_progress),
                     on_end = std::move(callbacks.on_end)] {
    const ExportFiles files{.list = [&](const std::string& after) { return impl->filesOf(id, after); },
                            .read =
                                [&](const std::string& name, const auto& take) {
                                  v1::GetFileRequest request;
                                  request.set_id(id);
                                  request.set_file(name);
                                  impl->read(request, take);
                                }};
    const Fetched fetched = fetchExport(files, folder, [&](const Fetched& so_far) {
      throwIfClosed(impl->stop.get_token());
      return !on_progress || on_progress(so_far);
    });
    if (on_end) on_end(fetched);
  };
  impl_->post(impl_->fetching, work, callbacks.on_failure);
}

}  // namespace gan
