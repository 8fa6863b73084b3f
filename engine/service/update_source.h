#pragma once

#include <grpcpp/support/byte_buffer.h>

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <tuple>

#include "run/run_reader.h"

namespace gan {

/// What watchers are sent, encoded once for all who stand at the same place: most of them do. Thread-safe.
class UpdateSource {
 public:
  explicit UpdateSource(const RunReader& reader) : reader_(reader) {}

  enum class Scalars { kSent, kOnlyCounted };
  struct Encoded {
    grpc::ByteBuffer bytes;  ///< A WatchUpdate.
    RunReader::Cursor next;
  };

  /// What came after cursor, or a first part of it; null when nothing did.
  std::shared_ptr<const Encoded> after(const RunReader::Cursor& cursor, Scalars scalars);
  /// An update that only tells where the run stands.
  std::shared_ptr<const Encoded> position(const RunReader::Cursor& cursor) const;
  /// Call when the reader knows more.
  void forgetEncoded();

 private:
  const RunReader& reader_;
  std::mutex mutex_;
  std::map<std::tuple<std::uint64_t, std::uint64_t, Scalars>, std::shared_ptr<const Encoded>> encoded_;
};

}  // namespace gan
