#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "core/error.h"
#include "run/run_folder.h"

// Any text is either refused with an Error or is a manifest that is written and read back as itself, with an identifier
// that is safe in a path.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  try {
    const gan::RunManifest manifest = gan::manifestFromJson(text, "input");
    if (manifest.id.find_first_not_of("0123456789abcdef") != std::string::npos) std::abort();
    const std::string json = gan::toJson(manifest);
    if (gan::toJson(gan::manifestFromJson(json, "written")) != json) std::abort();
  } catch (const gan::Error& error) {
    if (error.id() != "run_bad_manifest") std::abort();
  }
  return 0;
}
