#pragma once

#include <QObject>
#include <QString>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>

#include "core/error.h"
#include "core/message.h"
#include "protocol/run_client.h"
#include "protocol/ssh_options.h"
#include "protocol/target.h"
#include "run_list/run_place.h"

namespace gan {

/// What a person is asked before an engine of another computer answers.
struct AccessQuestion {
  enum class Kind {
    kSecret,            ///< Of ssh: a password, a passphrase, a second factor.
    kConfirm,           ///< Of ssh: whether a key may be used.
    kNotice,            ///< Of ssh: something to be done elsewhere. Nobody waits for the answer.
    kHostKey,           ///< Of ssh: whether a host is the right one.
    kCertificate,       ///< Of TLS: the same.
    kOtherCertificate,  ///< Of TLS: the same, where another certificate was recognised before.
    kToken,             ///< Of TLS.
  };
  Kind kind = Kind::kSecret;
  QString where = {};         ///< The host, or "HOST:PORT".
  QString text = {};          ///< Of ssh as it words it.
  Message why = {};           ///< Of a token: why it is asked for.
  QString shown = {};         ///< Of TLS: the fingerprint of the certificate that is shown.
  QString before = {};        ///< Of TLS: that of the certificate that was recognised before.
  std::stop_token over = {};  ///< Told to stop: an answer is of no use any more.
};

struct AccessAnswer {
  QString text = {};        ///< Of what asks for words: these.
  bool remembered = false;  ///< Of a token: it is kept for the next time the studio is started.
};

/// For a client that waits for a login: somebody may be asked for a password meanwhile.
inline constexpr std::chrono::minutes kLongestLogin(10);

/// How a window reaches the engines of other computers: one login to each host, whoever needs it, and what a person is
/// asked on the way. What they trust is remembered as the shell commands do (KnownEngines); a token that is not to be
/// kept is known for as long as this object lives. Owned by std::shared_ptr. Thread-safe.
class EngineAccess : public std::enable_shared_from_this<EngineAccess> {
 public:
  /// Called on the thread of the person.
  using Asked = std::function<void(std::uint64_t number, const AccessQuestion& question)>;
  /// Who answers questions from now on; null: nobody, and each is declined, also those that wait. A person takes leave
  /// before they are destroyed.
  void setPerson(QObject* person, Asked asked = {});
  /// Nothing: it is declined. Who asked may have gone meanwhile.
  void answer(std::uint64_t number, const std::optional<AccessAnswer>& answer);

  /// With what is known of the place.
  Target targetOf(const RunPlace& place);
  /// The gan-engine of the host of a place: a path there, or a name; empty: as SshOptions has it. Counts from the next
  /// login on.
  void setEngine(const RunPlace& place, const QString& engine);
  /// Somebody wants to go there now: a login that was refused is tried again.
  void allow(const RunPlace& place);
  /// Has a person asked for what is missing, where a place was not reached for this reason; true: it may be reached
  /// now. Waits for them, until told to stop. Throws what KnownEngines does.
  bool settle(const RunPlace& place, const Error& why, const std::stop_token& stop);

 private:
  /// Under the lock; 0: nobody is there.
  std::uint64_t pose(const AccessQuestion& question);
  std::optional<AccessAnswer> ask(const AccessQuestion& question);
  /// Under the lock.
  std::shared_ptr<SshHosts> hostsWith(const std::string& engine);
  std::optional<std::string> answerSsh(const SshQuestion& question, const std::stop_token& stop);
  bool askForTrust(const TlsTarget& tls, const Error& why, const std::stop_token& stop);
  bool askForToken(const TlsTarget& tls, const Error& why, const std::stop_token& stop);

  struct Waiting {
    bool done = false;
    std::optional<AccessAnswer> answer;
  };

  std::mutex mutex_;
  std::condition_variable_any answered_;
  QObject* person_ = nullptr;
  Asked asked_;
  std::uint64_t questions_ = 0;
  std::map<std::uint64_t, Waiting> waiting_;    ///< By the question's number.
  std::map<std::string, std::string> tokens_;   ///< That are not kept, by the engine that they are for.
  std::map<std::string, std::string> engines_;  ///< By the host's user and name.
  /// By the engine that is used there, so that a host is of one of them. Those that a place needed.
  std::map<std::string, std::shared_ptr<SshHosts>> hosts_;
};

}  // namespace gan
