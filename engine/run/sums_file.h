#pragma once

#include <cstddef>
#include <filesystem>
#include <vector>

#include "core/file_descriptor.h"

namespace gan {

/// Memory that lies in a file: for sums of old values, which grow for as long as a run goes on while few of them are
/// looked at. The kernel keeps in memory what is in use and the file has the rest, so that no process grows with its
/// run.
///
/// The file has no name and goes with its reader. Each has its own, because what it holds is true of that reader only:
/// of the line of the run that it has read so far, and of the smoothing that it was asked for. It is made anew from the
/// metrics files, which are read in any case. It lies on this machine's disk and not beside the metrics: a share that
/// goes away would end whoever has a file of it mapped, and a viewer may not be allowed to write there.
///
/// Not thread-safe.
class SumsFile {
 public:
  /// Made with the first chunk. Where the folder has no room, the memory is the process's own.
  explicit SumsFile(std::filesystem::path folder = defaultFolder()) : folder_(std::move(folder)) {}
  /// Nothing that was taken may be used any more.
  ~SumsFile();
  SumsFile(const SumsFile&) = delete;
  SumsFile& operator=(const SumsFile&) = delete;

  static constexpr std::size_t kChunkBytes = 6144;
  /// kChunkBytes bytes, aligned for any number. Throws std::bad_alloc.
  void* take();
  /// For a later take().
  void giveBack(void* chunk) noexcept;

  /// Bytes of the file; 0 while there is none.
  std::size_t size() const { return file_bytes_; }

  /// $TMPDIR, or /var/tmp: in many systems /tmp is memory.
  static std::filesystem::path defaultFolder();

 private:
  struct Region {
    std::byte* begin = nullptr;
    std::size_t bytes = 0;
  };
  void addRegion();
  std::byte* mapMore(std::size_t bytes);

  std::filesystem::path folder_;
  FileDescriptor file_;
  std::size_t file_bytes_ = 0;
  std::vector<Region> regions_;
  std::size_t used_ = 0;     ///< Of the newest region.
  std::vector<void*> free_;  ///< Chunks that were given back. Has room for all there are.
  std::size_t chunks_ = 0;   ///< Ever taken from regions.
};

}  // namespace gan
