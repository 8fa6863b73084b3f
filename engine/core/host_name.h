#pragma once

#include <string>

namespace gan {

/// This host's name as the system knows it; "localhost" where it has none. The one name by which processes tell
/// whether they run on the same host, so everything that writes or compares it asks here.
std::string hostName();

}  // namespace gan
