#include "link/host_launcher.h"

#include <exception>
#include <stop_token>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "core/error.h"
#include "link/background.h"
#include "protocol/host_client.h"
#include "protocol/target.h"

namespace gan {
namespace {

/// One that is under way.
class HostStart : public QObject {
 public:
  explicit HostStart(QObject* parent) : QObject(parent) {}
  ~HostStart() override { stop.request_stop(); }

  std::stop_source stop;
  Background task{QStringLiteral("host start")};
};

/// Waits for a login, and until the training is served.
RunPlace startThere(EngineAccess& access, const RunPlace& run, const QStringList& arguments,
                    const std::stop_token& stop) {
  access.allow(run);
  const Target target = access.targetOf(run);
  HostClient client(target, kLongestLogin);
  const std::stop_callback closing(stop, [&client] { client.close(); });
  std::vector<std::string> words;
  for (const QString& word : arguments) words.push_back(word.toStdString());
  const auto started = client.startRun(std::get<SshTarget>(parseTarget(target)).path, words);
  const RunPlace found = run.at(QString::fromStdString(started.run));
  return found.isEmpty() ? run : found;
}

}  // namespace

HostLauncher::HostLauncher(std::shared_ptr<EngineAccess> access, QObject* parent)
    : QObject(parent), access_(std::move(access)) {}

HostLauncher::~HostLauncher() = default;

void HostLauncher::start(const RunPlace& run, const QStringList& arguments) {
  auto* start = new HostStart(this);
  start->task.post(
      [this, start, run, arguments, access = access_, tell = start->task.teller(), stop = start->stop.get_token()] {
        try {
          const RunPlace found = startThere(*access, run, arguments, stop);
          tell([this, start, run, found] {
            start->deleteLater();
            emit started(run, found);
          });
        } catch (const std::exception& error) {
          tell([this, start, run, why = messageOf(error)] {
            start->deleteLater();
            emit failed(run, why);
          });
        }
      });
}

}  // namespace gan
