#include <cstdint>
#include <cstdlib>
#include <span>

#include "core/error.h"
#include "interop/safetensors.h"

/// What is accepted lies inside the input, fills it, and every tensor has as many bytes as its shape says.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto bytes = std::as_bytes(std::span(data, size));
  try {
    const gan::SafetensorsContent content = gan::parseSafetensors(bytes, "input");
    std::size_t covered = 0;
    for (const auto& [name, tensor] : content.tensors) {
      std::size_t expected = gan::elementSize(tensor.type);
      for (const std::int64_t length : tensor.shape) expected *= static_cast<std::size_t>(length);
      const bool inside = tensor.bytes.empty() || (tensor.bytes.data() >= bytes.data() &&
                                                   tensor.bytes.data() + tensor.bytes.size() <= bytes.data() + size);
      if (!inside || tensor.bytes.size() != expected) std::abort();
      covered += tensor.bytes.size();
    }
    if (covered > size) std::abort();
  } catch (const gan::Error& error) {
    if (error.message().size() > 4000) std::abort();
  }
  return 0;
}
