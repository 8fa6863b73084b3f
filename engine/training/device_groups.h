#pragma once

#include <ATen/core/Tensor.h>

#include <cstddef>
#include <vector>

namespace gan {

/// Tensors that one call of a kernel can take: on one device and of one type.
using TensorGroup = std::vector<std::size_t>;

/// The places of tensors by device and type, in the order in which each kind comes first.
std::vector<TensorGroup> deviceGroups(const std::vector<at::Tensor>& tensors);

/// The tensors of a group.
std::vector<at::Tensor> ofGroup(const std::vector<at::Tensor>& tensors, const TensorGroup& group);

/// Brings scalars to the first one's device where they are not there.
void bringTogether(std::vector<at::Tensor>& tensors);

}  // namespace gan
