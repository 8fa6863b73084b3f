#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "interop/aws_credentials.h"

/// What a credential_process or the machine's metadata may answer: credentials found in it can be sent in a header, and
/// when they expire is a time.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto found = gan::parseAwsCredentials({reinterpret_cast<const char*>(data), size});
  if (!found) return 0;
  if (found->access_key.empty() || found->secret_key.empty()) std::abort();
  for (const std::string* secret : {&found->access_key, &found->secret_key, &found->session_token}) {
    if (!std::ranges::all_of(*secret, [](char c) { return c > ' ' && c < 127; })) std::abort();
  }
  if (found->expires_unix_seconds && !std::isfinite(*found->expires_unix_seconds)) std::abort();
  return 0;
}
