#include "distributed/collective.h"

#include <ATen/ops/empty.h>
#include <ATen/ops/zeros.h>

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <iostream>
#include <string_view>
#include <torch/csrc/distributed/c10d/ProcessGroup.hpp>
#include <torch/csrc/distributed/c10d/Store.hpp>
#include <utility>

#include "core/error.h"
#include "core/host_name.h"
#include "core/log.h"
#include "core/reason_of.h"
#include "core/units.h"
#include "distributed/counting_backend.h"
#include "launch/network_address.h"

namespace gan {
namespace {

bool isTimeout(std::string_view reason) {
  return reason.find("imed out") != std::string_view::npos || reason.find("imeout") != std::string_view::npos;
}

at::Tensor bytesOf(const std::string& text) {
  at::Tensor bytes = at::empty({static_cast<std::int64_t>(text.size())}, at::kByte);
  if (!text.empty()) std::memcpy(bytes.mutable_data_ptr(), text.data(), text.size());
  return bytes;
}

std::string textOf(const at::Tensor& bytes) {
  return {static_cast<const char*>(bytes.const_data_ptr()), bytes.nbytes()};
}

}  // namespace

struct Collective::Impl {
  using Clock = CountingBackend::Clock;

  template <class Work>
  auto run(Collective& self, const Work& work) const {
    try {
      return work();
    } catch (const Error&) {
      throw;
    } catch (const std::exception& error) {
      throw self.lost(error);
    }
  }

  /// What `wait` takes is waited for other ranks.
  template <class Wait>
  void timed(const Wait& wait) {
    const auto begin = Clock::now();
    wait();
    last_waited_until = Clock::now();
    waited += last_waited_until - begin;
  }

  /// Keeps them until the process ends, which then takes no other object apart: NCCL's threads still run, and to shut
  /// it down or to abort it is to wait for what the GPU does for ranks that may be gone.
  static void leaveToTheEnd(std::unique_ptr<Impl> connections);

  CountingBackend& backendOf(const at::Tensor& tensor) const { return tensor.is_cuda() && cuda ? *cuda : *cpu; }

