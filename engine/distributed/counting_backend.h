#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <torch/csrc/distributed/c10d/Backend.hpp>

namespace gan {

/// Passes everything on to another backend, counts the bytes of the tensors it was handed, and remembers when c10d's
/// own classes handed over the last of them. Thread-safe where the other one is, but for that moment.
class CountingBackend final : public c10d::Backend {
 public:
  explicit CountingBackend(c10::intrusive_ptr<c10d::Backend> inner)
      : Backend(inner->getRank(), inner->getSize()), inner_(std::move(inner)) {}

  using Clock = std::chrono::steady_clock;

  std::uint64_t bytes() const { return bytes_.load(std::memory_order_relaxed); }
  /// When a sum was last asked for through the process group.
  Clock::time_point handedOver() const { return handed_over_; }

  /// A sum for the group's owner, who waits for it himself.
  c10::intrusive_ptr<c10d::Work> startSum(std::vector<at::Tensor>& tensors) {
    count(tensors);
    return inner_->allreduce(tensors, {});
  }

  const std::string getBackendName() const override { return inner_->getBackendName(); }
  c10::intrusive_ptr<Options> getBackendOptions() override { return inner_->getBackendOptions(); }
  void setTimeout(std::chrono::milliseconds timeout) override { inner_->setTimeout(timeout); }

  c10::intrusive_ptr<c10d::Work> broadcast(std::vector<at::Tensor>& tensors,
                                           const c10d::BroadcastOptions& options) override {
    count(tensors);
    return inner_->broadcast(tensors, options);
  }
  c10::intrusive_ptr<c10d::Work> allreduce(std::vector<at::Tensor>& tensors,
                                           const c10d::AllreduceOptions& options) override {
    count(tensors);
    handed_over_ = Clock::now();
    return inner_->allreduce(tensors, options);
  }
  c10::intrusive_ptr<c10d::Work> allgather(std::vector<std::vector<at::Tensor>>& outputs,
                                           std::vector<at::Tensor>& inputs,
                                           const c10d::AllgatherOptions& options) override {
    count(inputs);
    return inner_->allgather(outputs, inputs, options);
  }
  c10::intrusive_ptr<c10d::Work> _allgather_base(at::Tensor& output, at::Tensor& input,
                                                 const c10d::AllgatherOptions& options) override {
    bytes_ += input.nbytes();
    return inner_->_allgather_base(output, input, options);
  }
  c10::intrusive_ptr<c10d::Work> send(std::vector<at::Tensor>& tensors, int to, int tag) override {
    count(tensors);
    return inner_->send(tensors, to, tag);
  }
  c10::intrusive_ptr<c10d::Work> recv(std::vector<at::Tensor>& tensors, int from, int tag) override {
    return inner_->recv(tensors, from, tag);
  }
  c10::intrusive_ptr<c10d::Work> barrier(const c10d::BarrierOptions& options) override {
    return inner_->barrier(options);
  }
  void abort() override { inner_->abort(); }
  void shutdown() override { inner_->shutdown(); }

 private:
  void count(const std::vector<at::Tensor>& tensors) {
    for (const at::Tensor& tensor : tensors) bytes_ += tensor.nbytes();
  }

  c10::intrusive_ptr<c10d::Backend> inner_;
  std::atomic<std::uint64_t> bytes_{0};
  Clock::time_point handed_over_;
};

}  // namespace gan
