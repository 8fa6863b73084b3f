#pragma once

#include <grpcpp/generic/async_generic_service.h>

#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <stop_token>

namespace gan {

/// Passes calls on to the engines of this host: to that of the run whose folder the call's metadata names, wherever it
/// is now. What the calls are and say, it does not know, so that engines and clients of other versions find each other.
/// To an engine, all of them come over one connection.
class RunRelay final : public grpc::CallbackGenericService {
 public:
  RunRelay();
  /// All calls must be over.
  ~RunRelay() override;
  RunRelay(const RunRelay&) = delete;
  RunRelay& operator=(const RunRelay&) = delete;

  /// Whoever is being connected to is given up; later calls are refused.
  void close() { stop_.request_stop(); }

  /// Connects to the engine of a run, unless that is done. Throws what connectTo() does, and
  /// Error(kResourceExhausted, "too_many_runs").
  void reach(const std::filesystem::path& run);

  grpc::ServerGenericBidiReactor* CreateReactor(grpc::GenericCallbackServerContext* context) override;

 private:
  class Way;
  class Call;

  Way& wayTo(const std::filesystem::path& run);

  std::stop_source stop_;
  std::mutex mutex_;
  std::map<std::filesystem::path, std::unique_ptr<Way>> ways_;
};

}  // namespace gan
