#include "service/picture_desk.h"

#include <string>
#include <utility>

#include "core/error.h"
#include "core/units.h"

namespace gan {

PictureDesk::PictureDesk() : places_({.all = kClients, .kept = 1, .of_one_client = 1}) {}

PictureDesk::Place PictureDesk::take(const Claimant& claimant) {
  if (std::optional<Place> place = places_.take(claimant)) return std::move(*place);
  if (places_.taken(claimant).own > 0) {
    throw Error(ErrorCode::kResourceExhausted, "pictures_one_call",
                "A client has one call for pictures open at a time, and this one has. End it first.");
  }
  throw Error(ErrorCode::kResourceExhausted, "pictures_too_many_clients",
              "{count} clients have pictures made by this engine already. Ask again when one of them has gone.",
              {{"count", std::to_string(places_.taken(claimant).all)}});
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
