#include <cstdint>
#include <cstdlib>
#include <span>
#include <string>
#include <string_view>

#include "core/crc32c.h"
#include "interop/s3_listing.h"

namespace {

void check(std::string_view text) {
  const auto saved = gan::parseS3Listing(text);
  if (!saved) return;
  for (std::int64_t i = 1; i < saved->listing.count(); ++i) {
    if (saved->listing.key(i - 1) >= saved->listing.key(i)) std::abort();
  }
  const auto again = gan::parseS3Listing(gan::formatS3Listing(*saved));
  if (!again || again->listing != saved->listing || again->address != saved->address) std::abort();
}

}  // namespace

/// What is read is written and read again alike, with keys in order. A right checksum is put under the input, too, so
/// that more than the checksum is tried.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  check(text);
  check(text + "crc32c " + std::to_string(gan::crc32c(std::as_bytes(std::span(text)))) + "\n");
  return 0;
}
