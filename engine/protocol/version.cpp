#include "protocol/version.h"

#include <charconv>
#include <string>
#include <vector>

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

/// All came with the first minor version.
int sinceMinor(Feature) { return 1; }

Error otherMajor(std::string_view engine, std::string_view client) {
  return {ErrorCode::kUnsupported,
          "protocol_version",
          "This engine speaks version {engine} of the protocol, the client {client}: use a client and an engine of "
          "the same major version.",
          {{"engine", engine.empty() ? "did not say which" : std::string(engine.substr(0, 32))},
           {"client", client.empty() ? "did not say which" : std::string(client.substr(0, 32))}}};
}

}  // namespace

void checkProtocolVersion(std::string_view client_version) {
  if (!client_version.empty() && majorOf(client_version) == majorOf(kProtocolVersion)) return;
  throw Error(otherMajor(kProtocolVersion, client_version));
}

void checkEngineVersion(std::string_view engine_version) {
  if (!engine_version.empty() && majorOf(engine_version) == majorOf(kProtocolVersion)) return;
  throw Error(otherMajor(engine_version, kProtocolVersion));
}

bool speaks(std::string_view engine_version, Feature feature) { return minorOf(engine_version) >= sinceMinor(feature); }

void requireFeature(std::string_view engine_version, Feature feature) {
  if (speaks(engine_version, feature)) return;
  const std::vector<ErrorArgument> arguments{
      {"engine", std::string(engine_version.substr(0, 32))},
      {"since", std::string(majorOf(kProtocolVersion)) + "." + std::to_string(sinceMinor(feature))}};
  switch (feature) {
    case Feature::kThumbnails:
      throw Error(ErrorCode::kUnsupported, "engine_lacks_thumbnails",
                  "The engine speaks version {engine} of the protocol, and small pictures of samples came with "
                  "{since}: update the engine, or take the pictures whole.",
                  arguments);
    case Feature::kCurvesForSlowLines:
      throw Error(ErrorCode::kUnsupported, "engine_lacks_raw_beside",
                  "The engine speaks version {engine} of the protocol, and curves that come raw and smoothed together, "
                  "or without times, came with {since}: update the engine, or ask for each by itself.",
                  arguments);
    case Feature::kAncestors:
      throw Error(ErrorCode::kUnsupported, "engine_lacks_ancestors",
                  "The engine speaks version {engine} of the protocol, and curves of the runs that a branch descends "
                  "from came with {since}: update the engine, or do without.",
                  arguments);
  }
}

}  // namespace gan
