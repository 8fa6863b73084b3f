#pragma once

#include <string>

#include "service/export_worker.h"

namespace gan::app {

/// Makes an export as `gan-engine sample`, `interpolate` and `sheet` would: equal requests give equal bytes. Samples
/// and samples.json, or film.mp4, film.gif or film/, or sheet.png (.jpg, .webp), each with its .json, come into the
/// task's folder. Throws as drawSamples(), drawFilm() and drawPictureSheet() do, and Error(kInvalidArgument,
/// "export_request_bad") for numbers that the command line would not take either.
ExportMade makeExport(const ExportTask& task, const std::string& device, int threads, ProgressMonitor& monitor);

}  // namespace gan::app
