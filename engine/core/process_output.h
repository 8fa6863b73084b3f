#pragma once

#include <chrono>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace gan {

/// Where a program's standard error goes.
enum class ErrorStream {
  kOurs,     ///< To this process's.
  kCollect,  ///< Into ProcessOutput::errors.
};

struct ProcessLimits {
  std::size_t max_bytes = std::size_t{1} << 20U;  ///< Of what it prints; of each stream.
  std::chrono::milliseconds time{60'000};
};

struct ProcessOutput {
  bool started = false;    ///< False when there is no such program.
  bool succeeded = false;  ///< It ended by itself with code 0.
  std::string text;        ///< Its standard output.
  std::string errors;      ///< Its standard error, if it was collected.
  std::string reason;      ///< Why it did not succeed; holds nothing of what it printed.
};

/// Runs a program, found along PATH, without input and without a shell, and takes what it prints. Past the limits it is
/// killed, with what it started. It gets no blocked or ignored signal of ours, and of our environment all but the
/// variables whose names begin with one of `withheld`.
ProcessOutput runForOutput(const std::vector<std::string>& arguments, const ProcessLimits& limits,
                           ErrorStream errors = ErrorStream::kOurs, const std::vector<std::string_view>& withheld = {});

}  // namespace gan
