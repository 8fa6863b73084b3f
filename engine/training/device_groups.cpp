#include "training/device_groups.h"

#include <algorithm>

namespace gan {

std::vector<TensorGroup> deviceGroups(const std::vector<at::Tensor>& tensors) {
  std::vector<TensorGroup> groups;
  for (std::size_t i = 0; i < tensors.size(); ++i) {
    const auto fits = [&](const TensorGroup& group) {
      const at::Tensor& first = tensors[group.front()];
      return first.device() == tensors[i].device() && first.scalar_type() == tensors[i].scalar_type();
    };
    const auto found = std::ranges::find_if(groups, fits);
    if (found != groups.end()) {
      found->push_back(i);
    } else {
      groups.push_back({i});
    }
  }
  return groups;
}

std::vector<at::Tensor> ofGroup(const std::vector<at::Tensor>& tensors, const TensorGroup& group) {
  std::vector<at::Tensor> chosen;
  chosen.reserve(group.size());
  for (const std::size_t place : group) chosen.push_back(tensors[place]);
  return chosen;
}

void bringTogether(std::vector<at::Tensor>& tensors) {
  for (at::Tensor& tensor : tensors) tensor = tensor.to(tensors.front().device());
}

}  // namespace gan
