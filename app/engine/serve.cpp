#include <chrono>
#include <memory>
#include <thread>
#include <vector>

#include "command.h"
#include "core/error.h"
#include "core/log.h"
#include "run/lock.h"
#include "run/run_reader.h"
#include "service/run_service.h"
#include "stop_signal.h"

namespace gan::app {
namespace {

struct Served {
  explicit Served(const RunFolder& folder, const std::string& listen)
      : reader(folder), server(reader, nullptr, {.listen = listen}) {}
  RunReader reader;
  RunServer server;
};

Result serve(const std::string& path, const std::string& listen) {
  const StopSignal signal;
  std::vector<std::unique_ptr<Served>> served;
  for (const auto& run : findRuns(path)) {
    const RunFolder folder = RunFolder::open(run);
    if (const auto holder = RunLock::holder(run); holder && !RunLock::isStale(*holder)) {
      log::info(run.string() + " is served by the engine that trains it");
      continue;
    }
    served.push_back(std::make_unique<Served>(folder, listen));
    log::info("serving " + run.string() + " at " + served.back()->server.unixSocket());
  }
  if (served.empty()) {
    throw Error(ErrorCode::kNotFound, "nothing_to_serve",
                "{path} holds no run that is not served already; name a run folder or a folder of runs.",
                {{"path", path}});
  }
  while (!signal.asked()) std::this_thread::sleep_for(std::chrono::milliseconds(100));
  Result result;
  result.facts = {{"runs", served.size()}};
  return result;
}

}  // namespace

void addServe(CLI::App& app, Invocation& invocation) {
  const auto path = std::make_shared<std::string>();
  const auto listen = std::make_shared<std::string>();
  CLI::App* command = addCommand(app, invocation, "serve", "Answers for finished runs until it is interrupted",
                                 [path, listen] { return serve(*path, *listen); });
  command->add_option("PATH", *path, "Run folder, or a folder of runs")->required();
  command->add_option("--listen", *listen, "Also serve clients of other machines at HOST:PORT, over TLS");
}

}  // namespace gan::app
