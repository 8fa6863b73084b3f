#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "run/kept_tests.h"

namespace gan::app {

/// What a test of a checkpoint found, as the commands tell it with --json.
nlohmann::json testFacts(const std::string& checkpoint, const KeptTest& tested);

}  // namespace gan::app
