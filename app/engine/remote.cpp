#include "remote.h"

#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <iostream>
#include <variant>

#include "core/error.h"
#include "protocol/known_engines.h"
#include "protocol/shown_certificate.h"
#include "protocol/target.h"

namespace gan::app {
namespace {

constexpr std::chrono::seconds kPatience(10);

/// The fingerprint that the user recognised.
std::string askForFingerprint(const std::string& address) {
  const Patience patience{.until = std::chrono::steady_clock::now() + kPatience};
  std::string fingerprint = fingerprintOf(fetchCertificate(address, patience));
  std::cerr << "The engine at " << address
            << " shows a certificate that is not known here yet, with the fingerprint\n  " << fingerprint
            << "\nDoes `gan-engine token RUN`, on the machine of the run, print the same? [y/N] ";
  std::string answer;
  std::getline(std::cin, answer);
  if (answer == "y" || answer == "Y" || answer == "yes") return fingerprint;
  throw Error(ErrorCode::kCancelled, "certificate_not_recognised",
              "The certificate of the engine at {address} was not recognised, and nothing was sent to it.",
              {{"address", address}});
}

/// Asks for what is missing to attach there, and remembers it.
void introduce(const TlsTarget& tls, const std::string& given_token) {
  const KnownEngines engines = KnownEngines::ofUser();
  const KnownEngine before = engines.find(tls.address).value_or(KnownEngine());
  KnownEngine engine = before;
  const std::string named = tls.fingerprint.empty() ? before.fingerprint : tls.fingerprint;
  const std::string recognised = named.empty() ? askForFingerprint(tls.address) : named;
  if (recognised != before.fingerprint) engine = {.fingerprint = recognised, .token = {}};
  if (given_token.empty() && engine.token.empty()) {
    const char* token = ::getpass("Token (as `gan-engine token` printed it): ");
    if (token != nullptr) engine.token = token;
  }
  if (engine.fingerprint != before.fingerprint || engine.token != before.token) engines.remember(tls.address, engine);
}

}  // namespace

bool isRemote(const std::string& run) { return !std::holds_alternative<FolderTarget>(parseTarget(Target{run})); }

Target targetOf(const std::string& run) {
  Target target{run};
  const ParsedTarget parsed = parseTarget(target);
  const auto* tls = std::get_if<TlsTarget>(&parsed);
  if (tls == nullptr) return target;
  if (const char* token = std::getenv("GAN_TOKEN")) target.token = token;
  if (::isatty(STDIN_FILENO) == 1 && ::isatty(STDERR_FILENO) == 1) introduce(*tls, target.token);
  return target;
}

}  // namespace gan::app
