#include "service/host_processes.h"

#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <future>
#include <system_error>
#include <thread>
#include <utility>

#include "core/atomic_file.h"
#include "core/error.h"
#include "core/host_name.h"
#include "core/units.h"
#include "protocol/endpoint.h"
#include "protocol/patience.h"
#include "protocol/utf8.h"
#include "run/error_json.h"
#include "run/lock.h"

namespace gan {
namespace {

namespace fs = std::filesystem;

constexpr std::chrono::milliseconds kLookEvery(50);
constexpr std::chrono::seconds kServersEndWithin(3);
constexpr std::size_t kLastWordsBytes = 16384;
constexpr std::size_t kShownWordBytes = 400;
constexpr std::size_t kMostFoundBytes = 32U
                                        << 20U;  // of a report, and of its picture: together less than a message has

/// A file without a name that a program may fill.
FileDescriptor namelessFile() {
  const fs::path folder = fs::temp_directory_path();
  FileDescriptor file(::open(folder.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0600));
  if (!file) {  // some file systems cannot
    std::string name = (folder / "gan-engine-XXXXXX").string();
    file = FileDescriptor(::mkostemp(name.data(), O_CLOEXEC));
    if (file) ::unlink(name.c_str());
  }
  if (!file) throwFileError("make", folder / "gan-engine-XXXXXX", errno);
  return file;
}

std::uint64_t sizeOf(const FileDescriptor& file) {
  struct stat info {};
  return ::fstat(file.get(), &info) == 0 ? static_cast<std::uint64_t>(info.st_size) : 0;
}

/// As many bytes of its end.
std::string endOf(const FileDescriptor& file, std::size_t bytes = kLastWordsBytes) {
  const std::uint64_t size = sizeOf(file);
  const std::uint64_t from = size - std::min<std::uint64_t>(size, bytes);
  std::string text(static_cast<std::size_t>(size - from), '\0');
  const ssize_t count = ::pread(file.get(), text.data(), text.size(), static_cast<off_t>(from));
  text.resize(static_cast<std::size_t>(std::max<ssize_t>(0, count)));
  while (!text.empty() && text.back() == '\n') text.pop_back();
  return text;
}

/// The newest endpoint of a run; none where the file is nobody's.
std::optional<Endpoint> endpointOf(const fs::path& run) {
  try {
    return readEndpoint(run);
  } catch (const Error&) {
    return std::nullopt;
  }
}

bool isServed(const fs::path& run) {
  const std::optional<Endpoint> endpoint = endpointOf(run);
  return endpoint && mayBeAlive(*endpoint);
}

/// A process in a session of its own, without input. Its standard output and error go to these files.
pid_t spawnApart(const std::vector<std::string>& command, const FileDescriptor& output, const FileDescriptor& errors) {
  std::vector<std::string> words = command;
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  ::posix_spawn_file_actions_init(&actions);
  ::posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  ::posix_spawn_file_actions_adddup2(&actions, output.get(), STDOUT_FILENO);
  ::posix_spawn_file_actions_adddup2(&actions, errors.get(), STDERR_FILENO);
  posix_spawnattr_t attributes;
  ::posix_spawnattr_init(&attributes);
  sigset_t signals;
  sigemptyset(&signals);
  ::posix_spawnattr_setsigmask(&attributes, &signals);
  for (const int number : {SIGINT, SIGTERM, SIGHUP, SIGPIPE, SIGUSR1, SIGUSR2}) sigaddset(&signals, number);
  ::posix_spawnattr_setsigdefault(&attributes, &signals);
  ::posix_spawnattr_setflags(&attributes,
                             static_cast<short>(POSIX_SPAWN_SETSID | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF));
  pid_t pid = -1;
  const int failure = ::posix_spawn(&pid, words.front().c_str(), &actions, &attributes, arguments.data(), environ);
  ::posix_spawn_file_actions_destroy(&actions);
  ::posix_spawnattr_destroy(&attributes);
  if (failure == 0) return pid;
  throw Error(ErrorCode::kUnavailable, "program_not_started", "{program} could not be started: {reason}.",
              {{"program", words.front()}, {"reason", std::generic_category().message(failure)}});
}

/// What a program that was given --json ended with. Throws the error, where there is one.
void throwLastWords(const FileDescriptor& output, const FileDescriptor& errors, const fs::path& run) {
  const std::string text = endOf(output);
  if (const auto end = commandEndFromJson(text.substr(text.rfind('\n') + 1))) {
    if (!end->error) return;
    throw Error(ErrorCode::kFailedPrecondition, end->error->id, end->error->text, end->error->arguments);
  }
  std::string words = toUtf8(endOf(errors));
  if (words.size() > kShownWordBytes) words = words.substr(words.size() - kShownWordBytes);
  throw Error(ErrorCode::kFailedPrecondition, "engine_ended_early",
              "The engine ended before it served {run}. Its last words: {words}",
              {{"run", run.string()}, {"words", words.empty() ? "none" : words}});
}

/// A folder for what one call needs.
class ScratchFolder {
 public:
  ScratchFolder() {
    std::string name = (fs::temp_directory_path() / "gan-engine-XXXXXX").string();
    if (::mkdtemp(name.data()) == nullptr) throwFileError("make", name, errno);
    path_ = name;
  }
  ~ScratchFolder() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
  }
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;

