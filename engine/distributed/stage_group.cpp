#include "distributed/stage_group.h"

#include <ATen/core/grad_mode.h>
#include <ATen/ops/empty.h>
#include <ATen/ops/full.h>
#include <ATen/ops/zeros.h>

#include <algorithm>
#include <utility>

namespace gan {
namespace {

// Each message begins with as many numbers: how many tensors follow, how many messages have come from the other one,
// its key, and of each tensor its kind and shape.
constexpr std::int64_t kMostTensors = 32;
constexpr std::int64_t kMostDimensions = 5;
constexpr std::int64_t kOfMessage = 3;
constexpr std::int64_t kOfTensor = 3 + kMostDimensions;  // flags, type, dimensions, sizes

// A stage that sends nothing back does not say what has come.
constexpr std::size_t kMostUnderWay = 64;

constexpr std::int64_t kDefined = 1;
constexpr std::int64_t kCarriesGradients = 2;
constexpr std::int64_t kChannelsLast = 4;

/// Of a tensor on its way. Throws c10::Error on numbers that no stage sends, before any memory is taken.
at::Tensor emptyAsTold(const std::int64_t* own) {
  const auto type = static_cast<at::ScalarType>(own[1]);
  TORCH_CHECK(own[1] >= 0 && own[1] < static_cast<std::int64_t>(at::ScalarType::NumOptions) && own[2] >= 0 &&
                  own[2] <= kMostDimensions,
              "another stage announced a tensor of type ", own[1], " and ", own[2], " dimensions");
  const bool channels_last = (own[0] & kChannelsLast) != 0;
  return at::empty(at::IntArrayRef(own + 3, static_cast<std::size_t>(own[2])),
                   at::TensorOptions(type).memory_format(channels_last ? at::MemoryFormat::ChannelsLast
                                                                       : at::MemoryFormat::Contiguous));
}

/// The memory of a dense tensor as it lies.
at::Tensor flat(const at::Tensor& dense) { return dense.as_strided({dense.numel()}, {1}); }

}  // namespace

StageGroup::StageGroup(std::unique_ptr<Collective> processes) : processes_(std::move(processes)) {}

StageGroup::~StageGroup() = default;

void StageGroup::send(const std::vector<StageTensor>& tensors, int to, std::int64_t key) {
  const at::NoGradGuard no_grad;
  const auto count = static_cast<std::int64_t>(tensors.size());
  TORCH_CHECK(count <= kMostTensors, "a stage passes ", count, " tensors on, of at most ", kMostTensors);
  Traffic& traffic = traffic_[to];
  at::Tensor header = at::zeros({kOfMessage + kMostTensors * kOfTensor}, at::kLong);
  auto* number = header.mutable_data_ptr<std::int64_t>();
  *number++ = count;
  *number++ = traffic.received;
  *number++ = key;
  Sent sent{.number = ++traffic.sent, .tensors = {header}, .works = {}};
  for (const auto& [tensor, carries_gradients] : tensors) {
    auto* const own = std::exchange(number, number + kOfTensor);
    if (!tensor.defined()) continue;
    TORCH_CHECK(tensor.dim() <= kMostDimensions, "a stage passes a tensor of ", tensor.dim(), " dimensions on");
    const at::MemoryFormat format = tensor.suggest_memory_format();
    own[0] = kDefined | (carries_gradients ? kCarriesGradients : 0) |
             (format == at::MemoryFormat::ChannelsLast ? kChannelsLast : 0);
    own[1] = static_cast<std::int64_t>(tensor.scalar_type());
    own[2] = tensor.dim();
    std::ranges::copy(tensor.sizes(), own + 3);
    if (tensor.numel() > 0) sent.tensors.push_back(flat(tensor.detach().cpu().contiguous(format)));
  }
  for (at::Tensor& tensor : sent.tensors) sent.works.push_back(processes_->startSend(tensor, to));
  traffic.under_way.push_back(std::move(sent));
  if (traffic.under_way.size() > kMostUnderWay) forgetFirst(traffic);
}

void StageGroup::forgetFirst(Traffic& traffic) {
  for (Collective::Pending& work : traffic.under_way.front().works) work.wait();
  traffic.under_way.pop_front();
}

std::vector<StageTensor> StageGroup::receive(int from, c10::Device device, std::int64_t key) {
  std::map<std::int64_t, std::deque<std::vector<StageTensor>>>& early = traffic_[from].early;
  std::vector<StageTensor> tensors;
  if (auto found = early.find(key); found != early.end()) {
    tensors = std::move(found->second.front());
    found->second.pop_front();
    if (found->second.empty()) early.erase(found);
  } else {
    while (true) {
      std::int64_t its_key = 0;
      tensors = takeNext(from, its_key);
      if (its_key == key) break;
      early[its_key].push_back(std::move(tensors));
    }
  }
  for (StageTensor& one : tensors) {
    if (one.tensor.defined()) one.tensor = one.tensor.to(device);
  }
  return tensors;
}

std::vector<StageTensor> StageGroup::takeNext(int from, std::int64_t& key) {
  const at::NoGradGuard no_grad;
  Traffic& traffic = traffic_[from];
  at::Tensor header = at::empty({kOfMessage + kMostTensors * kOfTensor}, at::kLong);
  processes_->receive(header, from);
  const auto* number = header.const_data_ptr<std::int64_t>();
  const std::int64_t count = *number++;
  TORCH_CHECK(count >= 0 && count <= kMostTensors, "another stage announced ", count, " tensors");
  std::vector<StageTensor> tensors(static_cast<std::size_t>(count));
  const std::int64_t arrived_there = *number++;
  key = *number++;
  for (StageTensor& one : tensors) {
    const auto* const own = std::exchange(number, number + kOfTensor);
    if ((own[0] & kDefined) == 0) continue;
    one.carries_gradients = (own[0] & kCarriesGradients) != 0;
    one.tensor = emptyAsTold(own);
    if (one.tensor.numel() > 0) {
      at::Tensor memory = flat(one.tensor);
      processes_->receive(memory, from);
    }
  }
  ++traffic.received;
  // What the other one has got by now takes no memory here any longer.
  while (!traffic.under_way.empty() && traffic.under_way.front().number <= arrived_there) forgetFirst(traffic);
  return tensors;
}

void StageGroup::ask(Word word) {
  TORCH_CHECK(stage() == 0, "stage ", stage(), " asks the others for something");
  const at::Tensor told = at::full({1}, static_cast<std::int64_t>(word), at::kLong);
  for (int other = 1; other < stages(); ++other) send({{.tensor = told}}, other);
}

void StageGroup::goOn() {
  if (stage() == 0) return ask(Word::kGoOn);
  while (true) {
    const std::vector<StageTensor> told = receive(0, at::kCPU);
    TORCH_CHECK(told.size() == 1 && told.front().tensor.defined(), "stage ", stage(), " heard no word of stage 0");
    const auto word = static_cast<Word>(told.front().tensor.item<std::int64_t>());
    if (word == Word::kGoOn) return;
    answers_.at(word)();
  }
}

}  // namespace gan
