#include "link/host_link.h"

#include <filesystem>
#include <utility>
#include <variant>

#include "core/error.h"
#include "protocol/host_client.h"
#include "protocol/run_info.h"
#include "protocol/status.h"
#include "protocol/studio.pb.h"
#include "protocol/target.h"

namespace gan {
namespace {

namespace v1 = ganstudio::v1;

// Of what comes from outside.
constexpr qsizetype kMostHostRuns = 100'000;

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

}  // namespace

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
    try {
      if (stop.stop_requested()) return;
      access->allow(folder);
      const Target target = access->targetOf(folder);
      HostClient client(target, kLongestLogin);
      const std::stop_callback closing(stop, [&client] { client.close(); });
      client.listRuns(std::get<SshTarget>(parseTarget(target)).path, HostClient::Listing::kFollow,
                      [&](const v1::RunList& list) {
                        QVector<HostRun> news;
                        QVector<RunPlace> gone;
                        for (const v1::RunGlance& message : list.runs()) {
                          HostRun run = runOf(message, folder);
                          if (!run.place.isEmpty() && news.size() < kMostHostRuns) news << std::move(run);
                        }
                        for (const std::string& path : list.gone()) gone << folder.at(QString::fromStdString(path));
                        tell([this, news, gone] { emit listed(news, gone); });
                        return !stop.stop_requested();
                      });
    } catch (const std::exception& error) {
      tell([this, why = messageOf(error)] { emit failed(why); });
    }
  });
}

}  // namespace gan
