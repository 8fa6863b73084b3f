#pragma once

#include <exception>
#include <string>

namespace gan {

/// The first line of what an exception says: LibTorch's go on with a stack trace.
inline std::string reasonOf(const std::exception& error) {
  const std::string text = error.what();
  return text.substr(0, text.find('\n'));
}
inline std::string reasonOf(const std::exception_ptr& failure) {
  try {
    std::rethrow_exception(failure);
  } catch (const std::exception& error) {
    return reasonOf(error);
  }
}

}  // namespace gan
