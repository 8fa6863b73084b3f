#pragma once

#include <cstdint>
#include <filesystem>

#include "evaluation/feature_rows.h"

namespace gan {

/// A .npz file of the rows of some neighbouring pictures. It gets its name when it is whole. Throws as NpzWriter.
void writeShare(const std::filesystem::path& path, const FeatureRows& rows);
/// What writeShare() was given of `count` pictures. Throws Error(kDataLoss, "feature_share_bad") and as NpzFile.
FeatureRows readShare(const std::filesystem::path& path, std::int64_t count);

}  // namespace gan
