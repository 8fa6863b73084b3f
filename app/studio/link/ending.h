#pragma once

#include <chrono>
#include <functional>

namespace gan {

/// Runs `end` on a thread of its own: what ends there may wait for a disk or an engine without keeping the GUI thread
/// waiting. One place for the whole program, because what ends outlives whoever owned it. `end` must not throw.
/// Any thread, while there is a QCoreApplication, whose end waits for all of them.
void endAside(std::function<void()> end);

/// Waits until everything given to endAside() has ended; false when the time is up before that.
bool waitForEndings(std::chrono::milliseconds limit);

}  // namespace gan
