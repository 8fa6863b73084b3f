#include "service/sampler_host.h"

#include <poll.h>
#include <pthread.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <array>
#include <utility>

#include "config/yaml.h"
#include "core/error.h"
#include "core/log.h"
#include "core/units.h"
#include "protocol/sampler_frames.h"
#include "protocol/status.h"
#include "service/sampler_memory.h"

namespace gan {
namespace {

namespace v1 = ganstudio::v1;

constexpr int kAttempts = 2;                        // whoever killed the process once is not asked for a third one
constexpr std::chrono::minutes kLongestTask(10);    // a stopped process says nothing
constexpr std::chrono::seconds kWakeInterval(60);   // nothing needs it: wake() comes before
constexpr std::chrono::milliseconds kAskAgain(50);  // for weights that are on their way

Error endingError() {
  return {ErrorCode::kUnavailable, "engine_ending", "The engine of this run is ending. Connect again when it is back."};
}

/// Throws Error(kInternal, "sampler_pictures_missing") unless there is one picture for each that was asked for.
void requireAllPictures(const v1::SamplerTask& task, const v1::SamplerAnswer& answer) {
  const int wanted = task.has_generate() ? task.generate().points_size() : static_cast<int>(task.interpolate().count());
  if (answer.pictures_size() == wanted) return;
  throw Error(ErrorCode::kInternal, "sampler_pictures_missing",
              "The process that makes pictures was asked for {wanted} at once and has sent {found}. Look whether it is "
              "of the same version as the engine.",
              {{"wanted", std::to_string(wanted)}, {"found", std::to_string(answer.pictures_size())}});
}

}  // namespace

SamplerHost::SamplerHost(const RunFolder& folder, CommandSink* journal, const std::filesystem::path& place,
                         SamplerOptions options)
    : folder_(folder),
      journal_(journal),
      options_(std::move(options)),
      wake_(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)),
      weights_(folder, journal, place, [this] { wake(); }),
      thread_([this] { loop(); }) {}

SamplerHost::~SamplerHost() {
  {
    const std::lock_guard lock(mutex_);
    ending_ = true;
  }
  wake();
  thread_.join();
}

void SamplerHost::submit(std::optional<std::int64_t> step, v1::SamplerTask task, Answer answer) {
  {
    const std::lock_guard lock(mutex_);
    jobs_.push_back({step, std::move(task), std::move(answer)});
  }
  wake();
}

std::optional<SamplerLoadMeasured> SamplerHost::load() {
  const std::lock_guard lock(mutex_);
  if (process_ == nullptr) return std::nullopt;
  return process_->measure();
}

void SamplerHost::loop() {
  ::pthread_setname_np(::pthread_self(), "gan-sampler");
  while (std::optional<Job> job = next()) {
    perform(*job);
    weights_.tidy();
  }
  stop();
  const std::lock_guard lock(mutex_);
  v1::SamplerAnswer nothing;
  for (Job& job : jobs_) job.answer(nothing, std::make_exception_ptr(endingError()));
  jobs_.clear();
}

std::optional<SamplerHost::Job> SamplerHost::next() {
  const auto idle_at = Clock::now() + options_.idle;
  while (true) {
    {
      const std::lock_guard lock(mutex_);
      if (ending_) return std::nullopt;
      if (!jobs_.empty()) {
        Job job = std::move(jobs_.front());
        jobs_.pop_front();
        return job;
      }
    }
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(idle_at - Clock::now());
    if (process_ == nullptr) {
      wait(-1, kWakeInterval);
    } else if (left <= std::chrono::milliseconds(0)) {
      stop();
    } else if (wait(process_->socket(), left)) {
      lost();  // it says nothing unasked
    }
  }
}

void SamplerHost::perform(Job& job) {
  v1::SamplerAnswer answer;
  std::exception_ptr failure;
  try {
    const WeightsPlace place = waitForWeights(job.step);
    job.task.set_weights(place.file.string());
    job.task.set_step(place.step);
    job.task.set_config_yaml(modelYaml(folder_.config()));
    answer = ask(job.task);
    if (answer.has_error()) throw errorFrom(answer.error());
    requireAllPictures(job.task, answer);
  } catch (const std::exception&) {
    failure = std::current_exception();
  }
  job.answer(answer, failure);
}

