#include "link/host_link.h"

#include <chrono>
#include <filesystem>
#include <functional>
#include <utility>
#include <variant>

#include "core/error.h"
#include "protocol/backoff.h"
#include "protocol/host_client.h"
#include "protocol/patience.h"
#include "protocol/run_info.h"
#include "protocol/status.h"
#include "protocol/studio.pb.h"
#include "protocol/target.h"

namespace gan {
namespace {

namespace v1 = ganstudio::v1;

HostRun runOf(const v1::RunGlance& message, const RunPlace& folder) {
  HostRun run;
  run.place = folder.at(QString::fromStdString(message.path()));
  if (message.has_error()) {
    run.problem = messageOf(errorFrom(message.error()));
    return run;
  }
  run.glance = glanceOf(message);
  if (!message.parent_path().empty()) {
    const auto parent = (std::filesystem::path(message.path()) / message.parent_path()).lexically_normal();
    run.parent = folder.at(QString::fromStdString(parent.string()));
  }
  return run;
}

/// One that waiting does not mend.
bool isPermanent(const Error& error) {
  switch (error.code()) {
    case ErrorCode::kInvalidArgument:
    case ErrorCode::kNotFound:
    case ErrorCode::kPermissionDenied:
    case ErrorCode::kUnsupported:
      return true;
    default:
      return false;
  }
}

/// A list until it ends. Throws why it did, where the host did not end it.
void followList(const RunPlace& folder, const Target& target, const std::stop_token& stop,
                const std::function<void(const QVector<HostRun>&, const QVector<RunPlace>&)>& told) {
  HostClient client(target, kLongestLogin);
  const std::stop_callback closing(stop, [&client] { client.close(); });
  ListedRuns taken;
  client.listRuns(std::get<SshTarget>(parseTarget(target)).path, HostClient::Listing::kFollow,
                  [&](const v1::RunList& list) {
                    QVector<HostRun> news;
                    QVector<RunPlace> gone;
                    for (const v1::RunGlance& message : list.runs()) {
                      HostRun run = runOf(message, folder);
                      if (!run.place.isEmpty() && taken.take(run.place)) news << std::move(run);
                    }
                    for (const std::string& path : list.gone()) {
                      const RunPlace run = folder.at(QString::fromStdString(path));
                      if (taken.forget(run)) gone << run;
                    }
                    told(news, gone);
                    return !stop.stop_requested();
                  });
}

}  // namespace

bool ListedRuns::take(const RunPlace& run) {
  if (taken_.contains(run.target)) return true;
  if (taken_.size() >= most_) return false;
  taken_.insert(run.target);
  return true;
}

HostLink::HostLink(std::shared_ptr<EngineAccess> access, QObject* parent)
    : QObject(parent), access_(std::move(access)) {}

HostLink::~HostLink() { stop_.request_stop(); }

void HostLink::stop() {
  stop_.request_stop();
  listing_.cancel();
}

void HostLink::list(const RunPlace& folder) {
  stop();
  stop_ = std::stop_source();
  listing_.post([this, folder, access = access_, tell = listing_.newest(), stop = stop_.get_token()] {
    Backoff backoff;
    bool was_listed = false;
    while (!stop.stop_requested()) {
      Message why{"host_list_ended", "The other computer has ended the list of its runs.", {}};
      bool is_over = false;
      try {
        if (!was_listed) access->allow(folder);  // a person has said so; afterwards a refusal stands
        followList(folder, access->targetOf(folder), stop, [&](const auto& news, const auto& gone) {
          was_listed = true;
          backoff.reset();
          tell([this, news, gone] { emit listed(news, gone); });
        });
      } catch (const Error& error) {
        why = messageOf(error);
        is_over = isPermanent(error);
      } catch (const std::exception& error) {
        why = messageOf(error);
      }
      if (stop.stop_requested()) return;
      if (is_over || !was_listed) return tell([this, why] { emit failed(why); });
      tell([this, why] { emit lost(why); });
      const Patience patience{std::chrono::steady_clock::now() + std::chrono::hours(1), stop};
      if (!patience.sleep(backoff.next())) return;
    }
  });
}

}  // namespace gan
