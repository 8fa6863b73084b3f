#include "service/picture_desk.h"

#include <algorithm>
#include <string>

#include "core/error.h"
#include "core/units.h"

namespace gan {

PictureDesk::Place PictureDesk::take(const Claimant& claimant, Call call) {
  const std::lock_guard lock(mutex_);
  const auto known = clients_.find(claimant);
  if (known == clients_.end() && !hasRoomFor(claimant)) {
    throw Error(ErrorCode::kResourceExhausted, "pictures_too_many_clients",
                "{count} clients have pictures made by this engine already. Ask again when one of them has gone.",
                {{"count", std::to_string(clients_.size())}});
  }
  if (known != clients_.end() && known->second.of(call)) {
    if (call == Call::kExplore) {
      throw Error(ErrorCode::kResourceExhausted, "pictures_one_exploration",
                  "A client explores in one call at a time, and this one does. End it first.");
    }
    throw Error(ErrorCode::kResourceExhausted, "pictures_one_call",
                "A client has one call for pictures open at a time, besides exploring, and this one has. End it first, "
                "or wait for its end.");
  }
  clients_[claimant].of(call) = true;
  return {nullptr, [this, claimant, call](void*) { giveBack(claimant, call); }};
}

bool PictureDesk::hasRoomFor(const Claimant& claimant) const {
  if (clients_.size() >= kClients) return false;
  if (claimant.standing == Claimant::Standing::kSteers) return true;
  const auto watches = [](const auto& client) { return client.first.standing != Claimant::Standing::kSteers; };
  return static_cast<std::uint64_t>(std::ranges::count_if(clients_, watches)) < kClients - kKept;
}

void PictureDesk::giveBack(const Claimant& claimant, Call call) {
  const std::lock_guard lock(mutex_);
  const auto client = clients_.find(claimant);
  client->second.of(call) = false;
  if (!client->second.explores && !client->second.has_call) clients_.erase(client);
}

void PictureDesk::requireEnabled(const RunConfig& config) {
  if (config.flag("sampler.enabled")) return;
  throw Error(ErrorCode::kFailedPrecondition, "sampler_off",
              "No pictures are made for clients of this run: sampler.enabled is off.");
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
