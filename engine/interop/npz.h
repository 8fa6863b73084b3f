#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace gan {

/// An array of NumPy's .npy format (NEP 1), in C order.
struct NpyArray {
  std::string type;  ///< NumPy's name of the elements: "|u1", "<i8", "<f4" ...
  std::vector<std::int64_t> shape;
  std::vector<std::byte> bytes;

  std::int64_t count() const;
  std::uint64_t elementBytes() const;
};

/// A .npz file: a zip archive of .npy files, stored or deflated, as numpy.savez() and savez_compressed() write it.
class NpzFile {
 public:
  /// Reads the list of arrays. Throws Error(kDataLoss, "npz_damaged"), and for files that cannot be read.
  explicit NpzFile(const std::filesystem::path& path);

  /// Names without ".npy", sorted.
  std::vector<std::string> names() const;
  /// Type and shape only; bytes stays empty.
  NpyArray header(const std::string& name) const;
  /// Throws Error(kNotFound, "npz_no_array"), Error(kDataLoss, "npz_damaged"), Error(kInvalidArgument,
  /// "npz_too_large") before memory is taken for more than max_bytes, Error(kUnsupported, "npz_unsupported") for arrays
  /// in Fortran's order, of Python objects or of records.
  NpyArray read(const std::string& name, std::uint64_t max_bytes = std::uint64_t{64} << 30U) const;

 private:
  struct Entry {
    std::uint64_t offset = 0;  // of the local header
    std::uint64_t stored_bytes = 0;
    std::uint64_t bytes = 0;
    std::uint32_t crc = 0;
    bool deflated = false;
  };
  class Content;
  /// The entry, positioned behind the array's header.
  std::pair<std::unique_ptr<Content>, NpyArray> open(const std::string& name) const;
  const Entry& entry(const std::string& name) const;
  void readDirectory();
  void addEntry(const std::string& header, const std::string& name, const std::string& extra);
  std::string bytesAt(std::uint64_t offset, std::uint64_t count) const;
  [[noreturn]] void throwDamaged(std::string_view reason) const;

  std::filesystem::path path_;
  std::uint64_t file_bytes_ = 0;
  std::map<std::string, Entry> entries_;
};

}  // namespace gan
