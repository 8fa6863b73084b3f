#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>
#include <span>
#include <type_traits>
#include <vector>

#include "run/sums_file.h"

namespace gan {

/// An array that grows at its end in chunks: no copy of everything and no doubled memory when it grows. kChunk is a
/// power of two. Not thread-safe.
template <class T, std::size_t kChunk>
class ChunkedArray {
  static_assert((kChunk & (kChunk - 1)) == 0, "an index is split by shifting");
  static_assert(std::is_trivially_copyable_v<T>, "chunks are memory, not objects");

 public:
  ChunkedArray() = default;
  /// Its chunks lie in the file, which must outlive it.
  explicit ChunkedArray(SumsFile& file) requires(kChunk * sizeof(T) <= SumsFile::kChunkBytes) : file_(&file) {}

  std::size_t size() const { return size_; }
  const T& operator[](std::size_t index) const { return chunks_[index / kChunk - forgotten_][index % kChunk]; }
  const T& back() const { return (*this)[size_ - 1]; }

  void push_back(const T& value) { append(std::span<const T>(&value, 1)); }

  void append(std::span<const T> values) {
    while (!values.empty()) {
      if (size_ == (forgotten_ + chunks_.size()) * kChunk) chunks_.push_back(makeChunk());
      const std::size_t at = size_ % kChunk;
      const std::size_t count = std::min(values.size(), kChunk - at);
      std::copy_n(values.begin(), count, chunks_.back().get() + at);
      size_ += count;
      values = values.subspan(count);
    }
  }

  /// Keeps the first `size` values; more than there are changes nothing.
  void truncate(std::size_t size) {
    size_ = std::min(size_, size);
    const std::size_t needed = (size_ + kChunk - 1) / kChunk;
    forgotten_ = std::min(forgotten_, needed);
    chunks_.erase(chunks_.begin() + static_cast<std::ptrdiff_t>(needed - forgotten_), chunks_.end());
  }

  /// Gives back the memory of all chunks before the one that holds `index`: what was in them must not be asked for any
  /// more, and truncate() must not cut inside them.
  void forgetBefore(std::size_t index) {
    if (index / kChunk <= forgotten_) return;
    chunks_.erase(chunks_.begin(), chunks_.begin() + static_cast<std::ptrdiff_t>(index / kChunk - forgotten_));
    forgotten_ = index / kChunk;
  }

  /// Values from `index` to the end of its chunk or of the array.
  std::span<const T> from(std::size_t index) const {
    return {&(*this)[index], std::min(kChunk - index % kChunk, size_ - index)};
  }

 private:
  struct Release {
    SumsFile* file = nullptr;
    void operator()(T* chunk) const {
      if (file == nullptr) return std::allocator<T>().deallocate(chunk, kChunk);
      file->giveBack(chunk);
    }
  };
  using Chunk = std::unique_ptr<T[], Release>;

  Chunk makeChunk() {
    if (file_ == nullptr) return Chunk(std::allocator<T>().allocate(kChunk));
    return Chunk(static_cast<T*>(file_->take()), Release{file_});
  }

  SumsFile* file_ = nullptr;
  std::vector<Chunk> chunks_;  ///< Those that are not forgotten.
  std::size_t size_ = 0;
  std::size_t forgotten_ = 0;  ///< Chunks whose memory was given back.
};

}  // namespace gan
