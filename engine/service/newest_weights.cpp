#include "service/newest_weights.h"

#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <exception>
#include <mutex>
#include <string>
#include <system_error>
#include <utility>

#include "core/log.h"
#include "core/reason_of.h"
#include "run/checkpoint_store.h"

namespace gan {
namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

constexpr const char* kPrefix = "generator-";
// Training is not asked more often, nor for more than a twentieth of its time.
constexpr std::chrono::milliseconds kShortestInterval(300);
constexpr int kShareOfTime = 20;

void removeFile(const fs::path& file) {
  std::error_code ignored;
  fs::remove(file, ignored);
}

HeldWeights temporaryWeights(const fs::path& file, std::int64_t step) {
  return {new WeightsPlace{file, step}, [](const WeightsPlace* place) {
            removeFile(place->file);
            delete place;
          }};
}

/// "generator-PID-NUMBER.safetensors" of a process that is gone.
bool isLeftOver(const fs::path& file) {
  const std::string name = file.filename().string();
  if (!name.starts_with(kPrefix)) return false;
  const int pid = std::atoi(name.c_str() + std::string(kPrefix).size());
  return pid > 0 && pid != ::getpid() && ::kill(pid, 0) != 0 && errno == ESRCH;
}

}  // namespace

struct NewestWeights::State {
  std::mutex mutex;
  std::function<void()> changed;  ///< Empty once nobody is interested.
  bool asked = false;             ///< And not answered.
  Clock::time_point asked_at;
  Clock::time_point ask_again_at;
  std::exception_ptr failure;
  bool failure_told = false;
  HeldWeights newest;
  std::int32_t segment_of_newest = 0;  ///< After a roll back a step comes again with other weights.
  int number = 0;

  void answered(const fs::path& file, const std::exception_ptr& why_not, std::int64_t step, std::int32_t segment) {
    const std::lock_guard lock(mutex);
    asked = false;
    const auto now = Clock::now();
    ask_again_at = now + std::max<Clock::duration>(kShortestInterval, kShareOfTime * (now - asked_at));
    if (!changed) return removeFile(file);
    failure = why_not;
    if (why_not) {
      removeFile(file);
      if (newest && !std::exchange(failure_told, true)) {
        log::warning("clients see the generator of step " + std::to_string(newest->step) +
                     " until a newer one can be written: " + reasonOf(why_not));
      }
    } else if (newest && newest->step == step && segment_of_newest == segment) {
      removeFile(file);  // a paused run's are the same
    } else {
      newest = temporaryWeights(file, step);
      segment_of_newest = segment;
      failure_told = false;
    }
    changed();
  }
};

NewestWeights::NewestWeights(const RunFolder& folder, CommandSink* live, fs::path place,
                             const std::function<void()>& changed)
    : folder_(folder), live_(live), place_(std::move(place)), state_(std::make_shared<State>()) {
  state_->changed = changed;
  std::error_code ignored;
  for (const auto& entry : fs::directory_iterator(place_, ignored)) {
    if (isLeftOver(entry.path())) removeFile(entry.path());
  }
}

NewestWeights::~NewestWeights() {
  const std::lock_guard lock(state_->mutex);
  state_->changed = nullptr;
  state_->newest = nullptr;
}

HeldWeights NewestWeights::find(std::optional<std::int64_t> step) {
  followRun();
  if (step || live_ == nullptr) return checkpoint(step);
  ask();
  const std::lock_guard lock(state_->mutex);
  if (state_->failure && !state_->newest) std::rethrow_exception(std::exchange(state_->failure, nullptr));
  return state_->newest;
}

void NewestWeights::ask() {
  fs::path file;
  {
    const std::lock_guard lock(state_->mutex);
    if (state_->asked || Clock::now() < state_->ask_again_at) return;
    state_->asked = true;
    state_->asked_at = Clock::now();
    state_->failure = nullptr;
    file = place_ / (kPrefix + std::to_string(::getpid()) + "-" + std::to_string(++state_->number) + ".safetensors");
  }
  live_->writeSnapshot(
      file, [state = state_, file, segment = segment_](const std::exception_ptr& failure, std::int64_t step) {
        state->answered(file, failure, step, segment);
      });
}

HeldWeights NewestWeights::checkpoint(std::optional<std::int64_t> step) {
  const auto known = checkpoints_.find(step);
  if (known != checkpoints_.end()) return known->second;
  const auto entry = CheckpointStore(folder_.checkpoints()).select(step, line_, {});
  const bool averaged =
      folder_.config().text("sampling.weights") == "ema" && fs::exists(entry.path / "ema.safetensors");
  const fs::path file = entry.path / (averaged ? "ema.safetensors" : "generator.safetensors");
  return checkpoints_[step] = std::make_shared<const WeightsPlace>(WeightsPlace{file, entry.state.step});
}

void NewestWeights::followRun() {
  std::error_code none;
  const auto changed = fs::last_write_time(folder_.checkpoints(), none);
  if (std::exchange(checkpoints_changed_, changed) != changed) checkpoints_.clear();
  if (!journal_ && fs::exists(folder_.journal())) journal_.emplace(folder_.journal());
  if (!journal_) return;
  for (const Event& event : journal_->next()) {
    const auto* started = std::get_if<SegmentStarted>(&event.what);
    if (started == nullptr) continue;
    line_.add(event.segment, started->first_step);
    segment_ = event.segment;
    checkpoints_.clear();
  }
}

}  // namespace gan