  const fs::path& path() const { return path_; }

 private:
  fs::path path_;
};

/// The last line that is whole; empty: there is none.
std::string lastLineOf(const FileDescriptor& file) {
  const std::string text = endOf(file);
  return text.substr(text.rfind('\n') + 1);
}

/// What is said of a program that gave no answer.
struct Complaints {
  Error large;  ///< The answer is too long.
  Error ended;  ///< There is none; {words} are its last.
};

Complaints aboutImages() {
  return {Error(ErrorCode::kFailedPrecondition, "data_report_large",
                "The report on the images is longer than {limit}, and was not read. Look at a part of them, or run "
                "`gan-engine data inspect` in a shell there.",
                {{"limit", formatBytes(kMostFoundBytes)}}),
          Error(ErrorCode::kFailedPrecondition, "engine_ended_looking",
                "The engine ended while it looked at the images. Its last words: {words}")};
}

Complaints aboutSlurm() {
  return {Error(ErrorCode::kFailedPrecondition, "slurm_answer_large",
                "What Slurm answered there is longer than {limit}, and was not read. Ask with `gan-engine slurm` in a "
                "shell there.",
                {{"limit", formatBytes(kMostFoundBytes)}}),
          Error(ErrorCode::kFailedPrecondition, "engine_ended_asking",
                "The engine ended before Slurm had answered. Its last words: {words}")};
}

/// What a program printed that has ended, as its last line. Throws what it said in place of that.
std::string answerOf(const FileDescriptor& output, const FileDescriptor& errors, int status,
                     const Complaints& complaints) {
  if (sizeOf(output) > kMostFoundBytes) throw complaints.large;
  const std::string text = endOf(output, kMostFoundBytes);
  std::string line = text.substr(text.rfind('\n') + 1);
  if (WIFEXITED(status) && WEXITSTATUS(status) == 0 && !line.empty()) return line;
  if (const auto end = commandEndFromJson(line); end && end->error) {
    throw Error(ErrorCode::kFailedPrecondition, end->error->id, end->error->text, end->error->arguments);
  }
  std::string words = toUtf8(endOf(errors));
  if (words.size() > kShownWordBytes) words = words.substr(words.size() - kShownWordBytes);
  throw Error(complaints.ended.code(), complaints.ended.id(), complaints.ended.text(),
              {{"words", words.empty() ? "none" : words}});
}

std::string pictureIn(const fs::path& file) {
  try {
    return readFile(file, kMostFoundBytes);
  } catch (const Error&) {  // what was found is worth telling without it
    return {};
  }
}

void throwIfNotWanted(const HostProcesses::GoOn& go_on) {
  if (!go_on()) throw closedError();
  std::this_thread::sleep_for(kLookEvery);
}

}  // namespace

HostProcesses::HostProcesses(std::string program)
    : program_(std::move(program)), starter_({.all = 64, .of_one_client = 64}) {}

HostProcesses::~HostProcesses() {
  const std::lock_guard lock(mutex_);
  for (const auto& [run, server] : servers_) {
    if (server->process) server->process->signal(SIGTERM);
  }
  const auto until = std::chrono::steady_clock::now() + kServersEndWithin;
  for (const auto& [run, server] : servers_) {
    while (server->process && !server->process->ended() && std::chrono::steady_clock::now() < until) {
      std::this_thread::sleep_for(kLookEvery);
    }
  }
}

