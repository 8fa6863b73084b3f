#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
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
  int ranks = 1;                                           ///< Those other than 0 are listened to.
  double report_seconds = 2;                               ///< This often, and whenever all is flushed.
};

/// Writes a run's folder from a thread of its own, so that training never waits for the disk: scalars, events, and
/// errands such as pictures and checkpoints, in the order in which they were handed over.
///
/// Thread: all calls come from the training thread. A failure to write scalars or events ends the recorder's work; the
/// next call throws it, and so does the loss of the run's lock. An errand's failure is that errand's own affair.
class Recorder {
 public:
  /// lock must outlive the recorder.
  Recorder(const RunFolder& folder, RunLock& lock, RecorderOptions options);
  /// Writes what is queued, then ends the thread.
  ~Recorder();
  Recorder(const Recorder&) = delete;
  Recorder& operator=(const Recorder&) = delete;

  /// Number of the run's last segment; 0 for a new run.
  std::int32_t segment() const { return segment_; }

  /// Everything handed over from now on belongs to a new segment that begins after first_step iterations.
  void startSegment(SegmentStarted started);
  void record(MetricsRow row);
  void record(std::int64_t step, decltype(Event::what) what);

  /// What an errand may do with the journal: it runs on the recorder's thread, after the rows and events handed over
  /// before. What an errand throws is logged; a failure to write the journal ends the recorder's work all the same.
  /// Errands that a recorder which failed no longer runs are destroyed: what they hold learns of it by that.
  using Journal = std::function<void(std::int64_t step, decltype(Event::what) what)>;
  void post(std::function<void(const Journal&)> errand);

  /// Waits until everything handed over so far is on the disk.
  void drain();
  /// Errands handed over and not finished.
  int pendingErrands() const { return pending_errands_.load(std::memory_order_acquire); }

 private:
  struct Output;
  using Item = std::function<void(Output&)>;

  void push(Item item);
  void loop();
  void throwIfFailed();

  RecorderOptions options_;
  std::unique_ptr<Output> output_;
  std::int32_t segment_ = 0;
  std::atomic<int> pending_errands_{0};

  std::mutex mutex_;
  std::condition_variable wake_;
  std::condition_variable drained_;
  std::deque<Item> queue_;
  std::vector<MetricsRow> rows_;  ///< Newest rows; any other item closes them into the queue first.
  bool busy_ = false;
  bool stopping_ = false;
  bool urgent_ = false;
  std::exception_ptr failure_;
  std::thread thread_;
};

}  // namespace gan
