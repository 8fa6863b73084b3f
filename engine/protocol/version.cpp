#include "protocol/version.h"

#include <string>

#include "core/error.h"

namespace gan {
namespace {

std::string_view major(std::string_view version) { return version.substr(0, version.find('.')); }

}  // namespace

void checkProtocolVersion(std::string_view client_version) {
  if (!client_version.empty() && major(client_version) == major(kProtocolVersion)) return;
  throw Error(ErrorCode::kUnsupported, "protocol_version",
              "This engine speaks version {engine} of the protocol, the client {client}: use a client and an engine of "
              "the same major version.",
              {{"engine", kProtocolVersion},
               {"client", client_version.empty() ? "did not say which" : std::string(client_version.substr(0, 32))}});
}

}  // namespace gan
