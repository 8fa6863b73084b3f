#pragma once

#include <string_view>

namespace gan {

/// Major and minor version of the protocol. Another major cannot be talked to; a minor adds calls and fields.
inline constexpr const char* kProtocolVersion = "1.0";

/// Metadata of every call, see studio.proto.
inline constexpr const char* kVersionMetadata = "gan-protocol";
inline constexpr const char* kTokenMetadata = "gan-token";
inline constexpr const char* kRunMetadata = "gan-run-bin";  ///< A path may hold any bytes.

/// Throws Error(kUnsupported, "protocol_version") when a client that speaks this version is to be refused.
void checkProtocolVersion(std::string_view client_version);

}  // namespace gan
