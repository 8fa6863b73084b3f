#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>

#include "evaluation/feature_kind.h"
#include "evaluation/moments.h"

namespace gan {

/// Moments as a .npz file has them, and of which features they are where it says so.
struct StoredMoments {
  Moments moments;
  std::optional<FeatureKind> kind;  ///< None: other programs do not say.
};

/// Reads what pytorch-fid, clean-fid and guided-diffusion write: `mu` [D] and `sigma` [D, D], float32 or float64.
/// Shapes are checked before memory is taken. Throws Error(kInvalidArgument, "moments_file_bad") and what NpzFile does.
StoredMoments readMoments(const std::filesystem::path& path);

/// Writes the same, so that those programs read it, and beside them in `gan_studio` the kind and the count as JSON.
/// more: what else the file is to hold, float32, float64 or int64 by name. Throws as NpzWriter.
void writeMoments(const std::filesystem::path& path, const Moments& moments, const FeatureKind& kind,
                  const std::map<std::string, at::Tensor>& more = {});

}  // namespace gan
