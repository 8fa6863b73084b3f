#pragma once

namespace gan {

class RunConfig;

/// Those rules of checkConsistency() that speak of data.* only: for whoever prepares images without a network in mind.
void checkDataConsistency(const RunConfig& config);

}  // namespace gan
