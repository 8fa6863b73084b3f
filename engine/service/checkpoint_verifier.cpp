#include "service/checkpoint_verifier.h"

#include <pthread.h>
#include <sys/resource.h>

#include <array>
#include <system_error>
#include <utility>

#include "run/sha256_sums.h"

namespace gan {
namespace {

namespace fs = std::filesystem;

constexpr int kNiceness = 5;  // somebody waits for it, but not as for a training

struct Stopped {};

std::int64_t writtenAt(const fs::path& file) {
  std::error_code gone;
  return fs::last_write_time(file, gone).time_since_epoch().count();
}

}  // namespace

CheckpointVerifier::CheckpointVerifier(std::function<void()> changed)
    : changed_(std::move(changed)), thread_([this](const std::stop_token& stop) { loop(stop); }) {}

CheckpointVerifier::~CheckpointVerifier() = default;

bool CheckpointVerifier::areWhole(const fs::path& checkpoint, const std::vector<std::string>& files) {
  bool whole = true;
  const std::lock_guard lock(mutex_);
  for (const std::string& name : files) {
    const fs::path file = checkpoint / name;
    const Stamp stamp = stampOf(file);
    const auto [at, is_new] = known_.try_emplace(file);
    Known& known = at->second;
    const bool is_waiting = !is_new && !known.is_read;
    if (is_new || (known.is_read && known.stamp != stamp)) known = {.stamp = stamp};
    known.asked_at = Clock::now();
    if (known.damage) std::rethrow_exception(known.damage);
    if (known.is_read) continue;
    whole = false;
    if (is_waiting) continue;
    waiting_.push_back(file);
    asked_.notify_all();
  }
  return whole;
}

CheckpointVerifier::Stamp CheckpointVerifier::stampOf(const fs::path& file) {
  std::error_code gone;
  return {.written = writtenAt(file),
          .bytes = fs::file_size(file, gone),
          .digests_written = writtenAt(file.parent_path() / kSumsName)};
}

void CheckpointVerifier::loop(const std::stop_token& stop) {
  ::pthread_setname_np(::pthread_self(), "gan-verify");
  ::setpriority(PRIO_PROCESS, 0, kNiceness);  // of this thread
  std::unique_lock lock(mutex_);
  while (asked_.wait(lock, stop, [this] { return !waiting_.empty(); })) {
    const fs::path file = std::move(waiting_.front());
    waiting_.pop_front();
    if (known_.at(file).asked_at + kForgottenAfter < Clock::now()) {
      known_.erase(file);  // nobody waits for it any more
      continue;
    }
    lock.unlock();
    const Stamp stamp = stampOf(file);
    std::exception_ptr damage;
    try {
      verifySha256Sums(file.parent_path(), std::array{file.filename().string()}, [&stop] {
        if (stop.stop_requested()) throw Stopped();
      });
    } catch (const Stopped&) {
      return;
    } catch (const std::exception&) {
      damage = std::current_exception();
    }
    lock.lock();
    Known& known = known_.at(file);
    known.stamp = stamp;
    known.damage = damage;
    known.is_read = true;
    lock.unlock();
    changed_();
    lock.lock();
  }
}

}  // namespace gan
