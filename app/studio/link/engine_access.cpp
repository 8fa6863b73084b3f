#include "link/engine_access.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>
#include <variant>

#include "protocol/known_engines.h"
#include "protocol/ssh_hosts.h"

namespace gan {
namespace {

using Kind = AccessQuestion::Kind;

constexpr std::array<std::string_view, 2> kOfCertificates = {"certificate_unknown", "certificate_other"};
constexpr std::array<std::string_view, 4> kOfTokens = {"token_unknown", "token_missing", "token_wrong",
                                                       "token_expired"};

bool isOneOf(const Error& error, const auto& ids) { return std::ranges::find(ids, error.id()) != ids.end(); }

QString argumentOf(const Error& error, std::string_view name) {
  const auto found = std::ranges::find(error.arguments(), name, &ErrorArgument::name);
  return found == error.arguments().end() ? QString() : QString::fromStdString(found->value);
}

Kind kindOf(SshQuestion::Kind kind) {
  switch (kind) {
    case SshQuestion::Kind::kSecret:
      break;
    case SshQuestion::Kind::kHostKey:
      return Kind::kHostKey;
    case SshQuestion::Kind::kConfirm:
      return Kind::kConfirm;
    case SshQuestion::Kind::kNotice:
      return Kind::kNotice;
  }
  return Kind::kSecret;
}

std::string hostOf(const SshTarget& ssh) { return ssh.user + "@" + ssh.host + ":" + ssh.port; }

/// For whom a token is: the engine with that certificate, where the target says which.
std::string engineOf(const TlsTarget& tls) { return tls.address + "#" + tls.fingerprint; }

std::string textOf(const RunPlace& place) { return place.target.toStdString(); }

}  // namespace

void EngineAccess::setPerson(QObject* person, Asked asked) {
  const std::lock_guard lock(mutex_);
  person_ = person;
  asked_ = std::move(asked);
  for (auto& [number, waiting] : waiting_) waiting.done = true;
  answered_.notify_all();
}

void EngineAccess::answer(std::uint64_t number, const std::optional<AccessAnswer>& answer) {
  const std::lock_guard lock(mutex_);
  const auto found = waiting_.find(number);
  if (found == waiting_.end() || found->second.done) return;
  found->second = {true, answer};
  answered_.notify_all();
}

std::uint64_t EngineAccess::pose(const AccessQuestion& question) {
  if (person_ == nullptr) return 0;
  const std::uint64_t number = ++questions_;
  QMetaObject::invokeMethod(
      person_, [asked = asked_, number, question] { asked(number, question); }, Qt::QueuedConnection);
  return number;
}

std::optional<AccessAnswer> EngineAccess::ask(const AccessQuestion& question) {
  std::unique_lock lock(mutex_);
  const std::uint64_t number = pose(question);
  if (number == 0) return std::nullopt;
  const Waiting& waiting = waiting_[number];
  answered_.wait(lock, question.over, [&waiting] { return waiting.done; });
  std::optional<AccessAnswer> answer = waiting.answer;
  waiting_.erase(number);
  return answer;
}

std::optional<std::string> EngineAccess::answerSsh(const SshQuestion& question, const std::stop_token& stop) {
  const AccessQuestion asked{.kind = kindOf(question.kind),
                             .where = QString::fromStdString(question.host),
                             .text = QString::fromStdString(question.text),
                             .over = stop};
  if (asked.kind == Kind::kNotice) {
    const std::lock_guard lock(mutex_);
    pose(asked);
    return std::nullopt;
  }
  const std::optional<AccessAnswer> answer = ask(asked);
  if (!answer) return std::nullopt;
  return asked.kind == Kind::kSecret ? answer->text.toStdString() : "yes";
}

Target EngineAccess::targetOf(const RunPlace& place) {
  Target target{textOf(place)};
  const ParsedTarget parsed = parseTarget(target);
  const std::lock_guard lock(mutex_);
  if (const auto* const tls = std::get_if<TlsTarget>(&parsed)) {
    if (const auto token = tokens_.find(engineOf(*tls)); token != tokens_.end()) target.token = token->second;
  }
  const auto* const ssh = std::get_if<SshTarget>(&parsed);
  if (ssh == nullptr) return target;
  const auto engine = engines_.find(hostOf(*ssh));
  target.hosts = hostsWith(engine == engines_.end() ? std::string() : engine->second);
  return target;
}

std::shared_ptr<SshHosts> EngineAccess::hostsWith(const std::string& engine) {
  std::shared_ptr<SshHosts>& hosts = hosts_[engine];
  if (hosts) return hosts;
  SshOptions options;
  options.engine = engine;
  // These logins may outlast this object, with a client that has not ended yet.
  options.answer = [weak = weak_from_this()](const SshQuestion& question, const std::stop_token& stop) {
    const auto self = weak.lock();
    return self ? self->answerSsh(question, stop) : std::nullopt;
  };
  return hosts = std::make_shared<SshHosts>(std::move(options));
}

void EngineAccess::setEngine(const RunPlace& place, const QString& engine) {
  const ParsedTarget parsed = parseTarget(Target{textOf(place)});
  const auto* const ssh = std::get_if<SshTarget>(&parsed);
  if (ssh == nullptr) return;
  const std::lock_guard lock(mutex_);
  engines_[hostOf(*ssh)] = engine.toStdString();
}

void EngineAccess::allow(const RunPlace& place) {
  const Target target = targetOf(place);
  if (target.hosts) target.hosts->allow(std::get<SshTarget>(parseTarget(target)));
}

bool EngineAccess::settle(const RunPlace& place, const Error& why, const std::stop_token& stop) {
  const ParsedTarget parsed = parseTarget(Target{textOf(place)});
  const auto* const tls = std::get_if<TlsTarget>(&parsed);
  if (tls == nullptr) return false;
  if (isOneOf(why, kOfCertificates)) return askForTrust(*tls, why, stop);
  return isOneOf(why, kOfTokens) && askForToken(*tls, why, stop);
}

/// Not where the address says which certificate is the right one.
bool EngineAccess::askForTrust(const TlsTarget& tls, const Error& why, const std::stop_token& stop) {
  if (!tls.fingerprint.empty()) return false;
  const bool is_other = why.id() == "certificate_other";
  const QString shown = argumentOf(why, is_other ? "shown" : "fingerprint");
  const std::optional<AccessAnswer> answer = ask({.kind = is_other ? Kind::kOtherCertificate : Kind::kCertificate,
                                                  .where = QString::fromStdString(tls.address),
                                                  .shown = shown,
                                                  .before = argumentOf(why, "expected"),
                                                  .over = stop});
  if (!answer) return false;
  // A token was for the engine with the other certificate.
  KnownEngines::ofUser().remember(tls.address, {.fingerprint = shown.toStdString(), .token = {}});
  const std::lock_guard lock(mutex_);
  tokens_.erase(engineOf(tls));
  return true;
}

bool EngineAccess::askForToken(const TlsTarget& tls, const Error& why, const std::stop_token& stop) {
  const std::optional<AccessAnswer> answer =
      ask({.kind = Kind::kToken, .where = QString::fromStdString(tls.address), .why = messageOf(why), .over = stop});
  if (!answer) return false;
  const std::string token = answer->text.trimmed().toStdString();
  if (answer->remembered) {
    const KnownEngines engines = KnownEngines::ofUser();
    KnownEngine engine = engines.find(tls.address).value_or(KnownEngine());
    if (!tls.fingerprint.empty()) engine.fingerprint = tls.fingerprint;
    engine.token = token;
    engines.remember(tls.address, engine);
  }
  const std::lock_guard lock(mutex_);
  tokens_[engineOf(tls)] = token;
  return true;
}

}  // namespace gan
