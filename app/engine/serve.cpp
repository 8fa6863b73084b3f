#include <fcntl.h>
#include <sys/file.h>

#include <chrono>
#include <memory>
#include <optional>
#include <thread>
#include <utility>
#include <vector>

#include "command.h"
#include "core/error.h"
#include "core/file_descriptor.h"
#include "core/log.h"
#include "core/random_hex.h"
#include "protocol/private_folder.h"
#include "run/lock.h"
#include "run/run_reader.h"
#include "service/run_service.h"
#include "session/weights_run.h"
#include "stop_signal.h"

namespace gan::app {
namespace {

namespace fs = std::filesystem;

struct Served {
  /// Exports lie in the run's folder, and need one that stays.
  enum class Folder { kStays, kGoes };
  Served(const RunFolder& folder, const std::string& listen, Folder stays)
      : reader(folder),
        server(reader, nullptr,
               {.listen = listen,
                .sampler_program = fs::read_symlink("/proc/self/exe").string(),
                .export_program = stays == Folder::kStays ? fs::read_symlink("/proc/self/exe").string() : ""}) {
    log::info("serving " + folder.path().string() + " at " + server.unixSocket());
  }
  RunReader reader;
  RunServer server;
};

constexpr const char* kPlacePrefix = "gan-studio-weights-";

/// A folder for as long as this process lives; the lock says that it does.
class LockedFolder {
 public:
  explicit LockedFolder(fs::path path) : path_(std::move(path)) {
    ensurePrivateFolder(path_);
    lock_ = lockOf(path_, O_CREAT);
  }
  ~LockedFolder() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
  }
  LockedFolder(const LockedFolder&) = delete;
  LockedFolder& operator=(const LockedFolder&) = delete;

  const fs::path& path() const { return path_; }

  /// Removes what processes left that were killed.
  static void sweep(const fs::path& parent) {
    std::error_code ignored;
    for (const auto& entry : fs::directory_iterator(parent, ignored)) {
      if (!entry.path().filename().string().starts_with(kPlacePrefix)) continue;
      if (lockOf(entry.path(), 0)) fs::remove_all(entry.path(), ignored);
    }
  }

 private:
  /// Nothing where another process holds it.
  static FileDescriptor lockOf(const fs::path& folder, int flags) {
    FileDescriptor lock(::open((folder / "lock").c_str(), O_RDWR | O_CLOEXEC | O_NOFOLLOW | flags, 0600));
    if (lock && ::flock(lock.get(), LOCK_EX | LOCK_NB) != 0) lock.close();
    return lock;
  }

  fs::path path_;
  FileDescriptor lock_;
};

/// Weights alone, as a finished run in a folder that goes with the object.
class ServedWeights {
 public:
  /// as: that folder; empty: one of its own.
  ServedWeights(const fs::path& weights, const fs::path& as)
      : own_(as.empty() ? std::make_unique<LockedFolder>(fs::temp_directory_path() / (kPlacePrefix + randomHex(4)))
                        : nullptr),
        run_(makeWeightsRun(own_ ? own_->path() / weights.stem() : as, weights)) {}
  ~ServedWeights() {
    std::error_code ignored;
    fs::remove_all(run_.path(), ignored);
  }
  ServedWeights(const ServedWeights&) = delete;
  ServedWeights& operator=(const ServedWeights&) = delete;

  const RunFolder& run() const { return run_; }

 private:
  std::unique_ptr<LockedFolder> own_;
  RunFolder run_;
};

std::vector<std::unique_ptr<Served>> serveRuns(const std::string& path, const std::string& listen,
                                               Served::Folder stays) {
  std::vector<std::unique_ptr<Served>> served;
  for (const auto& run : findRuns(path)) {
    const RunFolder folder = RunFolder::open(run);
    if (const auto holder = RunLock::holder(run); holder && !RunLock::isStale(*holder)) {
      log::info(run.string() + " is served by the engine that trains it");
      continue;
    }
    served.push_back(std::make_unique<Served>(folder, listen, stays));
  }
  if (served.empty()) {
    throw Error(ErrorCode::kNotFound, "nothing_to_serve",
                "{path} holds no run that is not served already; name a run folder or a folder of runs.",
                {{"path", path}});
  }
  return served;
}

Result serve(const std::string& path, const std::string& listen, const std::string& as) {
  const StopSignal signal;
  std::optional<ServedWeights> weights;
  if (fs::is_regular_file(path)) {
    LockedFolder::sweep(fs::temp_directory_path());
    weights.emplace(path, as);
  } else if (!as.empty()) {
    throw Error(ErrorCode::kInvalidArgument, "serve_as_for_weights",
                "--as says where the run of weights alone is made, but {path} is no file of weights. Leave it out.",
                {{"path", path}});
  }
  const auto served = serveRuns(weights ? weights->run().path().string() : path, listen,
                                weights ? Served::Folder::kGoes : Served::Folder::kStays);
  while (!signal.asked()) std::this_thread::sleep_for(std::chrono::milliseconds(100));
  Result result;
  result.facts = {{"runs", served.size()}};
  return result;
}

}  // namespace

void addServe(CLI::App& app, Invocation& invocation) {
  const auto path = std::make_shared<std::string>();
  const auto listen = std::make_shared<std::string>();
  const auto as = std::make_shared<std::string>();
  CLI::App* command = addCommand(app, invocation, "serve",
                                 "Answers for finished runs, and makes pictures of them, until it is interrupted",
                                 [path, listen, as] { return serve(*path, *listen, *as); });
  command
      ->add_option("PATH", *path,
                   "Run folder, a folder of runs, or a generator's weights alone: a .safetensors file that says which "
                   "network it belongs to, as those of a checkpoint do")
      ->required();
  command->add_option("--listen", *listen, "Also serve clients of other machines at HOST:PORT, over TLS");
  command->add_option("--as", *as,
                      "Of weights alone: the run folder that is made for them while they are served, instead of one "
                      "among the temporary files");
}

}  // namespace gan::app
