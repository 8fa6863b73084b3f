#pragma once

#include <grpcpp/support/byte_buffer.h>

#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <tuple>

#include "run/run_reader.h"

namespace gan {

/// What watchers are sent, encoded once for all who stand at the same place: most of them do. A client may name any
/// place, so only the newest encoded updates are kept. Thread-safe.
class UpdateSource {
 public:
  explicit UpdateSource(const RunReader& reader) : reader_(reader) {}
  virtual ~UpdateSource() = default;
  UpdateSource(const UpdateSource&) = delete;
  UpdateSource& operator=(const UpdateSource&) = delete;

  enum class Scalars { kSent, kOnlyCounted };
  struct Encoded {
    grpc::ByteBuffer bytes;  ///< A WatchUpdate.
    RunReader::Cursor next;
  };

  /// What came after cursor, or a first part of it; null when nothing did. May read files.
  virtual std::shared_ptr<const Encoded> after(const RunReader::Cursor& cursor, Scalars scalars);
  /// An update that only tells where the run stands.
  std::shared_ptr<const Encoded> position(const RunReader::Cursor& cursor) const;
  /// Call when the reader knows more.
  void forgetEncoded();

  /// What is kept may take so much in all, or one update of any size.
  static constexpr std::size_t kMaxKeptBytes = std::size_t{8} << 20U;
  std::size_t keptBytes() const;

 private:
  using Place = std::tuple<std::uint64_t, std::uint64_t, Scalars>;

  void keep(const Place& place, const std::shared_ptr<const Encoded>& encoded, std::uint64_t edition);

  const RunReader& reader_;
  mutable std::mutex mutex_;
  std::map<Place, std::shared_ptr<const Encoded>> encoded_;
  std::deque<Place> kept_;  ///< Oldest first.
  std::size_t kept_bytes_ = 0;
  std::uint64_t edition_ = 0;  ///< How often all was forgotten.
};

}  // namespace gan
