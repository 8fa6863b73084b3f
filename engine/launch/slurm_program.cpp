#include "launch/slurm_program.h"

#include <sstream>
#include <string_view>

#include "core/error.h"

namespace gan {

ProcessOutput tryRunSlurmProgram(const std::vector<std::string>& arguments, const ProcessLimits& limits) {
  return runForOutput(arguments, limits, ErrorStream::kCollect, {"SQUEUE_", "SCANCEL_"});
}

ProcessOutput runSlurmProgram(const std::vector<std::string>& arguments, const ProcessLimits& limits) {
  ProcessOutput output = tryRunSlurmProgram(arguments, limits);
  if (output.started) return output;
  throw Error(ErrorCode::kFailedPrecondition, "slurm_missing",
              "The program {program} does not start ({reason}): is Slurm installed on this machine? Ask on a machine "
              "of the cluster.",
              {{"program", arguments.front()}, {"reason", output.reason}});
}

std::string slurmComplaint(const ProcessOutput& output) {
  std::string words;
  std::istringstream lines(output.errors);
  for (std::string line; std::getline(lines, line);) {
    constexpr std::string_view kError = "error: ";  // behind the program's name
    const std::size_t error = line.find(kError);
    if (error != std::string::npos) line.erase(0, error + kError.size());
    if (!line.empty()) words += (words.empty() ? "" : "; ") + line;
  }
  return words.empty() ? output.reason : words;
}

bool saysUnknownJob(const ProcessOutput& output) { return output.errors.find("Invalid job id") != std::string::npos; }

}  // namespace gan
