#pragma once

#include <grpcpp/generic/async_generic_service.h>

#include <map>
#include <memory>
#include <mutex>
#include <stop_token>
#include <string>

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

  grpc::ServerGenericBidiReactor* CreateReactor(grpc::GenericCallbackServerContext* context) override;

 private:
  class Way;
  class Call;

  /// Throws Error(kInvalidArgument, "run_not_named") and Error(kResourceExhausted, "too_many_runs").
  Way& wayOf(const grpc::GenericCallbackServerContext& context);

  std::stop_source stop_;
  std::mutex mutex_;
  std::map<std::string, std::unique_ptr<Way>> ways_;
};

}  // namespace gan
