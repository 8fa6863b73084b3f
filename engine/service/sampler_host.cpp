#include "service/sampler_host.h"

#include <poll.h>
#include <pthread.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <filesystem>
#include <iterator>
#include <system_error>
#include <utility>

#include "config/nearest_measure.h"
#include "config/sample_point.h"
#include "config/yaml.h"
#include "core/atomic_file.h"
#include "core/error.h"
#include "core/log.h"
#include "core/units.h"
#include "protocol/sampler_frames.h"
#include "protocol/status.h"
#include "run/memory_room.h"
#include "service/sampler_memory.h"

namespace gan {
namespace {

namespace v1 = ganstudio::v1;

constexpr int kAttempts = 2;                        // whoever killed the process once is not asked for a third one
constexpr std::chrono::seconds kWakeInterval(60);   // nothing needs it: wake() comes before
constexpr std::chrono::milliseconds kAskAgain(50);  // for weights that are on their way
constexpr std::chrono::seconds kSheetsRest(2);      // since somebody was answered

Error endingError() {
  return {ErrorCode::kUnavailable, "engine_ending", "The engine of this run is ending. Connect again when it is back."};
}

Error checkpointLateError(std::chrono::milliseconds patience) {
  return {ErrorCode::kUnavailable,
          "weights_late",
          "The weights of the checkpoint could not be read within {time}: its disk does not answer in time. Ask again "
          "later.",
          {{"time", formatDuration(std::chrono::duration<double>(patience))}}};
}

Error weightsLateError(std::chrono::milliseconds patience) {
  return {ErrorCode::kUnavailable,
          "weights_late",
          "The training has not handed out its newest generator within {time}: an iteration takes longer, or its disk "
          "does not answer. Ask again later, or for the step of a checkpoint.",
          {{"time", formatDuration(std::chrono::duration<double>(patience))}}};
}

/// Throws Error(kInternal, "sampler_answer_missing") unless what was asked for is there, and "sampler_pictures_missing"
/// unless there is one picture for each that was.
void requireWhatWasAsked(const v1::SamplerTask& task, const v1::SamplerAnswer& answer) {
  const bool lacks = (task.has_describe() && !answer.has_latents()) ||
                     (task.has_project() && !answer.has_projection()) ||
                     (task.has_nearest() && !answer.has_nearest()) || (task.has_sheet() && !answer.has_sheet());
  if (lacks) {
    throw Error(
        ErrorCode::kInternal, "sampler_answer_missing",
        "The process that makes pictures has answered with something else than it was asked for. Look whether it "
        "is of the same version as the engine.");
  }
  const int wanted = task.has_generate() ? task.generate().points_size() : static_cast<int>(task.interpolate().count());
  if (answer.pictures_size() == wanted) return;
  throw Error(ErrorCode::kInternal, "sampler_pictures_missing",
              "The process that makes pictures was asked for {wanted} at once and has sent {found}. Look whether it is "
              "of the same version as the engine.",
              {{"wanted", std::to_string(wanted)}, {"found", std::to_string(answer.pictures_size())}});
}

/// Whether a batch of pictures is made for other statistics than those that training kept.
bool takesStatistics(const v1::SamplerTask& task) {
  const auto takes = [](const std::string& point) {
    return samplePointFromText(point).statistics != StatisticsMode::kRunning;
  };
  if (task.has_project()) return !task.project().start().empty() && takes(task.project().start());
  if (task.has_nearest()) return task.nearest().has_point() && takes(task.nearest().point());
  if (task.has_sheet()) return task.sheet().alike().statistics() != "running";
  const auto& points = task.has_generate() ? task.generate().points() : task.interpolate().keyframes();
  return std::any_of(points.begin(), points.end(), takes);
}

/// The file, or where it is held if the run has removed it. Throws Error(kNotFound, "weights_gone").
std::string presentFile(const std::filesystem::path& file, const std::filesystem::path& held) {
  std::error_code none;
  if (file.empty() || std::filesystem::exists(file, none)) return file.string();
  if (!held.empty() && std::filesystem::exists(held, none)) return held.string();
  throw Error(
      ErrorCode::kNotFound, "weights_gone",
      "{file} has gone while pictures of it were made: the run keeps that checkpoint no longer. Ask for another "
      "step.",
      {{"file", file.string()}});
}

std::uint64_t bytesOfWeights(const std::string& file) {
  std::error_code gone;
  const std::uintmax_t bytes = std::filesystem::file_size(file, gone);
  if (gone) throwFileError("read", file, gone.value());
  return bytes;
}

/// A search compares a discriminator's features, too.
WantedWeights wantedFor(const v1::SamplerTask& task) {
  return task.has_project() ? WantedWeights::kBoth : WantedWeights::kGenerator;
}

FileDescriptor wakeDescriptor() {
  FileDescriptor wake(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK));
  if (!wake) throwFileError("open", "an eventfd", errno);
  return wake;
}

}  // namespace

