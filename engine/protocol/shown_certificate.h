#pragma once

#include <string>
#include <string_view>

#include "protocol/patience.h"

namespace gan {

/// A certificate's SHA-256 (of its DER form) as 64 lower-case hexadecimal digits: by this an engine is known to people.
/// Throws Error(kDataLoss, "certificate_damaged") for a text that holds none.
std::string fingerprintOf(std::string_view certificate_pem);

/// The certificate that whoever listens at HOST:PORT shows, as PEM. Whether they hold its key is not tried: that is for
/// who connects with nothing but this certificate trusted. Resolving the host's name may outlast the patience.
/// Throws Error(kUnavailable, "engine_unreachable"), and Error(kCancelled, "client_closed") when it is told to stop.
std::string fetchCertificate(const std::string& address, const Patience& patience);

}  // namespace gan
