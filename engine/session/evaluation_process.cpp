#include "session/evaluation_process.h"

#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <string_view>
#include <utility>

#include "core/atomic_file.h"
#include "core/error.h"
#include "core/file_descriptor.h"
#include "core/log.h"
#include "core/worker_process.h"
#include "tensor/compute_threads.h"

namespace gan {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::size_t kMostPrinted = std::size_t{1} << 20U;
constexpr int kLookMs = 50;  // for somebody who cancels
constexpr int kLowestPriority = 19;

/// What makes a process one of several ranks: this one is on its own.
constexpr std::array<std::string_view, 7> kOfRanks = {
    "RANK=", "WORLD_SIZE=", "LOCAL_RANK=", "LOCAL_WORLD_SIZE=", "OMPI_", "PMI", "SLURM_PROCID="};

std::vector<std::string> environmentOfOne() {
  std::vector<std::string> variables = ownEnvironment();
  std::erase_if(variables, [](const std::string& variable) {
    return std::ranges::any_of(kOfRanks, [&](std::string_view name) { return variable.starts_with(name); });
  });
  return variables;
}

/// The training comes first, for cores and for memory.
void giveWay(pid_t pid) {
  constexpr std::string_view kFirstToGo = "1000";
  const FileDescriptor file(::open(("/proc/" + std::to_string(pid) + "/oom_score_adj").c_str(), O_WRONLY | O_CLOEXEC));
  const bool told = file && ::write(file.get(), kFirstToGo.data(), kFirstToGo.size()) > 0;
  if (!told || ::setpriority(PRIO_PROCESS, static_cast<id_t>(pid), kLowestPriority) != 0) {
    log::warning("an evaluation's process could not be told to give way to the training");
  }
}

/// Reads until the end. False where somebody asks to stop, or it is too much.
bool readAll(const FileDescriptor& input, const std::stop_token& stop, std::string& text) {
  std::array<char, 4096> buffer{};
  while (!stop.stop_requested()) {
    pollfd waiting{.fd = input.get(), .events = POLLIN, .revents = 0};
    if (::poll(&waiting, 1, kLookMs) <= 0) continue;
    const ssize_t count = ::read(input.get(), buffer.data(), buffer.size());
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return true;
    if (text.size() + static_cast<std::size_t>(count) > kMostPrinted) return false;
    text.append(buffer.data(), static_cast<std::size_t>(count));
  }
  return false;
}

std::string lastLine(std::string text) {
  while (!text.empty() && text.back() == '\n') text.pop_back();
  const std::size_t begin = text.rfind('\n');
  return begin == std::string::npos ? text : text.substr(begin + 1);
}

}  // namespace

void EvaluationProcess::start(Task task) {
  thread_ = std::jthread([this, task = std::move(task)](const std::stop_token& stop) {
    pthread_setname_np(pthread_self(), "gan-evaluation");
    const Clock::time_point begin = Clock::now();
    Outcome outcome = run(task, stop);
    outcome.seconds = std::chrono::duration<double>(Clock::now() - begin).count();
    outcome_ = std::move(outcome);
    done_.store(true, std::memory_order_release);
  });
}

EvaluationProcess::Outcome EvaluationProcess::run(const Task& task, const std::stop_token& stop) {
  Outcome outcome;
  try {
    setOwnComputeThreads(1);  // a team of its own would change how long the training's threads wait
    task.prepare();
    std::array<int, 2> ends{};
    if (::pipe2(ends.data(), O_CLOEXEC) != 0) throwFileError("make a pipe for", task.command.front(), errno);
    const FileDescriptor input(ends[0]);
    FileDescriptor output(ends[1]);
    const FileDescriptor errors = openRegularFile(task.errors, O_WRONLY | O_CREAT | O_TRUNC);
    WorkerProcess process({.command = task.command,
                           .environment = environmentOfOne(),
                           .input = -1,
                           .output = output.get(),
                           .errors = errors.get()});
    output.close();
    giveWay(process.pid());
    std::string text;
    if (!readAll(input, stop, text)) return outcome;  // which kills it
    outcome.printed = lastLine(std::move(text));
    while (!outcome.status && !stop.stop_requested()) {
      outcome.status = process.ended();
      if (!outcome.status) std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
  } catch (const std::exception&) {
    outcome.not_started = std::current_exception();
  }
  return outcome;
}

std::optional<EvaluationProcess::Outcome> EvaluationProcess::take() {
  if (!done()) return std::nullopt;
  thread_.join();
  done_ = false;
  return std::exchange(outcome_, {});
}

void EvaluationProcess::cancel() {
  if (!thread_.joinable()) return;
  thread_.request_stop();
  thread_.join();
  done_ = false;
  outcome_ = {};
}

}  // namespace gan
