#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "interop/safetensors.h"

namespace gan {

/// One tensor as the JSON header of a safetensors file describes it, its range not yet checked against the data.
struct SafetensorsEntry {
  std::string name;
  ElementType type = ElementType::kF32;
  std::vector<std::int64_t> shape;
  std::uint64_t begin = 0;  ///< First byte, counted from the end of the header.
  std::uint64_t end = 0;    ///< Byte after the last one.
};

struct SafetensorsHeader {
  std::vector<SafetensorsEntry> entries;  ///< In the order of the header; names are unique.
  std::map<std::string, std::string> metadata;
};

/// Reads the JSON without building a document of it, so memory stays in proportion to what is kept.
/// Throws Error(kDataLoss | kUnsupported, "safetensors_*") naming source and tensor.
SafetensorsHeader parseSafetensorsHeader(std::string_view json, std::string_view source);

/// A tensor's name, fit for a message: names come from outside and may be of any length.
std::string shortened(std::string_view name);

}  // namespace gan
