#pragma once

#include <vector>

#include "config/schema.h"

/// The fields of the schema by what they are about, in the order in which they are shown.
namespace gan::fields {

std::vector<Field> dataFields();
std::vector<Field> modelFields();
std::vector<Field> trainingFields();
std::vector<Field> regulariserFields();
/// Of each network's optimiser.
std::vector<Field> optimizerFields();
std::vector<Field> classifierFields();
std::vector<Field> accumulationFields();
std::vector<Field> emaFields();
std::vector<Field> samplingFields();
/// Of the process that makes pictures for clients.
std::vector<Field> samplerFields();
/// Of the scores that are computed while a run trains.
std::vector<Field> evaluationFields();
/// Of scalars, checkpoints and guards.
std::vector<Field> recordingFields();
/// Of the rules that watch a training.
std::vector<Field> healthFields();

}  // namespace gan::fields
