#pragma once

#include "models/tensor_map.h"

namespace gan {

class StageGroup;

/// Hands tensors with their names over to another stage.
void sendTensors(const TensorMap& tensors, StageGroup& stages, int to);
/// What that stage handed over so; on the host.
TensorMap receiveTensors(StageGroup& stages, int from);

}  // namespace gan
