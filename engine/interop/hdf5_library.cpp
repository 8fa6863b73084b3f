#include "interop/hdf5_library.h"

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <optional>
#include <span>
#include <string>

#include "core/atomic_file.h"
#include "interop/lzf.h"

namespace gan {

namespace {

std::mutex& libraryMutex() {
  static std::mutex mutex;
  return mutex;
}

constexpr std::size_t kChunkBytesPlace = 2;  // where h5py's filter notes the size of a whole chunk

herr_t noteChunkBytes(hid_t properties, hid_t type, hid_t /*space*/) {
  unsigned flags = 0;
  std::size_t count = 0;
  if (H5Pget_filter_by_id2(properties, kLzfFilter, &flags, &count, nullptr, 0, nullptr, nullptr) < 0) return -1;
  hsize_t sides[H5S_MAX_RANK];
  const int rank = H5Pget_chunk(properties, H5S_MAX_RANK, sides);
  if (rank < 0) return -1;
  std::size_t bytes = H5Tget_size(type);
  for (int i = 0; i < rank; ++i) bytes *= sides[i];
  constexpr unsigned kFilterVersion = 4;  // of h5py's filter and of LibLZF, which other readers find there
  constexpr unsigned kLzfVersion = 0x0105;
  const unsigned values[] = {kFilterVersion, kLzfVersion, static_cast<unsigned>(bytes)};
  return H5Pmodify_filter(properties, kLzfFilter, flags, std::size(values), values);
}

/// What HDF5 calls for a chunk: takes *buffer of *capacity bytes, `bytes` of them used, and may put another there.
std::size_t filterLzf(unsigned flags, std::size_t value_count, const unsigned* values, std::size_t bytes,
                      std::size_t* capacity, void** buffer) {
  const std::span in(static_cast<const std::uint8_t*>(*buffer), bytes);
  std::size_t filled = 0;
  void* out = nullptr;
  if ((flags & H5Z_FLAG_REVERSE) != 0) {
    const std::uint64_t most = bytes * kLzfMostExpansion;
    const std::uint64_t noted = value_count > kChunkBytesPlace ? values[kChunkBytesPlace] : 0;
    const std::size_t room = noted == 0 ? most : std::min(most, noted);
    out = std::malloc(std::max<std::size_t>(room, 1));
    if (out == nullptr) return 0;
    filled = decompressLzf(in, {static_cast<std::uint8_t*>(out), room}).value_or(0);
  } else if (const auto packed = compressLzf(in)) {
    out = std::malloc(packed->size());
    if (out == nullptr) return 0;
    std::memcpy(out, packed->data(), packed->size());
    filled = packed->size();
  }
  if (filled == 0) {
    std::free(out);
    return 0;
  }
  std::free(*buffer);
  *buffer = out;
  *capacity = filled;
  return filled;
}

/// Ours before any plugin that may be installed: Debian 12's hdf5-plugin-lzf lacks its codec and cannot be loaded.
bool registerLzf() {
  constexpr H5Z_class2_t kClass = {H5Z_CLASS_T_VERS, kLzfFilter, 1, 1, "lzf", nullptr, noteChunkBytes, filterLzf};
  return H5Zregister(&kClass) >= 0;
}

constexpr std::string_view kErrorNumberMark = "errno = ";

/// Innermost words of the library's stack of errors, or those that name an error of the system.
std::string lastWords() {
  std::string words;
  H5Ewalk2(
      H5E_DEFAULT, H5E_WALK_UPWARD,
      [](unsigned /*number*/, const H5E_error2_t* error, void* data) -> herr_t {
        auto& found = *static_cast<std::string*>(data);
        const std::string_view words_here = error->desc == nullptr ? "" : error->desc;
        const bool names_number = words_here.find(kErrorNumberMark) != std::string_view::npos;
        if (found.empty() || (names_number && found.find(kErrorNumberMark) == std::string::npos)) found = words_here;
        return 0;
      },
      &words);
  return words;
}

/// The library writes "..., errno = 28, error message = ..." where the system refused something.
std::optional<int> errorNumberIn(const std::string& words) {
  const std::size_t place = words.find(kErrorNumberMark);
  if (place == std::string::npos) return std::nullopt;
  const int number = std::atoi(words.c_str() + place + kErrorNumberMark.size());
  return number > 0 ? std::optional(number) : std::nullopt;
}

}  // namespace

Hdf5Lock::Hdf5Lock() : lock_(libraryMutex()) {
  H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);
  [[maybe_unused]] static const bool registered = registerLzf();
}

void throwHdf5Error(std::string_view action, const std::filesystem::path& path) {
  const std::string words = lastWords();
  if (const auto number = errorNumberIn(words)) throwFileError(action, path, *number);
  throw Error(
      ErrorCode::kDataLoss, "hdf5_damaged",
      "Cannot {action} {path}: HDF5 says \"{reason}\". The file is cut short or damaged; fetch or make it again.",
      {{"action", std::string(action)}, {"path", path.string()}, {"reason", words}});
}

}  // namespace gan
