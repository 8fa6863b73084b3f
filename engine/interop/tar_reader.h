#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace gan {

/// A file inside a tar archive. Offsets count from the archive's beginning.
struct TarEntry {
  std::string name;           ///< Without "./" in front.
  std::uint64_t header = 0;   ///< Where its first header begins, those with a long name included.
  std::uint64_t content = 0;  ///< Where its bytes begin.
  std::uint64_t bytes = 0;

  std::uint64_t end() const { return content + bytes; }
};

/// Lists the files of a tar archive front to back without reading their contents: POSIX ustar and pax (path and size),
/// GNU's long names and sizes beyond 8 GiB, and the format before them. Folders, links and devices are passed over.
class TarReader {
 public:
  /// Fills `out` with the archive's bytes from `offset` on, or throws. Never asked beyond the archive's end.
  using ReadAt = std::function<void(std::uint64_t offset, std::span<std::byte> out)>;

  /// The archive is `bytes` long; source names it in messages.
  TarReader(ReadAt read, std::uint64_t bytes, std::string source)
      : read_(std::move(read)), bytes_(bytes), source_(std::move(source)) {}

  /// The next file, whose contents lie wholly inside the archive; empty at the end. Throws Error(kDataLoss,
  /// "tar_damaged").
  std::optional<TarEntry> next();

 private:
  /// What headers in front of a file's own say of it.
  struct Overrides {
    std::string name;
    std::optional<std::uint64_t> bytes;
  };
  std::string text(std::uint64_t offset, std::uint64_t bytes);
  void takePax(std::string_view records, Overrides& overrides);
  [[noreturn]] void throwDamaged(std::uint64_t offset, std::string_view reason) const;

  ReadAt read_;
  std::uint64_t bytes_;
  std::string source_;
  std::uint64_t position_ = 0;  // of the next header
};

}  // namespace gan
