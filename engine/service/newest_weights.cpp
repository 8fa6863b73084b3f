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
#include <vector>

#include "run/checkpoint_store.h"
#include "run/current_line.h"
#include "run/journal.h"

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
  std::optional<WeightsPlace> newest;
  std::vector<fs::path> superseded;
  int number = 0;

  void answered(const fs::path& file, const std::exception_ptr& why_not, std::int64_t step) {
    const std::lock_guard lock(mutex);
    asked = false;
    const auto now = Clock::now();
    ask_again_at = now + std::max<Clock::duration>(kShortestInterval, kShareOfTime * (now - asked_at));
    if (!changed) return removeFile(file);
    failure = why_not;
    if (why_not) {
      removeFile(file);
    } else if (newest && newest->step == step) {
      removeFile(file);  // a paused run's are the same
    } else {
      if (newest) superseded.push_back(newest->file);
      newest = WeightsPlace{file, step};
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
  tidy();
  const std::lock_guard lock(state_->mutex);
  state_->changed = nullptr;
  if (state_->newest) removeFile(state_->newest->file);
}

std::optional<WeightsPlace> NewestWeights::find(std::optional<std::int64_t> step) {
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
    if (state_->asked || state_->failure || Clock::now() < state_->ask_again_at) return;
    state_->asked = true;
    state_->asked_at = Clock::now();
    file = place_ / (kPrefix + std::to_string(::getpid()) + "-" + std::to_string(++state_->number) + ".safetensors");
  }
  live_->writeSnapshot(file, [state = state_, file](const std::exception_ptr& failure, std::int64_t at) {
    state->answered(file, failure, at);
  });
}

WeightsPlace NewestWeights::checkpoint(std::optional<std::int64_t> step) {
  const auto known = checkpoints_.find(step);
  if (known != checkpoints_.end() && fs::exists(known->second.file)) return known->second;
  CurrentLine line;
  if (fs::exists(folder_.journal())) line = CurrentLine(readJournal(folder_.journal()));
  const auto entry = CheckpointStore(folder_.checkpoints()).select(step, line, {});
  const bool averaged =
      folder_.config().text("sampling.weights") == "ema" && fs::exists(entry.path / "ema.safetensors");
  const WeightsPlace place{entry.path / (averaged ? "ema.safetensors" : "generator.safetensors"), entry.state.step};
  checkpoints_[step] = place;
  return place;
}

void NewestWeights::tidy() {
  const std::lock_guard lock(state_->mutex);
  for (const fs::path& file : state_->superseded) removeFile(file);
  state_->superseded.clear();
}

}  // namespace gan
