#pragma once

#include <c10/util/intrusive_ptr.h>

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace at {
class Tensor;
}
namespace c10d {
class Backend;
class ProcessGroup;
class Store;
class Work;
}  // namespace c10d

namespace gan {

class Error;

/// Who carries tensors between the ranks, by where the tensors lie. Each connects all ranks already.
struct Backends {
  c10::intrusive_ptr<c10d::Backend> cpu;
  c10::intrusive_ptr<c10d::Backend> cuda;  ///< Null: cpu takes those of GPUs, too.
};

/// The processes of one run computing together: sums, copies and texts between ranks. c10d does the work; what goes
/// through it is counted.
///
/// Every rank calls the same operations with the same shapes in the same order, on one thread (a backward pass may
/// call in between from autograd's). An operation that fails throws Error(kPeerLost): "peer_went_away" when a
/// connection broke, "peer_silent" when the time-out passed. After that nothing more can be done with the group.
class Collective {
 public:
  /// timeout is the backends', for messages.
  Collective(c10::intrusive_ptr<c10d::Store> store, const Backends& backends, std::chrono::milliseconds timeout);
  /// What a group of some of the ranks is for: tensors on the host alone need nothing of GPUs.
  enum class Carries { kAll, kHostTensors };
  /// Connects some of the ranks once more. name: this group's alone; rank: this process's among them.
  using ConnectPart =
      std::function<std::unique_ptr<Collective>(const std::string& name, int rank, int size, Carries carries)>;
  /// connect: for part(); may be empty.
  Collective(c10::intrusive_ptr<c10d::Store> store, const Backends& backends, std::chrono::milliseconds timeout,
             ConnectPart connect);
  /// Ends the connections. After a loss, or while an error unwinds, those of GPUs stay until the process ends, which is
  /// then at once when main() returns: what a GPU still does for them may never be done. Destroy gradient reducers
  /// first.
  ~Collective();
  Collective(const Collective&) = delete;
  Collective& operator=(const Collective&) = delete;

  int rank() const;
  int size() const;
  /// Whether tensors of GPUs go from GPU to GPU, in place of by way of their hosts.
  bool carriesGpuTensors() const;

  /// Replaces tensor by its sum over all ranks; the same bits on each. Dense.
  void sum(at::Tensor& tensor);

  /// A sum under way. The tensor must not be touched before wait() returned.
  class Pending {
   public:
    Pending();
    Pending(Collective& collective, c10::intrusive_ptr<c10d::Work> work);
    Pending(Pending&&) noexcept;
    Pending& operator=(Pending&&) noexcept;
    ~Pending();
    /// Blocks until the sum is there (on a GPU: until the current stream may use it).
    void wait();

   private:
    Collective* collective_ = nullptr;
    c10::intrusive_ptr<c10d::Work> work_;
  };
  Pending startSum(at::Tensor& tensor);

  /// Copies rank 0's tensors to all ranks, in place.
  void broadcast(const std::vector<at::Tensor>& tensors);
  /// Rank 0's text; what the others pass counts for nothing.
  std::string broadcastText(const std::string& text);
  /// Every rank's text, by rank, on all ranks.
  std::vector<std::string> gatherTexts(const std::string& text);

  /// Some of the ranks among themselves; all of these call it with the same name, and those of another group with
  /// another one. ranks: in their order there, this one among them.
  std::unique_ptr<Collective> part(const std::string& name, const std::vector<int>& ranks, Carries carries);

  /// Dense tensors on the host, from one rank to another, which has memory for them; in the order of the calls.
  Pending startSend(at::Tensor& tensor, int to);
  void receive(at::Tensor& tensor, int from);

  /// Waits for all ranks, so that none leaves while another still needs it.
  void barrier();

  /// Bytes of the tensors that this rank has handed over to be reduced, broadcast, gathered or sent.
  std::uint64_t bytesHandedOver() const;

  /// How long this rank has waited for others in all, by the host's clock: in the operations above, and where
  /// countGradientWait() was told. (NCCL lets the device wait, not the host.)
  std::chrono::steady_clock::duration waited() const;
  /// Counts as waited what has passed since c10d's own classes last handed tensors over. For whoever has just come back
  /// from waiting for those, which c10d does out of sight.
  void countGradientWait();

  /// For c10d's own classes.
  const c10::intrusive_ptr<c10d::ProcessGroup>& group() const;
  /// Whether an exception that came out of c10d or out of a backward pass says that other ranks were lost.
  static bool isLoss(const std::exception& reason);
  /// What such an exception means for the run. Remembers that there was one. Thread-safe.
  Error lost(const std::exception& reason);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace gan
