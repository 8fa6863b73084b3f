#pragma once

#include <string>

#include "data/dataset.h"

namespace gan {

class RunConfig;

/// A text that is another one for other pixels, for what is computed of images and kept. A fingerprint may be of names
/// and sizes, which two folders of bitmaps have alike; this has beside it where the files lie and when each was last
/// written, and how data.* bring images into memory. Not how they are fitted: see describeFit().
/// info: of openDataset(config, decoding).
std::string identityOfImages(const RunConfig& config, const DatasetInfo& info,
                             Decoding decoding = Decoding::kAsTrained);

}  // namespace gan