HostProcesses::Started HostProcesses::start(const std::vector<std::string>& arguments, const fs::path& run,
                                            const GoOn& go_on) {
  reap();
  std::vector<std::string> command{program_};
  command.insert(command.end(), arguments.begin(), arguments.end());
  command.emplace_back("--json");
  const FileDescriptor output = namelessFile();
  const FileDescriptor errors = namelessFile();
  const std::optional<Endpoint> before = endpointOf(run);
  const pid_t pid = spawnApart(command, output, errors);
  while (true) {
    // In this order: one that serves and ends between two looks has left its last words.
    const bool ended = ::waitpid(pid, nullptr, WNOHANG) == pid;
    const std::optional<Endpoint> now = endpointOf(run);
    if (ended) {
      throwLastWords(output, errors, run);
      return Started::kEnded;
    }
    if (now && now->host == hostName() && (!before || !sameEngine(*before, *now)) && mayBeAlive(*now)) {
      const std::lock_guard lock(mutex_);
      trainings_.push_back(pid);
      return Started::kServes;
    }
    try {
      throwIfNotWanted(go_on);
    } catch (const Error&) {  // it goes on starting
      const std::lock_guard lock(mutex_);
      trainings_.push_back(pid);
      throw;
    }
  }
}

HostProcesses::Found HostProcesses::look(const std::vector<std::string>& arguments,
                                         const std::function<void(const std::string& line)>& progress,
                                         const GoOn& go_on) {
  const ScratchFolder scratch;
  const fs::path sheet = scratch.path() / "sheet.png";
  std::vector<std::string> command{program_};
  command.insert(command.end(), arguments.begin(), arguments.end());
  command.emplace_back("--json");
  if (std::ranges::find(arguments, "inspect") != arguments.end()) {
    command.insert(command.end(), {"--sheet", sheet.string()});
  }
  const FileDescriptor output = namelessFile();
  const FileDescriptor errors = namelessFile();
  WorkerProcess program(
      {.command = command, .environment = ownEnvironment(), .output = output.get(), .errors = errors.get()});
  std::string told;
  while (true) {
    const std::optional<int> status = program.ended();
    if (status) return {.json = answerOf(output, errors, *status, aboutImages()), .sheet = pictureIn(sheet)};
    throwIfNotWanted(go_on);
    std::string line = lastLineOf(errors);
    if (line.empty() || line == told) continue;
    progress(line);
    told = std::move(line);
  }
}

std::string HostProcesses::askSlurm(const std::vector<std::string>& arguments, const GoOn& go_on) {
  std::vector<std::string> command{program_};
  command.insert(command.end(), arguments.begin(), arguments.end());
  command.insert(command.begin() + 3, "--json");  // before words that are no options
  const FileDescriptor output = namelessFile();
  const FileDescriptor errors = namelessFile();
  WorkerProcess program(
      {.command = command, .environment = ownEnvironment(), .output = output.get(), .errors = errors.get()});
  while (true) {
    if (const std::optional<int> status = program.ended()) return answerOf(output, errors, *status, aboutSlurm());
    throwIfNotWanted(go_on);
  }
}

void HostProcesses::reap() {
  const std::lock_guard lock(mutex_);
  std::erase_if(trainings_, [](pid_t pid) { return ::waitpid(pid, nullptr, WNOHANG) != 0; });
}

std::shared_ptr<HostProcesses::Server> HostProcesses::serverFor(const fs::path& run) {
  const std::lock_guard lock(mutex_);
  std::shared_ptr<Server>& server = servers_[run];
  if (server && server->process && !server->process->ended()) return server;
  server = std::make_shared<Server>();
  server->errors = namelessFile();
  std::promise<void> started;
  starter_.post({"host", Claimant::Standing::kSteers}, [&, made = server.get()] {
    const FileDescriptor nothing(::open("/dev/null", O_WRONLY | O_CLOEXEC));
    try {
      made->process.emplace(WorkerStart{.command = {program_, "serve", run.string()},
                                        .environment = ownEnvironment(),
                                        .output = nothing.get(),
                                        .errors = made->errors.get()});
    } catch (const Error& error) {
      made->failure = error.message();
    }
    started.set_value();
  });
  started.get_future().wait();
  return server;
}

bool HostProcesses::hasEnded(Server& server) {
  const std::lock_guard lock(mutex_);
  return !server.process || server.process->ended();
}

void HostProcesses::serve(const fs::path& run, const GoOn& go_on) {
  reap();
  std::shared_ptr<Server> server;
  while (!isServed(run)) {
    if (server && hasEnded(*server)) {
      const std::string words = server->failure.empty() ? toUtf8(endOf(server->errors)) : server->failure;
      throw Error(ErrorCode::kFailedPrecondition, "serve_failed", "Nobody can answer for {run}: {words}",
                  {{"run", run.string()}, {"words", words.substr(words.rfind('\n') + 1)}});
    }
    const std::optional<LockHolder> holder = RunLock::holder(run);
    const bool is_trained = holder && !RunLock::isStale(*holder);  // it will answer itself
    if (!server && !is_trained) server = serverFor(run);
    throwIfNotWanted(go_on);
  }
}

}  // namespace gan
