#pragma once

#include <exception>
#include <string>
#include <vector>

#include "support/process.h"

namespace gan::test {

/// Runs ip with words for network namespaces. Why that did not go; empty when it did.
inline std::string refusalOfNetwork(const std::vector<std::string>& words) {
  try {
    const Finished done = run(words);
    return done.code == 0 ? std::string() : "network namespaces cannot be made here: " + done.errors;
  } catch (const std::exception& error) {
    return std::string("network namespaces cannot be made here: ") + error.what();
  }
}

}  // namespace gan::test
