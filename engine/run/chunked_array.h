#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>
#include <span>
#include <vector>

namespace gan {

/// An array that grows at its end in chunks: no copy of everything and no doubled memory when it grows. kChunk is a
/// power of two. Not thread-safe.
template <class T, std::size_t kChunk>
class ChunkedArray {
  static_assert((kChunk & (kChunk - 1)) == 0, "an index is split by shifting");

 public:
  std::size_t size() const { return size_; }
  const T& operator[](std::size_t index) const { return chunks_[index / kChunk][index % kChunk]; }
  const T& back() const { return (*this)[size_ - 1]; }

  void push_back(const T& value) { append(std::span<const T>(&value, 1)); }

  void append(std::span<const T> values) {
    while (!values.empty()) {
      if (size_ == chunks_.size() * kChunk) chunks_.push_back(std::make_unique_for_overwrite<T[]>(kChunk));
      const std::size_t at = size_ % kChunk;
      const std::size_t count = std::min(values.size(), kChunk - at);
      std::copy_n(values.begin(), count, chunks_[size_ / kChunk].get() + at);
      size_ += count;
      values = values.subspan(count);
    }
  }

  /// Keeps the first `size` values; more than there are changes nothing.
  void truncate(std::size_t size) {
    size_ = std::min(size_, size);
    chunks_.resize((size_ + kChunk - 1) / kChunk);
    forgotten_ = std::min(forgotten_, chunks_.size());
  }

  /// Gives back the memory of all chunks before the one that holds `index`: what was in them must not be asked for any
  /// more, and truncate() must not cut inside them.
  void forgetBefore(std::size_t index) {
    for (; forgotten_ < index / kChunk; ++forgotten_) chunks_[forgotten_].reset();
  }

  /// Values from `index` to the end of its chunk or of the array.
  std::span<const T> from(std::size_t index) const {
    return {&(*this)[index], std::min(kChunk - index % kChunk, size_ - index)};
  }

 private:
  std::vector<std::unique_ptr<T[]>> chunks_;
  std::size_t size_ = 0;
  std::size_t forgotten_ = 0;  ///< Chunks whose memory was given back.
};

}  // namespace gan
