#pragma once

#include <string_view>

namespace gan {

/// Major and minor version of the protocol. Another major cannot be talked to; a minor adds calls and fields.
inline constexpr const char* kProtocolVersion = "1.1";

/// Metadata of every call, see studio.proto.
inline constexpr const char* kVersionMetadata = "gan-protocol";
inline constexpr const char* kTokenMetadata = "gan-token";
inline constexpr const char* kRunMetadata = "gan-run-bin";  ///< A path may hold any bytes.

/// Throws Error(kUnsupported, "protocol_version") when a client that speaks this version is to be refused.
void checkProtocolVersion(std::string_view client_version);
/// The same for a client that learns which version the engine speaks.
void checkEngineVersion(std::string_view engine_version);

/// What a minor version brought. An engine without it is not asked: what needs it is switched off, and says why.
enum class Feature {
  kThumbnails,          ///< GetSampleRequest.longest_side
  kCurvesForSlowLines,  ///< SeriesRequest.raw_beside and only_steps
  kAncestors,           ///< SeriesRequest.ancestors
};
/// Whether an engine that speaks this version has it.
bool speaks(std::string_view engine_version, Feature feature);
/// Throws Error(kUnsupported), with an id of that feature, unless it does.
void requireFeature(std::string_view engine_version, Feature feature);

}  // namespace gan
