#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "data/dataset.h"

namespace gan {

class RunConfig;

/// Which images are kept back from training, to judge it by: of each class the last ones, in the order of the data set;
/// images without a class are a class of their own.
struct HeldOut {
  enum class How { kShare, kPerClass };
  How how = How::kShare;
  double share = 0.1;           ///< Of each class, rounded up.
  std::int64_t per_class = 10;  ///< All but one where a class has fewer.
};

enum class Side { kTraining, kHeldOut };

/// One side of a data set whose images are divided so. Throws Error(kInvalidArgument, "data_nothing_held_out") when a
/// side is empty.
std::unique_ptr<Dataset> divided(std::unique_ptr<Dataset> whole, const HeldOut& rule, Side side);

/// What data.validation says, where it keeps images of the training data back.
std::optional<HeldOut> heldOut(const RunConfig& config);

/// The images that data.validation names, null for none. Throws as openDataset().
std::unique_ptr<Dataset> openValidation(const RunConfig& config);

}  // namespace gan
