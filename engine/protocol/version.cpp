#include "protocol/version.h"

#include <array>
#include <charconv>
#include <string>

#include "core/error.h"

namespace gan {
namespace {

std::string_view majorOf(std::string_view version) { return version.substr(0, version.find('.')); }

/// 0 where it says none.
int minorOf(std::string_view version) {
  const std::size_t point = version.find('.');
  int number = 0;
  if (point != std::string_view::npos) {
    std::from_chars(version.data() + point + 1, version.data() + version.size(), number);
  }
  return number;
}

struct FeatureFacts {
  int since_minor = 0;
  const char* id = "";
  const char* text = "";  ///< Why it is not to be had.
};

FeatureFacts factsOf(Feature feature) {
  switch (feature) {
    case Feature::kThumbnails:
      return {1, "engine_lacks_thumbnails",
              "The engine speaks version {engine} of the protocol, and small pictures of samples came with {since}: "
              "update the engine, or take the pictures whole."};
    case Feature::kCurvesForSlowLines:
      break;
  }
  return {1, "engine_lacks_raw_beside",
          "The engine speaks version {engine} of the protocol, and curves that come raw and smoothed together, or "
          "without times, came with {since}: update the engine, or ask for each by itself."};
}

Error otherMajor(std::string_view engine, std::string_view client) {
  return {ErrorCode::kUnsupported,
          "protocol_version",
          "This engine speaks version {engine} of the protocol, the client {client}: use a client and an engine of "
          "the same major version.",
          {{"engine", std::string(engine)}, {"client", std::string(client)}}};
}

std::string named(std::string_view version) {
  return version.empty() ? "did not say which" : std::string(version.substr(0, 32));
}

}  // namespace

void checkProtocolVersion(std::string_view client_version) {
  if (!client_version.empty() && majorOf(client_version) == majorOf(kProtocolVersion)) return;
  throw Error(otherMajor(kProtocolVersion, named(client_version)));
}

void checkEngineVersion(std::string_view engine_version) {
  if (!engine_version.empty() && majorOf(engine_version) == majorOf(kProtocolVersion)) return;
  throw Error(otherMajor(named(engine_version), kProtocolVersion));
}

bool speaks(std::string_view engine_version, Feature feature) {
  return minorOf(engine_version) >= factsOf(feature).since_minor;
}

void requireFeature(std::string_view engine_version, Feature feature) {
  if (speaks(engine_version, feature)) return;
  const FeatureFacts facts = factsOf(feature);
  throw Error(ErrorCode::kUnsupported, facts.id, facts.text,
              {{"engine", named(engine_version)},
               {"since", std::string(majorOf(kProtocolVersion)) + "." + std::to_string(facts.since_minor)}});
}

}  // namespace gan
