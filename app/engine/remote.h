#pragma once

#include <functional>
#include <string>

#include "protocol/run_client.h"
#include "run/event.h"

namespace gan::app {

/// Whether RUN names an engine ("ssh://HOST/PATH", "unix:/PATH", "tls://HOST:PORT") and not a folder of this machine.
/// Throws Error(kInvalidArgument, "target_invalid").
bool isRemote(const std::string& run);

/// Hands on what happened in a run that an engine answers for, oldest first, and what happens meanwhile, for as long as
/// goes_on is true. It is asked now and then whether to go on, and told whether all has come that had happened when
/// this was called. take is called by a thread of the client's; neither throws. Throws what RunClient::run() throws,
/// and Error(kUnavailable, "log_ended") when the engine breaks off.
void readEvents(RunClient& client, const std::string& run, const std::function<void(const Event&)>& take,
                const std::function<bool(bool all_has_come)>& goes_on);

/// Where clients of a remote RUN connect. Over ssh they share one login, and somebody answers for the run as long as it
/// lasts, even where it is finished. Over TLS the token comes from the variable GAN_TOKEN or from what is remembered;
/// whoever sits at a terminal is asked once whether the certificate is the right one, and for the token.
/// Throws Error(kInvalidArgument, "target_invalid"), Error(kCancelled, "certificate_not_recognised") and what
/// HostClient::serveRun(), fetchCertificate() and KnownEngines do.
Target answeringTarget(const std::string& run);

/// Has somebody answer over ssh for a run whose engine has gone meanwhile; elsewhere nothing can be done about that.
/// Throws what HostClient::serveRun() does.
void haveAnswered(const Target& target);

/// For --help, of what takes a remote RUN.
inline constexpr const char* kRunOrRemote =
    "Run folder, or ssh://[USER@]HOST[:PORT]/PATH or tls://HOST:PORT of one on another machine";

}  // namespace gan::app
