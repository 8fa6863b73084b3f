#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "core/error.h"
#include "interop/s3_xml.h"

/// A page holds nothing that S3 cannot name, nothing that would begin another header, and fewer objects than bytes.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const gan::S3Refusal refusal = gan::parseS3Refusal(text);
  if (refusal.code.size() + refusal.message.size() > size) std::abort();
  try {
    const gan::S3Page page = gan::parseS3Page(text, "input");
    if (page.objects.size() > size) std::abort();
    for (const gan::S3Object& object : page.objects) {
      if (object.key.empty() || object.key.size() > 1024) std::abort();
      if (object.etag.find_first_of("\r\n ") != std::string::npos) std::abort();
    }
  } catch (const gan::Error&) {
  }
  return 0;
}
