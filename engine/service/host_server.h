#pragma once

#include <string>

namespace gan {

/// Answers over standard input and output for all runs of this host, wherever their engines are, until standard input
/// ends: what `gan-engine connect` does at the far end of a login by ssh. program: gan-engine, which trainings and what
/// answers for finished runs are started from. Takes over the process. Throws Error(kInternal, "service_failed").
void serveHostOverStdio(const std::string& program);

}  // namespace gan
