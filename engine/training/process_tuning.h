#pragma once

namespace gan {

/// Settings of the whole process that make training on a CPU faster; called once, first thing in a program that trains.
void tuneProcessForTraining();

}  // namespace gan
