#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <memory>
#include <string>

#include "command.h"
#include "core/atomic_file.h"
#include "core/file_descriptor.h"
#include "device.h"
#include "picture_process.h"
#include "protocol/sampler.pb.h"
#include "protocol/sampler_frames.h"
#include "sampler_answers.h"
#include "session/environment.h"

namespace gan::app {
namespace {

namespace v1 = ganstudio::v1;

struct Options {
  int threads = 1;
  std::string device = "cpu";
};

/// Standard input and output are the socket; what a library prints must not get among the messages.
FileDescriptor takeSocket() {
  FileDescriptor socket(::fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1));
  if (!socket || ::dup2(STDERR_FILENO, STDOUT_FILENO) < 0) throwFileError("use", "standard input", errno);
  return socket;
}

Result makePictures(const Options& options) {
  const FileDescriptor socket = takeSocket();
  beFirstToGo();
  const RankDevice device = chooseDevice(parseDevices(options.device), World(), gpuAccess());
  setThreads(1);
  SamplerAnswers answers(device.name, options.threads);
  v1::SamplerTask task;
  // The engine that started this process ends it by hanging up.
  while (readFrame(socket.get(), task)) {
    if (!writeFrame(socket.get(), answers.to(task))) break;
  }
  return {};
}

}  // namespace

void addSampler(CLI::App& app, Invocation& invocation) {
  const auto options = std::make_shared<Options>();
  CLI::App* command = addCommand(app, invocation, "sampler", "Makes pictures for an engine that started it",
                                 [options] { return makePictures(*options); });
  command->group("");  // for engines, not for people
  command->add_option("--threads", options->threads, "Threads that make pictures on the CPU")
      ->check(CLI::Range(1, 256));
  command->add_option("--device", options->device, "Where to compute: cpu or auto");
}

}  // namespace gan::app
