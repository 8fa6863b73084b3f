#pragma once

#include <ATen/core/Tensor.h>
#include <c10/core/Device.h>

#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <vector>

#include "distributed/collective.h"

namespace gan {

/// What goes from one stage to another.
struct StageTensor {
  at::Tensor tensor;               ///< May be undefined.
  bool carries_gradients = false;  ///< A gradient of it will come back.
};

/// The processes that hold one copy of a run's networks among them, a stage each. They do the same in the same order
/// but for what the one of stage 0 alone is asked by its own clock, its clients and the disk: for that the others wait
/// for its word.
///
/// One thread (a backward pass may call in between from autograd's). Throws what Collective does.
class StageGroup {
 public:
  /// Their ranks are the stages. They need to carry tensors on the host only: those of GPUs go through their hosts.
  explicit StageGroup(std::unique_ptr<Collective> processes);
  ~StageGroup();
  StageGroup(const StageGroup&) = delete;
  StageGroup& operator=(const StageGroup&) = delete;

  int stage() const { return processes_->rank(); }
  int stages() const { return processes_->size(); }
  /// What all of them do together.
  Collective& processes() { return *processes_; }
  const Collective& processes() const { return *processes_; }

  /// Hands tensors over to another stage, in the order of the calls, and waits only where a great many are under way.
  /// They must not be changed any more. key: by which the other one tells them from what else is on its way.
  void send(const std::vector<StageTensor>& tensors, int to, std::int64_t key = 0);
  /// What that stage sent next with that key, on the device. What comes before it with another one waits for whoever
  /// asks for that.
  std::vector<StageTensor> receive(int from, c10::Device device, std::int64_t key = 0);

  /// Things of which stage 0 alone knows when they are due.
  enum class Word : std::int64_t { kGoOn, kState, kSnapshot, kDiscriminator, kStatistics };
  /// What this stage does at that word, while it waits in goOn(). Not for kGoOn.
  void answer(Word word, std::function<void()> work) { answers_[word] = std::move(work); }
  /// Of stage 0: the others do what they answer with, as soon as they wait.
  void ask(Word word);
  /// Before anything that all stages do together: the others wait here for stage 0, and answer until it comes, too.
  void goOn();

 private:
  struct Sent {
    std::int64_t number;
    std::vector<at::Tensor> tensors;
    std::vector<Collective::Pending> works;
  };
  /// Of one other stage.
  struct Traffic {
    std::int64_t sent = 0;
    std::int64_t received = 0;
    std::deque<Sent> under_way;
    std::map<std::int64_t, std::deque<std::vector<StageTensor>>> early;  // by key
  };
  /// The next message of a stage, on the host.
  std::vector<StageTensor> takeNext(int from, std::int64_t& key);

  /// Waits until the first of what is under way has come.
  static void forgetFirst(Traffic& traffic);

  std::unique_ptr<Collective> processes_;
  std::map<int, Traffic> traffic_;
  std::map<Word, std::function<void()>> answers_;
};

}  // namespace gan
