#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace gan {

/// A value of a MATLAB structure: a single number, a row of characters, or anything else, which is not kept.
using MatValue = std::variant<std::monostate, double, std::string>;

/// An array of structures out of a MATLAB file.
struct MatTable {
  std::vector<std::string> fields;
  std::vector<std::vector<MatValue>> rows;  ///< One a structure; values in the order of the fields.

  /// Position of a field. Throws Error(kDataLoss, "mat_no_field").
  std::size_t field(std::string_view name) const;
};

/// Reads the variable `name`, an array of structures, from the bytes of a MATLAB file of version 5 to 7 (not 7.3, which
/// is HDF5), little-endian, compressed or not. Throws Error(kDataLoss, "mat_damaged" | "mat_no_table") naming source.
MatTable readMatTable(std::span<const std::byte> bytes, std::string_view name, std::string_view source);

}  // namespace gan
