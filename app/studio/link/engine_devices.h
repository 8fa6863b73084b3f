#pragma once

#include <QVector>

#include "link/engine_launcher.h"

namespace gan {

/// The GPUs that this machine's engine found. Runs `gan-engine doctor` and waits for it; empty when there is no engine
/// or it gives no answer. Any thread but the GUI's.
QVector<EngineDevice> askForDevices();

}  // namespace gan
