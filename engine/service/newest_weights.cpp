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

constexpr const char* kGenerator = "generator-";
constexpr const char* kDiscriminator = "discriminator-";
// Training is not asked more often, nor for more than a twentieth of its time.
constexpr std::chrono::milliseconds kShortestInterval(300);
constexpr int kShareOfTime = 20;

void removeFile(const fs::path& file) {
  std::error_code ignored;
  fs::remove(file, ignored);
}

void removeFiles(const SnapshotFiles& files) {
  removeFile(files.generator);
  if (!files.discriminator.empty()) removeFile(files.discriminator);
}

HeldWeights temporaryWeights(const SnapshotFiles& files, std::int64_t step) {
  return {new WeightsPlace{files.generator, files.discriminator, step, false}, [](const WeightsPlace* place) {
            removeFiles({place->file, place->discriminator});
            delete place;
          }};
}

/// "generator-PID-NUMBER.safetensors" of a process that is gone, or a discriminator's.
bool isLeftOver(const fs::path& file) {
  const std::string name = file.filename().string();
  for (const std::string prefix : {kGenerator, kDiscriminator}) {
    if (!name.starts_with(prefix)) continue;
    const int pid = std::atoi(name.c_str() + prefix.size());
    return pid > 0 && pid != ::getpid() && ::kill(pid, 0) != 0 && errno == ESRCH;
  }
  return false;
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
  bool both_wanted = false;  ///< By somebody, of an answer that is still to come.
  HeldWeights newest;
  std::int32_t segment_of_newest = 0;  ///< After a roll back a step comes again with other weights.
  int number = 0;

  void answered(const SnapshotFiles& files, const std::exception_ptr& why_not, std::int64_t step,
                std::int32_t segment) {
    const std::lock_guard lock(mutex);
    asked = false;
    const auto now = Clock::now();
    ask_again_at = now + std::max<Clock::duration>(kShortestInterval, kShareOfTime * (now - asked_at));
    if (!changed) return removeFiles(files);
    if (!files.discriminator.empty()) both_wanted = false;
    failure = why_not;
    if (why_not) {
      removeFiles(files);
      if (newest && !std::exchange(failure_told, true)) {
        log::warning("clients see the generator of step " + std::to_string(newest->step) +
                     " until a newer one can be written: " + reasonOf(why_not));
      }
    } else if (newest && newest->step == step && segment_of_newest == segment &&
               (files.discriminator.empty() || !newest->discriminator.empty())) {
      removeFiles(files);  // a paused run's are the same
    } else {
      newest = temporaryWeights(files, step);
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

HeldWeights NewestWeights::find(std::optional<std::int64_t> step, WantedWeights wanted) {
  followRun();
  if (step || live_ == nullptr) return checkpoint(step);
  ask(wanted);
  const std::lock_guard lock(state_->mutex);
  const bool there = state_->newest && (wanted == WantedWeights::kGenerator || !state_->newest->discriminator.empty());
  if (there) return state_->newest;
  if (state_->failure) std::rethrow_exception(std::exchange(state_->failure, nullptr));
  return nullptr;
}

void NewestWeights::ask(WantedWeights wanted) {
  SnapshotFiles files;
  {
    const std::lock_guard lock(state_->mutex);
    if (wanted == WantedWeights::kBoth) state_->both_wanted = true;
    if (state_->asked || Clock::now() < state_->ask_again_at) return;
    state_->asked = true;
    state_->asked_at = Clock::now();
    state_->failure = nullptr;
    const std::string name = std::to_string(::getpid()) + "-" + std::to_string(++state_->number) + ".safetensors";
    files.generator = place_ / (kGenerator + name);
    if (state_->both_wanted) files.discriminator = place_ / (kDiscriminator + name);
  }
  live_->writeSnapshot(
      files, [state = state_, files, segment = segment_](const std::exception_ptr& failure, std::int64_t step) {
        state->answered(files, failure, step, segment);
      });
}

HeldWeights NewestWeights::checkpoint(std::optional<std::int64_t> step) {
  const auto known = checkpoints_.find(step);
  if (known != checkpoints_.end()) return known->second;
  const auto entry = CheckpointStore(folder_.checkpoints()).select(step, line_, {});
  const bool averaged =
      folder_.config().text("sampling.weights") == "ema" && fs::exists(entry.path / "ema.safetensors");
  const fs::path file = entry.path / (averaged ? "ema.safetensors" : "generator.safetensors");
  const fs::path discriminator = entry.path / "discriminator.safetensors";
  return checkpoints_[step] = std::make_shared<const WeightsPlace>(
             WeightsPlace{file, fs::exists(discriminator) ? discriminator : fs::path(), entry.state.step, true});
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
