#pragma once

#include <filesystem>

#include "protocol/connection.h"

namespace gan {

/// Carries bytes between standard input and output and `stream` until either side ends; what the stream still has to
/// say when standard input ends comes through. Takes over the process: SIGPIPE is ignored from here on.
void pumpStdio(const FileDescriptor& stream);

/// The same for the engine that serves a run: what `gan-engine connect RUN` does. Throws what openEngineStream() does.
void pumpStdio(const std::filesystem::path& run, Reach reach);

}  // namespace gan
