#pragma once

namespace gan {

/// Settings of the whole process that make training on a CPU faster, and repeatable on a GPU; called once, first thing
/// in a program that trains. The thread that trains must be the main one: malloc serves others from arenas that these
/// settings do not reach.
void tuneProcessForTraining();

}  // namespace gan
