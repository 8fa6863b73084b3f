#include "run_training.h"

#include <cstdlib>
#include <memory>

#include "core/error.h"
#include "core/host_name.h"
#include "core/log.h"
#include "core/message.h"
#include "core/progress_monitor.h"
#include "core/units.h"
#include "cuda/loader.h"
#include "cuda/nccl_backend.h"
#include "device.h"
#include "launch/network_address.h"
#include "launch/slurm_client.h"
#include "progress_bar.h"
#include "run/journal.h"
#include "run/lock.h"
#include "run/rank_reports.h"
#include "run/run_reader.h"
#include "run/training_end.h"
#include "service/run_service.h"

namespace gan::app {
namespace {

ExitCode exitCode(Outcome outcome) {
  switch (outcome) {
    case Outcome::kFinished:
      return ExitCode::kDone;
    case Outcome::kStopped:
      return ExitCode::kStopped;
    case Outcome::kDiverged:
      return ExitCode::kDiverged;
  }
  return ExitCode::kFailed;
}

/// why: of a training that diverged.
std::string sentence(Outcome outcome, const std::string& run, const std::string& checkpoint, const Message& why) {
  switch (outcome) {
    case Outcome::kFinished:
      return "Finished. The run is in " + run + ", its last checkpoint is " + checkpoint + ".";
    case Outcome::kStopped:
      return "Stopped; checkpoint " + checkpoint + " is written. Go on with: gan-engine resume " + run;
    case Outcome::kDiverged:
      return "Diverged: " + why.english() + ". " +
             (checkpoint.empty()
                  ? "There is no good checkpoint: start again with lower learning rates."
                  : "The last good checkpoint is " + checkpoint + ". Go on from there with: gan-engine resume " + run);
  }
  return {};
}

/// Empty where no network has made a picture yet: that of real images is not one.
std::filesystem::path newestSample(const RunFolder& folder) {
  std::filesystem::path newest;
  for (const auto& file : std::filesystem::directory_iterator(folder.samples())) {
    const bool picture = file.path().extension() == ".png" && file.path().stem() != "real";
    if (picture && (newest.empty() || std::filesystem::last_write_time(newest) <= file.last_write_time()))
      newest = file.path();
  }
  return newest;
}

std::string name(Outcome outcome) {
  switch (outcome) {
    case Outcome::kFinished:
      return "finished";
    case Outcome::kStopped:
      return "stopped";
    case Outcome::kDiverged:
      return "diverged";
  }
  return {};
}

/// While it lives, what this rank logs reaches the run's journal by way of rank 0.
class ReportToRankZero {
 public:
  ReportToRankZero(const RunFolder& folder, const Ranks& ranks, const std::string& device)
      : writer_(folder, ranks.world().rank, hostName()) {
    writer_.report(
        Severity::kInfo,
        {"rank_started", "trains as {place} on {device}", {{"place", ranks.describe()}, {"device", device}}});
    log::setListener([this](log::Level level, std::string_view line) {
      writer_.report(severity(level), {"", std::string(line), {}});
    });
  }
  ~ReportToRankZero() { log::setListener({}); }
  ReportToRankZero(const ReportToRankZero&) = delete;
  ReportToRankZero& operator=(const ReportToRankZero&) = delete;

  /// What ends this rank. That another one is gone, or what ended rank 0, is no news.
  void failed(const std::exception& error) {
    if (dynamic_cast<const RankZeroError*>(&error) != nullptr) return;
    const auto* known = dynamic_cast<const Error*>(&error);
    if (known != nullptr && known->code() == ErrorCode::kPeerLost) return;
    writer_.report(Severity::kError, messageOf(error));
  }

 private:
  static Severity severity(log::Level level) {
    if (level == log::Level::kError) return Severity::kError;
    return level == log::Level::kWarning ? Severity::kWarning : Severity::kInfo;
  }

