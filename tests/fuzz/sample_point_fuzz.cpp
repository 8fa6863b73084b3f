#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "config/sample_point.h"
#include "core/error.h"

// A picture's line of text as it is typed, pasted or kept in a file: refused with an Error, or a point that is written
// and read back as itself.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  try {
    const gan::SamplePoint point = gan::samplePointFromText({reinterpret_cast<const char*>(data), size});
    if (gan::samplePointFromText(gan::toText(point)) != point) std::abort();
  } catch (const gan::Error& error) {
    if (error.code() != gan::ErrorCode::kInvalidArgument || error.message().size() > 4000) std::abort();
  }
  return 0;
}
