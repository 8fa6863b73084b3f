#pragma once

#include <filesystem>
#include <memory>
#include <mutex>
#include <utility>

namespace gan {

class SharedConnection;

/// The connection over which a window asks the engine of a run's folder for pictures. All that it asks go over this
/// one, so that the engine takes them for one client's. Thread-safe.
class PictureConnection {
 public:
  explicit PictureConnection(std::filesystem::path folder) : folder_(std::move(folder)) {}

  /// Made when it is first used. Throws gan::Error.
  std::shared_ptr<SharedConnection> use();

 private:
  const std::filesystem::path folder_;
  std::mutex mutex_;
  std::shared_ptr<SharedConnection> connection_;
};

}  // namespace gan