  RankReportWriter writer_;
};

/// A rank other than 0. Once all have agreed on how it ends, the exit code is rank 0's to tell: srun, for one, may take
/// the others' as a reason to kill rank 0 before it has put the job back into the queue.
Result follow(const RunFolder& folder, SessionOptions options, StopSignal& signal, Ranks& ranks) {
  ReportToRankZero reports(folder, ranks, options.device);
  std::unique_ptr<Session> session;
  ProgressMonitor beginning;
  options.beginning = &beginning;
  const StopSignal::Silence silence(signal);  // nobody may be told once these are gone
  signal.tell([&beginning] { beginning.cancel(); });
  Outcome outcome = Outcome::kFinished;
  try {
    session = std::make_unique<Session>(folder, nullptr, std::move(options), ranks);
    if (session->start()) {
      signal.tell([&session] { session->requestStop(); });
      outcome = session->run({});
    }
  } catch (const std::exception& error) {
    reports.failed(error);
    throw;
  }
  Result result;
  result.text = "Process " + ranks.describe() + ": " + name(outcome) + " at step " + formatCount(session->step()) + ".";
  result.facts = {{"run", folder.path().string()},
                  {"step", session->step()},
                  {"rank", ranks.world().rank},
                  {"outcome", name(outcome)}};
  return result;
}

bool jobHasEnded(const LockHolder& holder) { return slurmJobHasEnded(holder.job_id, holder.job_cluster); }

/// Why a run was not trained that was to go on.
Message nothingLeft(const RunFolder& folder, std::int64_t step, std::int64_t wished) {
  const std::int64_t before = newestTrainingEnd(journalSoFar(folder.journal()));
  const std::vector<ErrorArgument> arguments{{"run", folder.path().string()},
                                             {"step", formatCount(step)},
                                             {"wished", formatCount(wished)},
                                             {"before", formatCount(before)},
                                             {"option", std::to_string(before)}};
  if (wished > 0 && wished <= step) {
    return {"run_past_steps",
            "Nothing was trained: {run} stands at step {step} already, and --steps asks for {wished} in all. To train "
            "it further: `gan-engine resume {run} --steps N`, with N above {step}.",
            arguments};
  }
  if (before > step) {
    return {"run_past_own_end",
            "Nothing was trained: {run} has reached its own end, at step {step}. It was last to be trained up to step "
            "{before} and has not come so far: `gan-engine resume {run} --steps {option}` goes on to there.",
            arguments};
  }
  return {"run_finished_already",
          "Nothing was trained: {run} is at its end already, at step {step}. To train it further: `gan-engine resume "
          "{run} --steps N`, with N above {step}.",
          arguments};
}

Result resultOf(const RunFolder& folder, const Session& session, Outcome outcome, const Message& why) {
  const std::filesystem::path sample = newestSample(folder);
  Result result;
  result.code = exitCode(outcome);
  result.text = sentence(outcome, folder.path().string(), session.lastCheckpoint(), why);
  if (!sample.empty()) result.text += "\nNewest picture: " + sample.string();
  result.facts = {{"run", folder.path().string()},
                  {"step", session.step()},
                  {"checkpoint", session.lastCheckpoint()},
                  {"sample", sample.string()},
                  {"outcome", name(outcome)}};
  return result;
}

struct Training {
  Result result;
  bool stop_requested = false;  ///< By a signal to any of the processes.
};

Training trainLocked(const RunFolder& folder, SessionOptions options, const ServeOptions& serve, StopSignal& signal,
                     Ranks& ranks) {
  RunLock lock(folder.path(), kLockSilenceLimit, jobHasEnded);
  lock.keepAlive();
  log::setFile(folder.engineLog());
  for (std::size_t rank = 0; rank < ranks.devices().size(); ++rank) {
    log::info("rank " + std::to_string(rank) + " computes on " + ranks.devices()[rank]);
  }
  std::unique_ptr<Session> session;
  ProgressMonitor beginning;
  options.beginning = &beginning;
  const StopSignal::Silence silence(signal);  // nobody may be told once these are gone
  signal.tell([&beginning] { beginning.cancel(); });
  const std::int64_t wished_steps = options.stop_at_step;
  session = std::make_unique<Session>(folder, &lock, std::move(options), ranks);
  if (!session->start()) {
    log::setFile({});
    Result result = resultOf(folder, *session, Outcome::kFinished, {});
    const Message why = nothingLeft(folder, session->step(), wished_steps);
    result.text = why.english();
    result.facts["message"] = messageFacts(why);
    return {std::move(result)};
  }
  signal.tell([&session] { session->requestStop(); });

  Outcome outcome = Outcome::kFinished;
  Message why;
  {
    RunReader reader(folder);
    const std::string program = std::filesystem::read_symlink("/proc/self/exe").string();
    RunServer server(reader, session.get(),
                     {.listen = serve.listen,
                      .sampler_program = program,
                      .export_program = program,
                      .trains_on_gpu = ranks.devices().front().starts_with("cuda")});
    log::info("run " + folder.path().string() + ", served at " + server.unixSocket() +
              (server.tcpAddress().empty() ? "" : " and " + server.tcpAddress()));
    ProgressBar bar;
    outcome = session->run([&bar](const SessionProgress& progress) { bar.show(progress); });
    reader.refresh();
    why = reader.summary().status_reason;
    server.finishSheets([&session] { return !session->stopRequested(); });
  }
  log::setFile({});
  return {resultOf(folder, *session, outcome, why), session->stopRequested()};
}

/// Waits until every process has come this far, unless Slurm or a failure has ended one that had.
void takeLeave(Ranks& ranks) {
  try {
    ranks.any(false);
  } catch (const Error& error) {
    if (error.code() != ErrorCode::kPeerLost) throw;
  }
}

}  // namespace

void addServeOptions(CLI::App& command, ServeOptions& options) {
  command.add_option("--listen", options.listen, "Also serve clients of other machines at HOST:PORT, over TLS");
  command.add_flag_callback(
      "--requeue", [&options] { options.after_signal = AfterSignal::kRequeue; },
      "In a Slurm job that a signal tells to stop: put the job back into the queue once the checkpoint is written");
}

std::function<bool()> givenUp(const StopSignal& signal, const ServeOptions& serve) {
  if (serve.after_signal == AfterSignal::kRequeue) return {};
  return [&signal] { return signal.asked(); };
}

Result runTraining(const RunFolder& folder, SessionOptions options, const ServeOptions& serve, StopSignal& signal) {
  Ranks alone;
  return runTraining(folder, std::move(options), serve, signal, alone);
}

Result runTraining(const RunFolder& folder, SessionOptions options, const ServeOptions& serve, StopSignal& signal,
                   Ranks& ranks) {
  options.evaluation_program = {std::filesystem::read_symlink("/proc/self/exe").string(), "evaluate"};
  // `srun --kill-on-bad-exit` ends all processes as soon as one has ended with another code than 0, and rank 0 has a
  // checkpoint to write and the queue to speak to: nobody leaves before it.
  if (!ranks.leads()) {
    Result result = follow(folder, std::move(options), signal, ranks);
    ranks.any(false);
    takeLeave(ranks);
    return result;
  }
  auto [result, stop_requested] = trainLocked(folder, std::move(options), serve, signal, ranks);
  ranks.any(false);
  // Last of all: Slurm ends the job's processes as soon as it takes the job back.
  if (result.code == ExitCode::kStopped && stop_requested && serve.after_signal == AfterSignal::kRequeue) {
    requeueThisJob(result);
  }
  takeLeave(ranks);
  return result;
}

}  // namespace gan::app