SamplerHost::SamplerHost(const RunFolder& folder, CommandSink* journal, const std::filesystem::path& place,
                         SamplerOptions options)
    : folder_(folder),
      journal_(journal),
      options_(std::move(options)),
      wake_(wakeDescriptor()),
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

void SamplerHost::submit(SamplerPiece piece) {
  {
    const std::lock_guard lock(mutex_);
    std::erase_if(coming_, [](const Waiting& waiting) { return !waiting.piece.wanted(); });
    coming_.push_back({std::move(piece), Clock::now() + options_.weights_patience});
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
  while (std::optional<SamplerPiece> piece = next()) perform(*piece);
  stop();
  const std::lock_guard lock(mutex_);
  std::ranges::move(coming_, std::back_inserter(waiting_));
  coming_.clear();
  v1::SamplerAnswer nothing;
  for (Waiting& one : waiting_) one.piece.answer(nothing, std::make_exception_ptr(endingError()));
  waiting_.clear();
}

std::optional<SamplerPiece> SamplerHost::next() {
  auto idle_at = Clock::now() + options_.idle;
  while (true) {
    {
      const std::lock_guard lock(mutex_);
      if (ending_) return std::nullopt;
      std::ranges::move(coming_, std::back_inserter(waiting_));
      coming_.clear();
    }
    if (std::optional<SamplerPiece> ready = takeReady()) return ready;
    if (!waiting_.empty()) idle_at = Clock::now() + options_.idle;
    const std::chrono::milliseconds rest = waiting_.empty() ? kWakeInterval : kAskAgain;
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(idle_at - Clock::now());
    if (process_ == nullptr) {
      wait(-1, rest);
    } else if (left <= std::chrono::milliseconds(0)) {
      stop();
    } else if (wait(process_->socket(), std::min(left, rest))) {
      lost();  // it says nothing unasked
    }
  }
}

std::optional<SamplerPiece> SamplerHost::takeReady() {
  std::erase_if(waiting_, [](const Waiting& waiting) { return !waiting.piece.wanted(); });
  for (auto at = waiting_.begin(); at != waiting_.end();) {
    if (at->piece.task.has_sheet() && Clock::now() < sheets_from_) {
      at->give_up_at = Clock::now() + options_.weights_patience;
      ++at;
      continue;
    }
    HeldWeights& weights = (*at->piece.weights)[at->piece.step];
    std::exception_ptr failure;
    try {
      if (weights == nullptr) weights = weights_.find(at->piece.step, wantedFor(at->piece.task));
      if (weights == nullptr && Clock::now() >= at->give_up_at) {
        const bool of_checkpoint = at->piece.step || journal_ == nullptr;
        throw(of_checkpoint ? checkpointLateError : weightsLateError)(options_.weights_patience);
      }
    } catch (const std::exception&) {
      failure = std::current_exception();
    }
    if (weights == nullptr && !failure) {
      ++at;
      continue;
    }
    SamplerPiece piece = std::move(at->piece);
    at = waiting_.erase(at);
    if (!failure) return piece;
    v1::SamplerAnswer nothing;
    piece.answer(nothing, failure);
  }
  return std::nullopt;
}

void SamplerHost::perform(SamplerPiece& piece) {
  v1::SamplerAnswer answer;
  std::exception_ptr failure;
  try {
    const HeldWeights& weights = piece.weights->at(piece.step);
    piece.task.set_weights(presentFile(weights->file, weights->held));
    piece.task.set_step(weights->step);
    piece.task.set_kept(weights->kept);
    piece.task.set_config_yaml(piece.task.has_nearest() ? toYaml(folder_.config()) : modelYaml(folder_.config()));
    if (piece.task.has_project()) {
      piece.task.set_discriminator(presentFile(weights->discriminator, weights->held_discriminator));
    }
    if (piece.task.has_nearest()) piece.task.set_data_fingerprint(folder_.manifest().data_fingerprint);
    answer = ask(piece.task);
    if (answer.has_error()) throw errorFrom(answer.error());
    requireWhatWasAsked(piece.task, answer);
  } catch (const std::exception&) {
    failure = std::current_exception();
  }
  if (!piece.task.has_sheet()) sheets_from_ = Clock::now() + kSheetsRest;
  piece.answer(answer, failure);
}

v1::SamplerAnswer SamplerHost::ask(const v1::SamplerTask& task) {
  std::string how;
  for (int attempt = 0; attempt < kAttempts; ++attempt) {
    requireRoomFor(task);
    if (process_ == nullptr) start();
    v1::SamplerAnswer answer;
    try {
      if (writeFrame(process_->socket(), task) && receive(answer)) return answer;
    } catch (const Error&) {
      lost();  // what it may say later would be taken for the answer to something else
      throw;
    }
    if (ending()) throw endingError();
    how = lost();
  }
  throw Error(ErrorCode::kUnavailable, "sampler_lost",
              "The process that makes pictures has ended twice over these pictures ({how}). Look whether the host has "
              "memory left and what engine.log says, and ask again.",
              {{"how", how}});
}

bool SamplerHost::receive(v1::SamplerAnswer& answer) {
  const auto until = Clock::now() + options_.task_patience;
  const auto left = [until] { return std::chrono::ceil<std::chrono::milliseconds>(until - Clock::now()); };
  while (!wait(process_->socket(), std::max(left(), std::chrono::milliseconds(0)))) {
    if (ending()) return false;
    if (left() <= std::chrono::milliseconds(0)) {
      throw Error(ErrorCode::kUnavailable, "sampler_silent",
                  "The process that makes pictures did not answer for {time} and was ended. Ask for smaller pieces, or "
                  "for running statistics.",
                  {{"time", formatDuration(std::chrono::duration<double>(options_.task_patience))}});
    }
  }
  return readFrame(process_->socket(), answer);
}

void SamplerHost::requireRoomFor(const v1::SamplerTask& task) {
  std::uint64_t need = 0;
  if (process_ == nullptr) {
    need = options_.memory_bytes > 0 ? options_.memory_bytes : samplerNeed(bytesOfWeights(task.weights()));
  }
  if (options_.memory_bytes == 0 && takesStatistics(task)) need += statisticsNeed(folder_.config());
  const bool begins = task.search().empty() || process_ == nullptr;  // what a later piece needs is held already
  if (options_.memory_bytes == 0 && task.has_project() && begins) {
    need += projectionNeed(folder_.config());
    if (!task.discriminator().empty()) need += 2 * bytesOfWeights(task.discriminator());
  }
  if (options_.memory_bytes == 0 && task.nearest().by() == nameOf(NearestMeasure::kFeatures) && begins) {
    need += featuresNeed(folder_.config());
  }
  if (options_.memory_bytes == 0 && task.has_sheet() && begins) {
    need += sheetNeed(bytesOfWeights(task.weights()), folder_.config());
  }
  if (need > 0) requireMemory(need, memoryRoom().left_bytes);
}

void SamplerHost::start() {
  if (options_.command.empty()) {
    throw Error(ErrorCode::kUnsupported, "sampler_missing", "This engine makes no pictures for clients.");
  }
  auto process = std::make_unique<SamplerProcess>(options_.command);
  tell(Severity::kInfo, {"sampler_started",
                         "process {pid} makes pictures for who asks, and ends after {time} without a request",
                         {{"pid", std::to_string(process->pid())},
                          {"time", formatDuration(std::chrono::duration<double>(options_.idle))}}});
  if (options_.advice && !std::exchange(advised_, true)) tell(Severity::kInfo, *options_.advice);
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

std::string SamplerHost::lost() {
  std::unique_ptr<SamplerProcess> process;
  {
    const std::lock_guard lock(mutex_);
    process.swap(process_);
  }
  std::string how = process->ended();
  ++losses_;
  tell(Severity::kWarning,
       {"sampler_lost",
        "process {pid}, which made pictures, has ended before its time ({how}); the next request starts another one",
        {{"pid", std::to_string(process->pid())}, {"how", how}}});
  return how;
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