  c10::intrusive_ptr<CountingBackend> cpu;
  c10::intrusive_ptr<CountingBackend> cuda;  // null: cpu takes tensors of GPUs, too
  c10::intrusive_ptr<c10d::ProcessGroup> group;
  std::chrono::milliseconds timeout;
  ConnectPart connect;
  Clock::duration waited{};
  Clock::time_point last_waited_until;
  std::atomic<bool> lost_others = false;
  int errors_at_start = std::uncaught_exceptions();
};

void Collective::Impl::leaveToTheEnd(std::unique_ptr<Impl> connections) {
  static auto& left = *new std::vector<std::unique_ptr<Impl>>;
  left.push_back(std::move(connections));
  ::on_exit(
      [](int status, void*) {
        std::cout.flush();
        std::fflush(nullptr);
        std::_Exit(status);
      },
      nullptr);
}

Collective::Collective(c10::intrusive_ptr<c10d::Store> store, const Backends& backends,
                       std::chrono::milliseconds timeout)
    : Collective(std::move(store), backends, timeout, {}) {}

Collective::Collective(c10::intrusive_ptr<c10d::Store> store, const Backends& backends,
                       std::chrono::milliseconds timeout, ConnectPart connect)
    : impl_(std::make_unique<Impl>()) {
  using Group = c10d::ProcessGroup;
  Impl& impl = *impl_;
  impl.timeout = timeout;
  impl.connect = std::move(connect);
  impl.cpu = c10::make_intrusive<CountingBackend>(backends.cpu);
  if (backends.cuda) impl.cuda = c10::make_intrusive<CountingBackend>(backends.cuda);
  impl.group = c10::make_intrusive<Group>(std::move(store), impl.cpu->getRank(), impl.cpu->getSize());
  const auto use = [&impl](c10::DeviceType device, Group::BackendType type, const auto& backend) {
    impl.group->setBackend(device, type, c10::static_intrusive_pointer_cast<c10d::Backend>(backend));
  };
  use(at::kCPU, Group::BackendType::GLOO, impl.cpu);
  if (impl.cuda) {
    use(at::kCUDA, Group::BackendType::NCCL, impl.cuda);
  } else {
    use(at::kCUDA, Group::BackendType::GLOO, impl.cpu);
  }
  impl.group->setDefaultBackend(impl.cuda ? Group::BackendType::NCCL : Group::BackendType::GLOO);
}

Collective::~Collective() {
  if (impl_->cuda && (impl_->lost_others || std::uncaught_exceptions() > impl_->errors_at_start)) {
    impl_->cpu->shutdown();
    Impl::leaveToTheEnd(std::move(impl_));
    return;
  }
  try {
    if (impl_->cuda) impl_->cuda->shutdown();
    impl_->cpu->shutdown();
  } catch (const std::exception& error) {
    log::warning("the connections to the other processes did not end as they should: " + reasonOf(error));
  }
}

int Collective::rank() const { return impl_->group->getRank(); }

int Collective::size() const { return impl_->group->getSize(); }

bool Collective::carriesGpuTensors() const { return impl_->cuda != nullptr; }

const c10::intrusive_ptr<c10d::ProcessGroup>& Collective::group() const { return impl_->group; }

std::uint64_t Collective::bytesHandedOver() const {
  return impl_->cpu->bytes() + (impl_->cuda ? impl_->cuda->bytes() : 0);
}

std::chrono::steady_clock::duration Collective::waited() const { return impl_->waited; }

void Collective::countGradientWait() {
  Impl& impl = *impl_;
  const auto handed_over =
      std::max(impl.cpu->handedOver(), impl.cuda ? impl.cuda->handedOver() : Impl::Clock::time_point());
  // A wait that came after it has been counted already.
  const auto begin = std::max(handed_over, impl.last_waited_until);
  impl.last_waited_until = Impl::Clock::now();
  impl.waited += impl.last_waited_until - begin;
}

Error Collective::lost(const std::exception& reason) {
  impl_->lost_others = true;
  const std::string why = reasonOf(reason);
  const std::vector<ErrorArgument> arguments = {
      {"rank", std::to_string(rank())},
      {"size", std::to_string(size())},
      {"host", hostName()},
      {"time", formatDuration(std::chrono::duration<double>(impl_->timeout))},
      {"reason", why},
  };
  if (isTimeout(why)) {
    return {ErrorCode::kPeerLost, "peer_silent",
            "Rank {rank} of {size} on {host} waited {time} for the other processes of the run, and at least one did "
            "not answer ({reason}). It may hang or be stopped; look at the output of each, then resume the run.",
            arguments};
  }
  return {ErrorCode::kPeerLost, "peer_went_away",
          "Rank {rank} of {size} on {host} lost the connection to another process of the run ({reason}). That one has "
          "ended; its own output says why. Resume the run when the cause is gone.",
          arguments};
}

bool Collective::isLoss(const std::exception& reason) {
  // Gloo's own exceptions are known by the place in its source that they name.
  return dynamic_cast<const c10::DistError*>(&reason) != nullptr ||
         std::string_view(reason.what()).find("gloo/") != std::string_view::npos;
}

void Collective::sum(at::Tensor& tensor) { startSum(tensor).wait(); }

Collective::Pending Collective::startSum(at::Tensor& tensor) {
  return impl_->run(*this, [&] {
    std::vector<at::Tensor> tensors = {tensor};
    return Pending(*this, impl_->backendOf(tensor).startSum(tensors));
  });
}

void Collective::broadcast(const std::vector<at::Tensor>& tensors) {
  impl_->run(*this, [&] {
    std::vector<c10::intrusive_ptr<c10d::Work>> works;
    for (const at::Tensor& tensor : tensors) {
      // A copy, because a backend sends memory as it lies, and layouts may differ from what it accepts.
      std::vector<at::Tensor> dense = {tensor.detach().contiguous()};
      impl_->timed([&] { impl_->backendOf(tensor).broadcast(dense, {})->wait(); });
      if (!dense.front().is_alias_of(tensor)) tensor.detach().copy_(dense.front());
    }
  });
}

std::string Collective::broadcastText(const std::string& text) {
  at::Tensor size = at::zeros({1}, at::kLong);
  if (rank() == 0) size.fill_(static_cast<std::int64_t>(text.size()));
  broadcast({size});
  at::Tensor bytes = rank() == 0 ? bytesOf(text) : at::empty({size.item<std::int64_t>()}, at::kByte);
  if (bytes.numel() > 0) broadcast({bytes});
  return textOf(bytes);
}

std::vector<std::string> Collective::gatherTexts(const std::string& text) {
  at::Tensor sizes = at::zeros({size()}, at::kLong);
  sizes[rank()] = static_cast<std::int64_t>(text.size());
  sum(sizes);
  at::Tensor bytes = at::zeros({sizes.sum().item<std::int64_t>()}, at::kByte);
  std::int64_t begin = 0;
  std::vector<std::pair<std::int64_t, std::int64_t>> places;
  for (int i = 0; i < size(); ++i) {
    const auto length = sizes[i].item<std::int64_t>();
    places.emplace_back(begin, length);
    begin += length;
  }
  if (!text.empty())
    bytes.narrow(0, places[static_cast<std::size_t>(rank())].first, bytesOf(text).numel()).copy_(bytesOf(text));
  if (bytes.numel() > 0) sum(bytes);
  std::vector<std::string> texts;
  const std::string all = textOf(bytes);
  for (const auto& [first, length] : places) {
    texts.push_back(all.substr(static_cast<std::size_t>(first), static_cast<std::size_t>(length)));
  }
  return texts;
}

std::unique_ptr<Collective> Collective::part(const std::string& name, const std::vector<int>& ranks, Carries carries) {
  TORCH_CHECK(impl_->connect, "this group cannot be divided");
  const auto own = std::ranges::find(ranks, rank());
  TORCH_CHECK(own != ranks.end(), "rank ", rank(), " is not of the group ", name);
  return impl_->run(*this, [&] {
    return impl_->connect(name, static_cast<int>(own - ranks.begin()), static_cast<int>(ranks.size()), carries);
  });
}

Collective::Pending Collective::startSend(at::Tensor& tensor, int to) {
  return impl_->run(*this, [&] {
    std::vector<at::Tensor> tensors = {tensor};
    return Pending(*this, impl_->cpu->send(tensors, to, /*tag=*/0));
  });
}

void Collective::receive(at::Tensor& tensor, int from) {
  impl_->run(*this, [&] {
    std::vector<at::Tensor> tensors = {tensor};
    const auto work = impl_->cpu->recv(tensors, from, /*tag=*/0);
    impl_->timed([&] { work->wait(); });
  });
}

void Collective::barrier() {
  at::Tensor nothing = at::zeros({1}, at::kLong);
  sum(nothing);
}

Collective::Pending::Pending() = default;
Collective::Pending::Pending(Collective& collective, c10::intrusive_ptr<c10d::Work> work)
    : collective_(&collective), work_(std::move(work)) {}
Collective::Pending::Pending(Pending&&) noexcept = default;
Collective::Pending& Collective::Pending::operator=(Pending&&) noexcept = default;
Collective::Pending::~Pending() = default;

void Collective::Pending::wait() {
  if (!work_) return;
  try {
    collective_->impl_->timed([this] { work_->wait(); });
  } catch (const std::exception& error) {
    throw collective_->lost(error);
  }
  work_.reset();
}

}  // namespace gan
