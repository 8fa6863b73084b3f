#include "distributed/slurm_program.h"

#include "core/error.h"

namespace gan {

ProcessOutput runSlurmProgram(const std::vector<std::string>& arguments, const ProcessLimits& limits) {
  ProcessOutput output = runForOutput(arguments, limits, ErrorStream::kCollect);
  if (output.started) return output;
  throw Error(ErrorCode::kFailedPrecondition, "slurm_missing",
              "The program {program} does not start ({reason}): is Slurm installed on this machine? Ask on a machine "
              "of the cluster.",
              {{"program", arguments.front()}, {"reason", output.reason}});
}

std::string slurmComplaint(const ProcessOutput& output) {
  std::string words = output.errors;
  while (!words.empty() && (words.back() == '\n' || words.back() == ' ')) words.pop_back();
  return words.empty() ? output.reason : words;
}

bool saysUnknownJob(const ProcessOutput& output) { return output.errors.find("Invalid job id") != std::string::npos; }

}  // namespace gan
