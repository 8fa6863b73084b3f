#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>

#include "command.h"
#include "core/atomic_file.h"
#include "core/file_descriptor.h"
#include "cuda/memory_share.h"
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
  std::int64_t gpu_memory_mib = 0;
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
  GpuShare share{.bytes = static_cast<std::uint64_t>(options.gpu_memory_mib) << 20U};
  if (const CudaModule* module = cudaModule(device); module != nullptr && share.bytes > 0) {
    share.take = [module, index = device.index, bytes = share.bytes] { takeMemoryShare(*module, index, bytes); };
  }
  SamplerAnswers answers(device.name, options.threads, std::move(share));
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
  command->add_option("--gpu-memory", options->gpu_memory_mib, "MiB of a GPU's memory, at most; 0: what is free")
      ->check(CLI::Range(std::int64_t{0}, std::int64_t{1} << 20U));
}

}  // namespace gan::app
