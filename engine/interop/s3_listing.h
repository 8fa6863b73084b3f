#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "interop/passed_over.h"
#include "interop/s3_xml.h"

namespace gan {

/// The objects of a folder in S3 in the order of their keys' bytes. Takes the bytes of key and ETag and 24 more for
/// each. Immutable but for add().
class S3Listing {
 public:
  /// Objects come in the order of their keys, as S3 lists them; returns false for one that does not.
  bool add(const S3Object& object);

  std::int64_t count() const { return static_cast<std::int64_t>(entries_.size()); }
  S3Object at(std::int64_t index) const;
  std::string_view key(std::int64_t index) const;
  /// Objects that were left out because they are no pictures.
  const std::vector<PassedOver>& passedOver() const { return passed_over_; }
  void setPassedOver(std::vector<PassedOver> passed) { passed_over_ = std::move(passed); }
  /// Gives back memory that was taken in advance.
  void shrink();

  friend bool operator==(const S3Listing& a, const S3Listing& b) = default;

 private:
  struct Entry {
    std::uint64_t text = 0;  ///< Where key and ETag begin in texts_.
    std::uint64_t size = 0;
    std::uint16_t key_bytes = 0;
    std::uint16_t etag_bytes = 0;

    friend bool operator==(const Entry& a, const Entry& b) = default;
  };
  std::string texts_;
  std::vector<Entry> entries_;
  std::vector<PassedOver> passed_over_;
};

/// A listing and what it is a listing of.
struct SavedS3Listing {
  std::string address;      ///< Server, bucket and folder.
  double unix_seconds = 0;  ///< When it was made.
  S3Listing listing;
};

/// Text: a line each for format, address and time, one for each kind of objects that were left out, one for each
/// object, and a checksum.
std::string formatS3Listing(const SavedS3Listing& saved);
/// Nothing when the text is not whole, or not one that formatS3Listing() writes.
std::optional<SavedS3Listing> parseS3Listing(std::string_view text);

}  // namespace gan
