#pragma once

#include <ATen/ATen.h>

#include <cmath>
#include <cstring>
#include <limits>
#include <map>
#include <string>
#include <vector>

#include "models/tensor_map.h"

namespace gan::test {

/// Named lists of numbers that travel through a pipe, and are compared without LibTorch's threads.
using Numbers = std::map<std::string, std::vector<double>>;

inline std::string pack(const Numbers& numbers) {
  std::string packed;
  for (const auto& [name, values] : numbers) {
    packed += name + "\n" + std::to_string(values.size()) + "\n";
    packed.append(reinterpret_cast<const char*>(values.data()), values.size() * sizeof(double));
  }
  return packed;
}

/// Empty where the text is an error message.
inline Numbers unpack(const std::string& packed) {
  Numbers numbers;
  if (packed.starts_with("error: ")) return numbers;
  for (std::size_t place = 0; place < packed.size();) {
    const std::size_t name_end = packed.find('\n', place);
    const std::size_t size_end = packed.find('\n', name_end + 1);
    std::vector<double>& values = numbers[packed.substr(place, name_end - place)];
    values.resize(std::stoull(packed.substr(name_end + 1, size_end - name_end - 1)));
    std::memcpy(values.data(), packed.data() + size_end + 1, values.size() * sizeof(double));
    place = size_end + 1 + values.size() * sizeof(double);
  }
  return numbers;
}

inline void add(Numbers& numbers, const std::string& prefix, const TensorMap& tensors) {
  for (const auto& [name, tensor] : tensors) {
    const at::Tensor flat = tensor.detach().to(at::kDouble).contiguous();
    const auto* begin = flat.const_data_ptr<double>();
    numbers[prefix + name].assign(begin, begin + flat.numel());
  }
}

/// ||found - expected|| / ||expected||; infinity where the sizes differ.
inline double deviation(const std::vector<double>& found, const std::vector<double>& expected) {
  if (found.size() != expected.size()) return std::numeric_limits<double>::infinity();
  double difference = 0;
  double norm = 0;
  for (std::size_t i = 0; i < expected.size(); ++i) {
    difference += (found[i] - expected[i]) * (found[i] - expected[i]);
    norm += expected[i] * expected[i];
  }
  return difference == 0 ? 0 : std::sqrt(difference / norm);
}

}  // namespace gan::test
