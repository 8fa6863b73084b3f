#pragma once

#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "run/journal.h"
#include "run/lock.h"
#include "run/metrics.h"
#include "run/run_folder.h"

namespace gan {

class TensorBoardWriter;

struct RecorderOptions {
  std::vector<std::string> columns;  ///< Series names, in the order of every row.
  enum class TensorBoard { kWrite, kOff } tensorboard = TensorBoard::kWrite;
  double publish_seconds = 0.1;                            ///< Rows become visible to readers this often.
  double load_seconds = 10;                                ///< Host load is journalled this often.
  std::function<std::optional<DeviceLoad>()> device_load;  ///< Asked with it; must not make it wait.
  std::function<double()> runs_out_within_hours = {};      ///< See ResourceRule; empty: nothing is told.
  int ranks = 1;                                           ///< Those other than 0 are listened to.
  double report_seconds = 2;                               ///< This often, and whenever all is flushed.
};

/// Writes a run's folder from threads of its own, so that training does not wait for the disk. One writes scalars and
/// events in the order in which they were handed over; the other does errands such as pictures and checkpoints, one
/// after the other, each when everything that was handed over before it is on the disk. So the journal goes on beside a
/// checkpoint, and what an errand tells it comes when the errand does, with the step that it is about.
///
/// What waits is limited: with kMostWaiting scalars and events, or kMostErrands errands, that are not done, whoever
/// hands over the next one waits. Only there a disk that does not keep up holds up training.
///
/// Thread: all calls come from the training thread. A failure to write scalars or events ends the recorder's work; the
/// next call throws it, and so does the loss of the run's lock. An errand's failure is that errand's own affair.
class Recorder {
 public:
  static constexpr std::size_t kMostWaiting = 10'000;
  static constexpr std::size_t kMostErrands = 4;

  /// lock must outlive the recorder.
  Recorder(const RunFolder& folder, RunLock& lock, RecorderOptions options);
  /// Writes what is queued and does the errands, then ends the threads.
  ~Recorder();
  Recorder(const Recorder&) = delete;
  Recorder& operator=(const Recorder&) = delete;

  /// Number of the run's last segment; 0 for a new run.
  std::int32_t segment() const { return segment_; }

  /// Everything handed over from now on belongs to a new segment that begins after first_step iterations.
  void startSegment(SegmentStarted started);
  void record(MetricsRow row);
  /// written: called from the recorder's thread when the event is on the disk (a measurement: in the file), and
  /// destroyed without that when it never will be.
  void record(std::int64_t step, decltype(Event::what) what, std::function<void()> written = {});

  /// What an errand may do with the journal: what it says is on the disk when this returns. What an errand throws is
  /// logged; a failure to write the journal ends the recorder's work all the same. Errands that a recorder which failed
  /// no longer does are destroyed: what they hold learns of it by that.
  using Journal = std::function<void(std::int64_t step, decltype(Event::what) what)>;
  void post(std::function<void(const Journal&)> errand);

  /// Waits until everything handed over so far is on the disk, and every errand is done.
  void drain();

 private:
  struct Output;
  using Item = std::function<void(Output&)>;
  struct Errand {
    std::int32_t segment = 0;
    std::function<void(const Journal&)> run;
  };
  /// What the recorder's thread does at once.
  struct Batch {
    std::deque<Item> items;
    std::size_t waiting = 0;  ///< What it is of waiting_.
    bool flush = false;
    bool last = false;
  };

  void push(Item item);
  /// Until fewer than limit are taken; under the lock, which guards both numbers.
  void waitForRoom(std::unique_lock<std::mutex>& guard, const std::size_t& taken, std::size_t limit);
  void loop();
  /// False when the recorder's work has ended.
  bool take(Batch& batch);
  void doErrands();
  void run(const Errand& errand);
  /// Ends the recorder's work with the exception that is being handled, which is this one.
  void fail(const std::exception& error);
  void throwIfFailed();

  RecorderOptions options_;
  std::unique_ptr<Output> output_;
  std::int32_t segment_ = 0;

  std::mutex mutex_;
  std::condition_variable wake_;         ///< The recorder's thread has something to do,
  std::condition_variable errand_wake_;  ///< that of the errands has,
  std::condition_variable done_;         ///< one of them has done something.
  std::deque<Item> queue_;
  std::vector<MetricsRow> rows_;  ///< Newest rows; any other item closes them into the queue first.
  std::deque<Errand> errands_;    ///< Whose turn has come.
  std::size_t waiting_ = 0;       ///< Rows and items that are not written.
  std::size_t pending_errands_ = 0;
  bool stopping_ = false;
  bool no_more_errands_ = false;
  bool urgent_ = false;
  std::exception_ptr failure_;
  std::thread thread_;
  std::thread errand_thread_;
};

}  // namespace gan
