#pragma once

#include <string>

namespace gan {

/// "0.1.0".
std::string engineVersion();
/// "2.11.0+cu130" and the like.
std::string torchVersion();
/// What ATen's kernels were dispatched to: "AVX512".
std::string instructionSet();
/// Cores that this process may use.
int availableCores();
/// Threads of one operation, from now on; 0 takes every available core. Returns the number set.
int setThreads(int threads);
/// "0.1.0 on HOST, process PID".
std::string engineIdentity();

}  // namespace gan
