#include "protocol/job_step.h"

#include <poll.h>

#include <algorithm>
#include <chrono>
#include <thread>

#include "core/error.h"
#include "protocol/utf8.h"
#include "run/lock.h"

namespace gan {
namespace {

/// Slurm's controller may be busy, and a node may have to load the program over a network.
constexpr std::chrono::seconds kStepPatience(60);

/// The last thing that was said, as one line.
std::string lastWords(const ChildStream& step) {
  std::string words = toUtf8(step.said());
  while (!words.empty() && words.back() == '\n') words.pop_back();
  words = words.substr(words.rfind('\n') + 1);
  return words.substr(0, 300);
}

[[noreturn]] void throwStepFailed(const EngineJob& job, const std::filesystem::path& run, const std::string& reason) {
  throw Error(ErrorCode::kUnavailable, "slurm_step_failed",
              "The engine of {path} runs on {host} in the Slurm job {job}, but a step beside it that leads there did "
              "not begin: {reason}",
              {{"path", run.string()}, {"host", job.host}, {"job", job.id}, {"reason", reason}});
}

}  // namespace

std::optional<EngineJob> jobOf(const std::filesystem::path& run, const Endpoint& endpoint) {
  const std::optional<LockHolder> holder = RunLock::holder(run);
  if (!holder || holder->job_id.empty() || holder->host != endpoint.host) return std::nullopt;
  const bool is_number = std::ranges::all_of(holder->job_id, [](char c) { return c >= '0' && c <= '9'; });
  if (!is_number || holder->host.starts_with('-')) return std::nullopt;
  return EngineJob{holder->job_id, holder->host};
}

std::vector<std::string> jobStepCommand(const EngineJob& job, const std::string& program,
                                        const std::filesystem::path& run) {
  // A node is known to Slurm by the first part of its name. Without --unbuffered, Slurm passes on whole lines only.
  return {"srun",         "--jobid=" + job.id,
          "--overlap",    "--nodes=1",
          "--ntasks=1",   "--nodelist=" + job.host.substr(0, job.host.find('.')),
          "--unbuffered", "--quiet",
          program,        "connect",
          "--here",       std::filesystem::absolute(run).string()};
}

std::unique_ptr<ChildStream> openJobStep(const EngineJob& job, const std::filesystem::path& run,
                                         const Patience& patience) {
  using Clock = std::chrono::steady_clock;
  std::unique_ptr<ChildStream> step;
  try {
    const std::string program = std::filesystem::read_symlink("/proc/self/exe").string();
    step = std::make_unique<ChildStream>(ChildStream::Start{.command = jobStepCommand(job, program, run)});
  } catch (const Error& error) {
    throwStepFailed(job, run, error.message());
  }
  const auto until = std::max(patience.until, Clock::now() + kStepPatience);
  while (true) {
    pollfd end{step->descriptor(), POLLIN, 0};
    ::poll(&end, 1, 50);
    throwIfClosed(patience.stop);
    switch (greetingOf(*step)) {
      case Greeting::kSpeaks:
        return step;
      case Greeting::kNoise:
        throwStepFailed(job, run, noiseOf(*step));
      case Greeting::kEnd:
        if (const auto status = step->ended()) {
          const std::string words = lastWords(*step);
          throwStepFailed(job, run, words.empty() ? "srun: " + std::to_string(*status) : words);
        }
        std::this_thread::sleep_for(std::chrono::milliseconds(5));  // the stream ends a moment before the process
        break;
      case Greeting::kNone:
        break;
    }
    if (Clock::now() >= until) throwStepFailed(job, run, "nothing came from it for a minute");
  }
}

}  // namespace gan
