#pragma once

#include <QString>

#include "sample_gallery/sample_model.h"

namespace gan {

/// "1,200"
QString stepText(qint64 step);
/// Below or above a picture: "Step 1,200 · truncation 0.5"; a superseded one says so.
QString sheetCaption(const SampleSheet& sheet);
/// For screen readers: "Samples at step 1,200, truncation 0.5".
QString sheetAccessibleText(const SampleSheet& sheet);

}  // namespace gan
