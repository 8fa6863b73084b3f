#pragma once

#include <memory>
#include <mutex>
#include <utility>

#include "link/latent_search.h"
#include "link/picture_supplier.h"
#include "run_list/run_place.h"

namespace gan {

class EngineAccess;
class SharedConnection;

/// The connection over which a window asks the engine of a run for pictures. All that it asks go over this
/// one, so that the engine takes them for one client's. Thread-safe.
class PictureConnection {
 public:
  PictureConnection(RunPlace place, std::shared_ptr<EngineAccess> access)
      : place_(std::move(place)), access_(std::move(access)) {}

  /// Made when it is first used. Throws gan::Error.
  std::shared_ptr<SharedConnection> use();

 private:
  const RunPlace place_;
  const std::shared_ptr<EngineAccess> access_;
  std::mutex mutex_;
  std::shared_ptr<SharedConnection> connection_;
};

/// Those of the engine that trains or serves the run. Throws gan::Error.
std::unique_ptr<PictureSupplier> openRunPictures(PictureConnection& connection);
/// By the engine that trains or serves the run. Throws gan::Error.
std::unique_ptr<LatentSearch> openRunSearches(PictureConnection& connection);

}  // namespace gan
