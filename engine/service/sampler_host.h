#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <deque>
#include <exception>
#include <filesystem>
#include <functional>
#include <list>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "core/file_descriptor.h"
#include "core/message.h"
#include "protocol/sampler.pb.h"
#include "run/command_sink.h"
#include "run/run_folder.h"
#include "service/newest_weights.h"
#include "service/sampler_process.h"

namespace gan {

/// How a run's pictures are made for clients.
struct SamplerOptions {
  std::vector<std::string> command = {};   ///< Program and arguments of the process; empty: there is none.
  std::chrono::milliseconds idle{60'000};  ///< Without a request for so long it ends.
  std::uint64_t memory_bytes = 0;          ///< That it needs; 0: reckoned from the weights.
  /// So long a piece waits for the training to hand out its newest weights, or for a checkpoint's to be verified.
  std::chrono::milliseconds weights_patience{120'000};
  std::chrono::milliseconds task_patience{600'000};  ///< And for the process, which may be stopped, to do it.
  std::optional<Message> advice = {};                ///< Told when the first process was started.
};

/// Which weights the pictures of one call are of: found with its first piece, kept for those after it.
using WeightsOfCall = std::map<std::optional<std::int64_t>, HeldWeights>;

/// Pictures to be made at once.
struct SamplerPiece {
  std::optional<std::int64_t> step = {};  ///< Of a checkpoint; none: the newest weights.
  ganstudio::v1::SamplerTask task = {};   ///< The host says where the weights are.
  std::shared_ptr<WeightsOfCall> weights = std::make_shared<WeightsOfCall>();  ///< Of all pieces of a call.
  /// Whether anybody still waits for them; asked from any thread, must not call the host.
  std::function<bool()> wanted;
  /// Called from the host's thread, once: failure is null on success. Not at all when nobody wants it.
  std::function<void(ganstudio::v1::SamplerAnswer& answer, const std::exception_ptr& failure)> answer;
};

/// The process that makes pictures for the clients of a run: started with the first request, ended when nobody asks any
/// more, started again when something kills it. Tasks are done one after the other, in the order in which they come;
/// one that has to wait for its weights lets the others pass, and fails when they do not come. Sheets, which nobody
/// looks at as they are drawn, row by row of up to many seconds, wait until nobody has asked for anything else for a
/// while. Nothing here runs on the training's threads, and what happens to the process is no concern of theirs.
class SamplerHost {
 public:
  /// journal: told of the process's start and end; null for a run that is not trained now, whose log hears of it.
  /// place: see NewestWeights. All must outlive the host.
  SamplerHost(const RunFolder& folder, CommandSink* journal, const std::filesystem::path& place,
              SamplerOptions options);
  /// Answers what waits, ends the process.
  ~SamplerHost();
  SamplerHost(const SamplerHost&) = delete;
  SamplerHost& operator=(const SamplerHost&) = delete;

  /// Thread-safe.
  void submit(SamplerPiece piece);

  /// What the process takes; nothing while there is none. Thread-safe.
  std::optional<SamplerLoadMeasured> load();
  /// How many processes have ended before their time. Thread-safe.
  std::uint64_t losses() const { return losses_; }

 private:
  using Clock = std::chrono::steady_clock;
  struct Waiting {
    SamplerPiece piece;
    Clock::time_point give_up_at;
  };
  void loop();
  std::optional<SamplerPiece> next();
  /// The first piece whose weights are there; answers those before it that get none.
  std::optional<SamplerPiece> takeReady();
  void perform(SamplerPiece& piece);
  ganstudio::v1::SamplerAnswer ask(const ganstudio::v1::SamplerTask& task);
  /// False when the process went away, or the host is ending. Throws Error(kUnavailable, "sampler_silent").
  bool receive(ganstudio::v1::SamplerAnswer& answer);
  /// Before the process is given a task. Throws requireMemory()'s error.
  void requireRoomFor(const ganstudio::v1::SamplerTask& task);
  void start();
  void stop();
  /// Says how it ended.
  std::string lost();
  void tell(Severity severity, const Message& message);
  /// Sleeps until something happens, the socket has something to say (-1: none), or the time is over. Whether the
  /// socket has.
  bool wait(int socket, std::chrono::milliseconds time);
  void wake();
  bool ending();

  const RunFolder folder_;
  CommandSink* const journal_;
  const SamplerOptions options_;
  FileDescriptor wake_;  ///< An eventfd.
  NewestWeights weights_;
  std::mutex mutex_;
  bool ending_ = false;
  bool advised_ = false;  ///< The thread's own.
  std::atomic<std::uint64_t> losses_ = 0;
  std::deque<Waiting> coming_;               ///< As they come,
  std::list<Waiting> waiting_;               ///< and from then on: the thread's own.
  Clock::time_point sheets_from_;            ///< The same: not before.
  std::unique_ptr<SamplerProcess> process_;  ///< Made and ended by the thread; looked at by load() under the lock.
  std::thread thread_;
};

}  // namespace gan
