#pragma once

#include <memory>
#include <string>
#include <vector>

#include "support/process.h"

namespace gan::test {

/// The same command of gan-engine as each of several ranks, as torchrun would start them on this host.
std::vector<std::unique_ptr<Process>> startRanks(int ranks, std::vector<std::string> words);

/// A port of the loopback interface at which nothing listened a moment ago.
std::string freePort();

}  // namespace gan::test
