#include "protocol/token.h"

#include <charconv>
#include <chrono>
#include <filesystem>
#include <memory>
#include <optional>

#include "command.h"
#include "console.h"
#include "core/error.h"
#include "core/units.h"
#include "protocol/endpoint.h"
#include "protocol/shown_certificate.h"
#include "run/run_folder.h"
#include "service/certificate.h"

namespace gan::app {
namespace {

constexpr std::chrono::hours kDefaultLifetime(7 * 24);
constexpr std::chrono::hours kLongestLifetime(366 * 24);

struct TokenOptions {
  std::string run;
  bool steer = false;
  std::string lifetime;  ///< "8h"; empty: it renews itself.
  bool list = false;
  std::string revoke;
};

/// "90s", "30m", "8h", "2d".
std::chrono::seconds parseLifetime(const std::string& text) {
  std::int64_t count = 0;
  const char* end = text.data() + text.size();
  const auto [unit, failure] = std::from_chars(text.data(), end, count);
  const std::string name(unit, end);
  const std::int64_t seconds = name == "s" ? 1 : name == "m" ? 60 : name == "h" ? 3600 : name == "d" ? 86'400 : 0;
  const std::int64_t most = std::chrono::seconds(kLongestLifetime).count();
  if (failure != std::errc() || seconds == 0 || count <= 0 || count > most / seconds) {
    throw Error(ErrorCode::kInvalidArgument, "lifetime_invalid",
                "--for {text} is not a time for which a token can be good: write a number and s, m, h or d, as in 8h, "
                "up to 366d.",
                {{"text", text.substr(0, 64)}});
  }
  return std::chrono::seconds(count * seconds);
}

/// Where clients of other machines reach the run; nothing unless an engine listens on a network now.
std::optional<std::string> addressOf(const RunFolder& folder) {
  const std::optional<Endpoint> endpoint = readEndpoint(folder.path());
  if (!endpoint || !mayBeAlive(*endpoint) || endpoint->tcp.empty()) return std::nullopt;
  return endpoint->tcp;
}

std::string expiryText(const Token& token) {
  const std::string time = formatUtc(token.expires_unix_seconds);
  if (token.expires_unix_seconds <= unixSeconds()) return "expired " + time;
  return token.renewed_for_seconds > 0 ? "renews itself, now until " + time : time;
}

nlohmann::json factsOf(const Token& token) {
  return {{"id", token.id},
          {"role", roleName(token.role)},
          {"expires", formatUtc(token.expires_unix_seconds)},
          {"renews", token.renewed_for_seconds > 0}};
}

Result listTokens(const RunFolder& folder) {
  const TokensRead read = readTokens(folder.access());
  if (read.failure) std::rethrow_exception(read.failure);
  Result result;
  result.facts["tokens"] = nlohmann::json::array();
  std::vector<std::vector<std::string>> rows = {{"id", "role", "good until"}};
  for (const Token& token : read.tokens) {
    rows.push_back({token.id, std::string(roleName(token.role)), expiryText(token)});
    result.facts["tokens"].push_back(factsOf(token));
  }
  result.text = read.tokens.empty() ? "There are no tokens of this run." : formatTable(rows);
  return result;
}

Result revoke(const RunFolder& folder, const std::string& id) {
  revokeToken(folder.access(), id);
  Result result;
  result.text = "The token " + id + " is refused from now on.";
  result.facts = {{"revoked", id}};
  return result;
}

Result makeOne(const RunFolder& folder, const TokenOptions& options) {
  const bool renews = options.lifetime.empty();
  const Token token = makeExtraToken(options.steer ? Role::kSteer : Role::kWatch,
                                     renews ? std::chrono::seconds(kDefaultLifetime) : parseLifetime(options.lifetime),
                                     renews ? Renewal::kWhileServed : Renewal::kNone);
  const std::string fingerprint = fingerprintOf(ensureCertificate(folder.access()).certificate);
  addToken(folder.access(), token);
  const std::optional<std::string> address = addressOf(folder);
  const std::string target = "tls://" + address.value_or("HOST:PORT") + "#" + fingerprint;
  Result result;
  result.text = formatTable({{"token", token.secret},
                             {"id", token.id},
                             {"for", token.role == Role::kSteer ? "steering" : "watching"},
                             {"good until", expiryText(token)},
                             {"fingerprint", fingerprint}}) +
                "\n\nAttach from another machine, which asks for the token: gan-engine watch '" + target + "'";
  if (!address) result.text += "\nNo engine of this run listens on a network now: start it with --listen HOST:PORT.";
  result.facts = factsOf(token);
  result.facts["token"] = token.secret;
  result.facts["fingerprint"] = fingerprint;
  if (address) result.facts["target"] = target;
  return result;
}

Result token(const TokenOptions& options) {
  const RunFolder folder = RunFolder::open(options.run);
  if (options.list) return listTokens(folder);
  if (!options.revoke.empty()) return revoke(folder, options.revoke);
  return makeOne(folder, options);
}

}  // namespace

void addToken(CLI::App& app, Invocation& invocation) {
  const auto options = std::make_shared<TokenOptions>();
  CLI::App* command =
      addCommand(app, invocation, "token", "Makes, lists and revokes what lets other machines attach to a run",
                 [options] { return token(*options); });
  command->add_option("RUN", options->run, "Run folder")->required();
  command->add_flag("--steer", options->steer, "For steering; without it, for watching alone");
  command->add_option("--for", options->lifetime,
                      "How long it is good, as in 8h; without it, it renews itself as long as the run lasts, and "
                      "expires 7 days later");
  CLI::Option* list = command->add_flag("--list", options->list, "Say which tokens there are, without their secrets");
  command->add_option("--revoke", options->revoke, "Refuse the token of this id from now on")->excludes(list);
}

}  // namespace gan::app
