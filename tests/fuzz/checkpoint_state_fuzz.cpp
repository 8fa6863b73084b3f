#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "core/error.h"
#include "run/checkpoint_store.h"
#include "run/sha256_sums.h"

// What lies in a checkpoint beside the tensors: state.json and SHA256SUMS. Any text is either refused with an Error or
// read; a state is written and read back as itself, and no listed name leads out of the folder.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  try {
    const std::string json = gan::toJson(gan::checkpointStateFromJson(text, "input"));
    if (gan::toJson(gan::checkpointStateFromJson(json, "written")) != json) std::abort();
  } catch (const gan::Error& error) {
    if (error.id() != "checkpoint_bad_state") std::abort();
  }
  try {
    for (const auto& [name, digest] : gan::parseSha256Sums("input", text)) {
      if (name.empty() || name.find('/') != std::string::npos || digest.size() != 64) std::abort();
    }
  } catch (const gan::Error& error) {
    if (error.id() != "checkpoint_damaged") std::abort();
  }
  return 0;
}
