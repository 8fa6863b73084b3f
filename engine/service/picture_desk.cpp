#include "service/picture_desk.h"

#include "core/error.h"
#include "core/units.h"

namespace gan {

PictureDesk::Place& PictureDesk::Place::operator=(Place&& other) noexcept {
  if (this == &other) return *this;
  leave();
  desk_ = std::exchange(other.desk_, nullptr);
  client_ = std::move(other.client_);
  return *this;
}

void PictureDesk::Place::leave() {
  PictureDesk* const desk = std::exchange(desk_, nullptr);
  if (desk == nullptr) return;
  const std::lock_guard lock(desk->mutex_);
  desk->clients_.erase(client_);
}

PictureDesk::Place PictureDesk::take(const std::string& client) {
  const std::lock_guard lock(mutex_);
  if (clients_.contains(client)) {
    throw Error(ErrorCode::kResourceExhausted, "pictures_one_call",
                "A client has one call for pictures open at a time, and this one has. End it first.");
  }
  if (clients_.size() >= kClients) {
    throw Error(ErrorCode::kResourceExhausted, "pictures_too_many_clients",
                "{count} clients have pictures made by this engine already. Ask again when one of them has gone.",
                {{"count", std::to_string(kClients)}});
  }
  clients_.insert(client);
  return {*this, client};
}

void PictureDesk::check(std::int64_t count, std::int64_t side) {
  if (count < 1) {
    throw Error(ErrorCode::kInvalidArgument, "pictures_none", "No picture was asked for. Name at least one.");
  }
  if (count > kPictures) {
    throw Error(ErrorCode::kInvalidArgument, "pictures_too_many",
                "{count} pictures were asked for in one call, which gives at most {limit}. Ask in several calls.",
                {{"count", formatCount(count)}, {"limit", std::to_string(kPictures)}});
  }
  if (count * side * side > kPixels) {
    throw Error(ErrorCode::kInvalidArgument, "pictures_too_large",
                "{count} pictures of {side} x {side} pixels were asked for in one call, which gives at most {limit} "
                "megapixels together. Ask for fewer, or for smaller ones.",
                {{"count", std::to_string(count)},
                 {"side", std::to_string(side)},
                 {"limit", std::to_string(kPixels / 1'000'000)}});
  }
}

}  // namespace gan
