#pragma once

#include <sys/types.h>

#include <map>
#include <string>
#include <vector>

namespace gan::test {

/// The processes that a launcher has started, by rank.
std::map<int, pid_t> workersOf(pid_t launcher);

/// A living process that one of this one's threads started and that has such a word on its command line; -1 without
/// one.
pid_t childWith(pid_t parent, const std::string& word);

/// Whether a process of that number is there and is not one that has ended already.
bool isAlive(pid_t pid);

/// Whether a process listens for SIGUSR1, and so for all signals that stop a training: it has blocked it, for a thread
/// that waits for it.
bool listensForSignals(pid_t pid);

/// Every living process of this machine in whose environment a variable has that value, whoever its parent is now.
std::vector<pid_t> processesWith(const std::string& name, const std::string& value);

}  // namespace gan::test
