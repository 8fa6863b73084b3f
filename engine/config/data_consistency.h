#pragma once

namespace gan {

class RunConfig;

/// Those rules of checkConsistency() that speak of single images: for whoever looks at images or prepares them.
void checkImageConsistency(const RunConfig& config);

/// These, and those on batches: for whoever loads images without a network in mind.
void checkDataConsistency(const RunConfig& config);

}  // namespace gan
