#pragma once

#include <chrono>
#include <cstddef>
#include <string>

namespace gan {

struct ProcessOutput {
  bool succeeded = false;
  std::string text;    ///< Its standard output.
  std::string reason;  ///< Why it did not succeed; holds nothing of what it printed.
};

/// Runs a command line in the shell, without input, and takes what it prints; its errors go to ours. Past the limits it
/// is killed, with what it started.
ProcessOutput runForOutput(const std::string& command, std::size_t max_bytes, std::chrono::seconds limit);

}  // namespace gan
