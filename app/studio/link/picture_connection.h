#pragma once

#include <memory>
#include <mutex>
#include <utility>

#include "run_list/run_place.h"

namespace gan {

class SharedConnection;

/// The connection over which a window asks the engine of a run for pictures. All that it asks go over this
/// one, so that the engine takes them for one client's. Thread-safe.
class PictureConnection {
 public:
  explicit PictureConnection(RunPlace place) : place_(std::move(place)) {}

  /// Made when it is first used. Throws gan::Error.
  std::shared_ptr<SharedConnection> use();

 private:
  const RunPlace place_;
  std::mutex mutex_;
  std::shared_ptr<SharedConnection> connection_;
};

}  // namespace gan
