#pragma once

#include <string>

#include "protocol/run_client.h"

namespace gan::app {

/// Whether RUN names an engine ("ssh://HOST/PATH", "unix:/PATH", "tls://HOST:PORT") and not a folder of this machine.
/// Throws Error(kInvalidArgument, "target_invalid").
bool isRemote(const std::string& run);

/// Where RUN's engine is, for a client. Over TLS the token comes from the variable GAN_TOKEN or from what is
/// remembered; whoever sits at a terminal is asked once whether the certificate is the right one, and for the token.
/// Throws Error(kInvalidArgument, "target_invalid"), Error(kCancelled, "certificate_not_recognised") and what
/// fetchCertificate() and KnownEngines do.
Target targetOf(const std::string& run);

}  // namespace gan::app
