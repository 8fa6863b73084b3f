#include "remote.h"

#include <unistd.h>

#include <atomic>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <memory>
#include <mutex>
#include <thread>
#include <variant>

#include "console.h"
#include "core/error.h"
#include "protocol/host_client.h"
#include "protocol/known_engines.h"
#include "protocol/shown_certificate.h"
#include "protocol/ssh_hosts.h"
#include "protocol/studio.pb.h"
#include "protocol/target.h"

namespace gan::app {
namespace {

/// What the client's thread tells the one that waits.
struct Progress {
  std::atomic<std::uint64_t> next_sequence{1};
  std::atomic<bool> closed{false};
  std::mutex mutex;
  std::string why;
};
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

Target answeringTarget(const std::string& run) {
  Target target{run};
  const ParsedTarget parsed = parseTarget(target);
  if (const auto* const tls = std::get_if<TlsTarget>(&parsed)) {
    if (const char* token = std::getenv("GAN_TOKEN")) target.token = token;
    if (::isatty(STDIN_FILENO) == 1 && ::isatty(STDERR_FILENO) == 1) introduce(*tls, target.token);
  }
  if (std::holds_alternative<SshTarget>(parsed)) {
    target.hosts = std::make_shared<SshHosts>();
    haveAnswered(target);
  }
  return target;
}

void haveAnswered(const Target& target) {
  const ParsedTarget parsed = parseTarget(target);
  if (const auto* const ssh = std::get_if<SshTarget>(&parsed)) HostClient(target).serveRun(ssh->path);
}

void readEvents(RunClient& client, const std::string& run, const std::function<void(const Event&)>& take,
                const std::function<bool(bool all_has_come)>& goes_on) {
  const std::uint64_t end = client.run().next_sequence();
  Progress progress;
  const auto on_update = [&](const ganstudio::v1::WatchUpdate& update) {
    for (const std::string& text : update.events_json()) {
      try {
        take(eventFromJson(text, "An event that the engine sent"));
      } catch (const Error& error) {
        std::cerr << printable(error.message()) << "\n";
      }
    }
    progress.next_sequence = update.next_sequence();
  };
  const auto on_state = [&](ConnectionState state, const Message& why) {
    const std::lock_guard lock(progress.mutex);
    if (!why.empty()) progress.why = why.english();
    if (state == ConnectionState::kClosed) progress.closed = true;
  };
  client.watch(1, 0, {.on_update = on_update, .on_state = on_state}, {.without_scalars = true});
  const auto wanted = [&] { return goes_on(progress.next_sequence >= end); };
  while (!progress.closed && wanted()) std::this_thread::sleep_for(std::chrono::milliseconds(20));
  const bool broken_off = progress.closed && wanted();
  client.stopWatching();
  if (!broken_off) return;
  throw Error(ErrorCode::kUnavailable, "log_ended", "The engine of {run} ended the connection: {reason}",
              {{"run", run}, {"reason", progress.why}});
}

}  // namespace gan::app
