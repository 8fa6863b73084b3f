#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "interop/aws_profile.h"

/// A profile holds no more than its text, and nothing where the text has no such profile.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  for (const bool is_config_file : {false, true}) {
    gan::AwsProfile profile;
    if (!gan::readAwsProfile(text, "work", is_config_file, profile) && !profile.empty()) std::abort();
    std::size_t bytes = 0;
    for (const auto& [name, value] : profile) bytes += name.size() + value.size();
    if (bytes > size) std::abort();
  }
  return 0;
}
