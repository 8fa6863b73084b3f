#pragma once

#include <memory>
#include <mutex>
#include <utility>

#include "run_list/run_place.h"

namespace gan {

class EngineAccess;
class SharedConnection;

/// The one connection over which a window reaches the engine of a run: what it reads, commands, pictures and exports
/// all go over it, so that the engine takes them for one client's. Thread-safe.
class RunConnection {
 public:
  RunConnection(RunPlace place, std::shared_ptr<EngineAccess> access)
      : place_(std::move(place)), access_(std::move(access)) {}

  const RunPlace& place() const { return place_; }
  EngineAccess& access() const { return *access_; }
  /// Made when it is first used. Throws gan::Error.
  std::shared_ptr<SharedConnection> use();
  /// Who uses it from now on gets one with what has become known of the place meanwhile.
  void renew();

 private:
  const RunPlace place_;
  const std::shared_ptr<EngineAccess> access_;
  std::mutex mutex_;
  std::shared_ptr<SharedConnection> connection_;
};

}  // namespace gan
