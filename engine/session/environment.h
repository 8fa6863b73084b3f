#pragma once

#include <string>

namespace gan {

class RunConfig;

/// "0.1.0".
std::string engineVersion();
/// "2.11.0+cu130" and the like.
std::string torchVersion();
/// What ATen's kernels were dispatched to: "AVX512".
std::string instructionSet();
/// Cores that this process may use.
int availableCores();
/// Threads that one operation takes when a person asks for so many; 0 is every available core, divided among the
/// processes that train on this host.
int threadCount(int wished, int processes = 1);
/// Sets that number for this process; from the training thread, before it trains.
void setThreads(int threads);
/// Threads on which LibTorch computes by what pictures are judged. A sum's last bits depend on their number, so that it
/// is the same on any machine and in any number of processes. It is 1 because threads that train together wait awake
/// for those that have no core: more of them than cores are free take many times as long as one.
inline constexpr int kJudgeThreads = 1;
/// Makes this process compute as a run with this configuration does: see training.float32_precision.
void useFloat32Precision(const RunConfig& config);
/// "0.1.0 on HOST, process PID".
std::string engineIdentity();

}  // namespace gan
