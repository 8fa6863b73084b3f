#pragma once

namespace gan {

/// Chooses how long threads that compute together wait for each other awake before they sleep, for LibTorch's OpenMP,
/// in GOMP_SPINCOUNT. Returns whether it has: the program is to begin anew then, for OpenMP reads its environment while
/// it is loaded, before main(). Who has set GOMP_SPINCOUNT or OMP_WAIT_POLICY has chosen already.
bool chooseThreadWaiting();

/// Settings of the whole process that make training on a CPU faster, and repeatable on a GPU; called once, first thing
/// in a program that trains. The thread that trains must be the main one: malloc serves others from arenas that these
/// settings do not reach.
void tuneProcessForTraining();

}  // namespace gan
