#pragma once

#include <filesystem>

namespace gan {

/// Carries the protocol between standard input and output and the engine that serves this run on this host, until
/// either side ends. What `gan-engine connect RUN` does at the far end of an ssh connection; takes over the process
/// (SIGPIPE is ignored from here on). Throws Error(kNotFound, "run_not_served"), Error(kUnavailable,
/// "engine_unreachable" | "engine_not_accepting").
void pumpStdio(const std::filesystem::path& run);

}  // namespace gan
