#pragma once

#include <cstdint>
#include <mutex>
#include <set>
#include <string>
#include <utility>

namespace gan {

/// Who may have pictures made, and how many at once. Thread-safe.
class PictureDesk {
 public:
  static constexpr std::size_t kClients = 4;
  static constexpr std::int64_t kPictures = 64;
  static constexpr std::int64_t kPixels = 16'000'000;

  /// A client's one call; ends when it goes. The desk must outlive it.
  class Place {
   public:
    Place() = default;
    Place(Place&& other) noexcept : desk_(std::exchange(other.desk_, nullptr)), client_(std::move(other.client_)) {}
    Place& operator=(Place&& other) noexcept;
    ~Place() { leave(); }

   private:
    friend class PictureDesk;
    Place(PictureDesk& desk, std::string client) : desk_(&desk), client_(std::move(client)) {}
    void leave();

    PictureDesk* desk_ = nullptr;
    std::string client_;
  };

  /// Throws Error(kResourceExhausted): "pictures_one_call" while the client has another one,
  /// "pictures_too_many_clients".
  Place take(const std::string& client);
  /// Throws Error(kInvalidArgument): "pictures_none", "pictures_too_many", "pictures_too_large". side: of each, in
  /// pixels.
  static void check(std::int64_t count, std::int64_t side);

 private:
  std::mutex mutex_;
  std::set<std::string> clients_;
};

}  // namespace gan