WeightsPlace SamplerHost::waitForWeights(std::optional<std::int64_t> step) {
  while (true) {
    if (const auto place = weights_.find(step)) return *place;
    if (ending()) throw endingError();
    wait(-1, kAskAgain);
  }
}

v1::SamplerAnswer SamplerHost::ask(const v1::SamplerTask& task) {
  for (int attempt = 0; attempt < kAttempts; ++attempt) {
    if (process_ == nullptr) start(task.weights());
    v1::SamplerAnswer answer;
    if (writeFrame(process_->socket(), task) && receive(answer)) return answer;
    if (ending()) throw endingError();
    lost();
  }
  throw Error(ErrorCode::kUnavailable, "sampler_lost",
              "The process that makes pictures was ended twice from outside. Look whether the host has memory left, "
              "and ask again.");
}

bool SamplerHost::receive(v1::SamplerAnswer& answer) {
  const auto until = Clock::now() + kLongestTask;
  while (!wait(process_->socket(), kWakeInterval)) {
    if (ending() || Clock::now() >= until) return false;
  }
  return readFrame(process_->socket(), answer);
}

void SamplerHost::start(const std::filesystem::path& weights) {
  if (options_.command.empty()) {
    throw Error(ErrorCode::kUnsupported, "sampler_missing", "This engine makes no pictures for clients.");
  }
  const std::uint64_t need =
      options_.memory_bytes > 0 ? options_.memory_bytes : samplerNeed(std::filesystem::file_size(weights));
  requireMemory(need, memoryLeft());
  auto process = std::make_unique<SamplerProcess>(options_.command);
  tell(Severity::kInfo, {"sampler_started",
                         "process {pid} makes pictures for who asks, and ends after {time} without a request",
                         {{"pid", std::to_string(process->pid())},
                          {"time", formatDuration(std::chrono::duration<double>(options_.idle))}}});
  const std::lock_guard lock(mutex_);
  process_ = std::move(process);
}

void SamplerHost::stop() {
  std::unique_ptr<SamplerProcess> process;
  {
    const std::lock_guard lock(mutex_);
    process.swap(process_);
  }
  if (process == nullptr || ending()) return;
  tell(Severity::kInfo, {"sampler_ended",
                         "process {pid}, which made pictures, has ended: nobody asks for any",
                         {{"pid", std::to_string(process->pid())}}});
}

void SamplerHost::lost() {
  std::unique_ptr<SamplerProcess> process;
  {
    const std::lock_guard lock(mutex_);
    process.swap(process_);
  }
  const std::string how = process->ended();
  tell(Severity::kWarning, {"sampler_lost",
                            "process {pid}, which made pictures, was ended from outside ({how}); the next request "
                            "starts another one",
                            {{"pid", std::to_string(process->pid())}, {"how", how}}});
}

void SamplerHost::tell(Severity severity, const Message& message) {
  severity == Severity::kInfo ? log::info(message.english()) : log::warning(message.english());
  if (journal_ != nullptr) journal_->report(Alert{severity, "sampler", message, {}});
}

bool SamplerHost::wait(int socket, std::chrono::milliseconds time) {
  std::array<pollfd, 2> ends{{{wake_.get(), POLLIN, 0}, {socket, POLLIN, 0}}};  // a negative one is passed over
  ::poll(ends.data(), ends.size(), static_cast<int>(time.count()));
  std::uint64_t count = 0;
  [[maybe_unused]] const ssize_t cleared = ::read(wake_.get(), &count, sizeof(count));
  return ends[1].revents != 0;
}

void SamplerHost::wake() {
  const std::uint64_t one = 1;
  [[maybe_unused]] const ssize_t written = ::write(wake_.get(), &one, sizeof(one));
}

bool SamplerHost::ending() {
  const std::lock_guard lock(mutex_);
  return ending_;
}

}  // namespace gan
