#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "interop/aws_credentials.h"
#include "interop/aws_profile.h"

/// A profile holds no more than its text, and nothing where the text has no such profile; credentials can be sent in a
/// header.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  for (const bool is_config_file : {false, true}) {
    gan::AwsProfile profile;
    if (!gan::readAwsProfile(text, "work", is_config_file, profile) && !profile.empty()) std::abort();
    std::size_t bytes = 0;
    for (const auto& [name, value] : profile) bytes += name.size() + value.size();
    if (bytes > size) std::abort();
  }
  if (const auto found = gan::parseAwsCredentials(text)) {
    if (found->access_key.empty() || found->secret_key.empty()) std::abort();
    for (const std::string* secret : {&found->access_key, &found->secret_key, &found->session_token}) {
      if (secret->find_first_of("\r\n") != std::string::npos) std::abort();
    }
  }
  return 0;
}
