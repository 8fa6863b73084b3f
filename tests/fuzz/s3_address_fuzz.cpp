#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "core/error.h"
#include "interop/http_client.h"
#include "interop/s3_address.h"

namespace {

void require(bool holds) {
  if (!holds) std::abort();
}

void checkAddress(std::string_view text) {
  try {
    const gan::S3Address address = gan::parseS3Address(text);
    require(address.bucket.find_first_of("/@:?#%\\ \r\n") == std::string::npos);  // it becomes part of a host's name
    require(address.prefix.empty() || address.prefix.ends_with('/'));
    require(gan::parseS3Address(address.text()).text() == address.text());
  } catch (const gan::Error& error) {
    require(error.id() == "s3_bad_address");
  }
}

void checkUrl(std::string_view location) {
  const auto url = gan::resolveUrl("https://bucket.example:8443/folder/key?x=1", location);
  if (!url) return;
  require(url->starts_with("http://") || url->starts_with("https://"));
  require(url->find_first_of("\r\n ") == std::string::npos);
  const auto origin = gan::originOf(*url);
  require(!origin || gan::originOf(*origin + "/") == origin);
}

}  // namespace

/// Where data lies and where redirects lead: an address is read back as itself, whatever is encoded for a URL is
/// decoded again, and a redirect leads to a server or nowhere.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  checkAddress(text);
  checkAddress("s3://" + std::string(text));
  require(gan::percentDecode(gan::percentEncode(text, "/")) == text);
  if (const auto decoded = gan::percentDecode(text)) require(decoded->size() <= size);
  require(!gan::isRegionName(text) || text.find_first_of("./@:\r\n ") == std::string_view::npos);
  checkUrl(text);
  return 0;
}
