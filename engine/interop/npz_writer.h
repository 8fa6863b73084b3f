#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "core/partial_file.h"

namespace gan {

/// Writes a .npz file as numpy.savez() does, one array after the other and each piece by piece. It gets its name when
/// it is finished; unless it was, nothing is left. One thread.
class NpzWriter {
 public:
  /// Throws as PartialFile.
  explicit NpzWriter(const std::filesystem::path& path) : file_(path) {}

  /// type: NumPy's name of the elements, "|u1", "<i8". In C order; the array before must be whole.
  void begin(const std::string& name, const std::string& type, const std::vector<std::int64_t>& shape);
  void append(std::string_view bytes);
  void finish();

 private:
  struct Entry {
    std::string name;
    std::uint64_t offset = 0;  // of its header
    std::uint64_t bytes = 0;
    std::uint32_t crc = 0;
  };
  void endArray();

  PartialFile file_;
  std::vector<Entry> entries_;
  std::uint64_t missing_ = 0;  // bytes of the array at hand
};

}  // namespace gan
