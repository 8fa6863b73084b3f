#include "service/newest_weights.h"

#include <fcntl.h>
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

#include "core/error.h"
#include "core/file_descriptor.h"
#include "core/log.h"
#include "core/reason_of.h"
#include "run/checkpoint_store.h"

namespace gan {
namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

constexpr const char* kGenerator = "generator-";
constexpr const char* kDiscriminator = "discriminator-";
constexpr const char* kHeldCheckpoint = "checkpoint-";
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

/// "generator-PID-NUMBER.safetensors" of a process that is gone, or a discriminator's, or the name of one that it held.
bool isLeftOver(const fs::path& file) {
  const std::string name = file.filename().string();
  for (const std::string prefix : {kGenerator, kDiscriminator, kHeldCheckpoint}) {
    if (!name.starts_with(prefix)) continue;
    const int pid = std::atoi(name.c_str() + prefix.size());
    return pid > 0 && pid != ::getpid() && ::kill(pid, 0) != 0 && errno == ESRCH;
  }
  return false;
}

/// A file of a checkpoint, which is there for this process and its children though it may be removed: open, and under a
/// name that leads to what is open.
class HeldFile {
 public:
  /// Throws Error(kNotFound, "file_not_found") where it has gone already.
  HeldFile(const fs::path& file, fs::path name) : name_(std::move(name)) {
    if (file.empty()) return;
    open_ = openRegularFile(file, O_RDONLY);
    const std::string open = "/proc/" + std::to_string(::getpid()) + "/fd/" + std::to_string(open_.get());
    is_named_ = ::symlink(open.c_str(), name_.c_str()) == 0;
  }
  ~HeldFile() {
    if (is_named_) removeFile(name_);
  }
  HeldFile(const HeldFile&) = delete;
  HeldFile& operator=(const HeldFile&) = delete;

  /// Empty: it cannot be held.
  fs::path name() const { return is_named_ ? name_ : fs::path(); }

 private:
  fs::path name_;
  FileDescriptor open_;
  bool is_named_ = false;
};

struct HeldCheckpoint {
  HeldCheckpoint(const WeightsPlace& found, const fs::path& name)
      : generator(found.file, name.string() + ".generator.safetensors"),
        discriminator(found.discriminator, name.string() + ".discriminator.safetensors"),
        place(found) {
    place.held = generator.name();
    place.held_discriminator = discriminator.name();
  }
  HeldFile generator;
  HeldFile discriminator;
  WeightsPlace place;
};

/// What is read of a checkpoint.
struct CheckpointFiles {
  CheckpointFiles(const CheckpointStore::Entry& entry, const RunConfig& config, WantedWeights wanted) {
    const bool averaged = config.text("sampling.weights") == "ema" && fs::exists(entry.path / "ema.safetensors");
    generator = averaged ? "ema.safetensors" : "generator.safetensors";
    const std::string beside = "discriminator.safetensors";
    if (wanted == WantedWeights::kBoth && fs::exists(entry.path / beside)) discriminator = beside;
  }
  std::vector<std::string> all() const {
    return discriminator.empty() ? std::vector{generator} : std::vector{generator, discriminator};
  }

  std::string generator;
  std::string discriminator;  ///< Empty: it is not wanted, or there is none.
};

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
    : folder_(folder), live_(live), place_(std::move(place)), state_(std::make_shared<State>()), verifier_(changed) {
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
  if (step || live_ == nullptr) return checkpoint(step, wanted);
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

HeldWeights NewestWeights::checkpoint(std::optional<std::int64_t> step, WantedWeights wanted) {
  const std::pair key(step, wanted);
  auto known = checkpoints_.find(key);
  if (known == checkpoints_.end()) {
    const std::optional<WeightsPlace> found = findCheckpoint(step, wanted);
    if (!found) return nullptr;
    known = checkpoints_.emplace(key, *found).first;
  }
  return hold(known->second);
}

std::optional<WeightsPlace> NewestWeights::findCheckpoint(std::optional<std::int64_t> step, WantedWeights wanted) {
  struct IsRead {};
  try {
    const auto verify = [&](const CheckpointStore::Entry& entry) {
      if (!verifier_.areWhole(entry.path, CheckpointFiles(entry, folder_.config(), wanted).all())) throw IsRead();
    };
    const auto entry = CheckpointStore(folder_.checkpoints()).select(step, line_, {}, verify);
    const CheckpointFiles files(entry, folder_.config(), wanted);
    return WeightsPlace{.file = entry.path / files.generator,
                        .discriminator = files.discriminator.empty() ? fs::path() : entry.path / files.discriminator,
                        .step = entry.state.step,
                        .kept = true};
  } catch (const IsRead&) {
    return std::nullopt;
  }
}

HeldWeights NewestWeights::hold(const WeightsPlace& found) {
  const fs::path name = place_ / (kHeldCheckpoint + std::to_string(::getpid()) + "-" + std::to_string(++held_));
  try {
    const auto held = std::make_shared<const HeldCheckpoint>(found, name);
    return {held, &held->place};
  } catch (const Error& error) {
    if (error.code() == ErrorCode::kNotFound) {  // it has gone since it was found; the next look says so
      checkpoints_.clear();
      return nullptr;
    }
    return std::make_shared<const WeightsPlace>(found);  // as of one file too many that is open
  }
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
