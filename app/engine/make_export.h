#pragma once

#include <string>

#include "protocol/studio.pb.h"
#include "service/export_worker.h"
#include "session/picture_requests.h"

namespace gan::app {

/// What the message says, held to what the command line takes. Throws Error(kInvalidArgument, "export_request_bad") and
/// drawnAlike()'s errors.
DrawnAlike drawnAlike(const ganstudio::v1::SamplesAlike& message);

/// Makes an export as `gan-engine sample`, `interpolate` and `sheet` would: equal requests give equal bytes. Samples
/// and samples.json, or film.mp4, film.gif or film/, or sheet.png (.jpg, .webp), each with its .json, come into the
/// task's folder; of an evaluation see makeEvaluation(), of a test makeTest(), for which device and threads say
/// nothing. Throws as drawSamples(), drawFilm() and drawPictureSheet() do, and Error(kInvalidArgument,
/// "export_request_bad") for numbers that the command line would not take either.
ExportMade makeExport(const ExportTask& task, const std::string& device, int threads, ProgressMonitor& monitor);

}  // namespace gan::app
