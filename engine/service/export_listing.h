#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <list>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace gan {

/// What files exports have: a list that is asked for a part at a time is made once. Thread-safe.
class ExportListing {
 public:
  static constexpr std::size_t kAtOnce = 1000;  ///< In one part.

  struct File {
    std::string name;  ///< Below the folder, with / between.
    std::uint64_t bytes = 0;
  };
  using List = std::shared_ptr<const std::vector<File>>;

  /// Every whole file, by name; those whose names begin with a point are none. after: which part is asked for; the
  /// first one ("") makes a new list, of which the others are for a minute.
  List filesBelow(const std::filesystem::path& folder, const std::string& after);

 private:
  struct Made {
    std::filesystem::path folder;
    std::chrono::steady_clock::time_point at;
    List files;
  };

  std::mutex mutex_;
  std::list<Made> made_;  ///< The newest first; few.
};

/// Of the files that have their names.
std::uint64_t bytesBelow(const std::filesystem::path& folder);
/// Of those whose names end in .json.
std::uint64_t descriptionBytesBelow(const std::filesystem::path& folder);

}  // namespace gan
