#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <memory>
#include <string>

#include "command.h"
#include "config/yaml.h"
#include "core/atomic_file.h"
#include "core/file_descriptor.h"
#include "core/log.h"
#include "device.h"
#include "protocol/convert.h"
#include "protocol/sampler.pb.h"
#include "protocol/sampler_frames.h"
#include "protocol/status.h"
#include "sampling/picture_file.h"
#include "sampling/point_painter.h"
#include "session/environment.h"

namespace gan::app {
namespace {

namespace v1 = ganstudio::v1;

constexpr int kUsualQuality = 90;

struct Options {
  int threads = 1;
  std::string device = "cpu";
};

/// Before the training loses anything, this process goes when memory runs out.
void beFirstToGo() {
  constexpr std::string_view kFirst = "1000";
  const int file = ::open("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC);
  if (file < 0 || ::write(file, kFirst.data(), kFirst.size()) < 0) {
    log::warning("the process that makes pictures cannot say that it may be ended first when memory runs out");
  }
  if (file >= 0) ::close(file);
}

/// Standard input and output are the socket; what a library prints must not get among the messages.
FileDescriptor takeSocket() {
  FileDescriptor socket(::fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1));
  if (!socket || ::dup2(STDERR_FILENO, STDOUT_FILENO) < 0) throwFileError("use", "standard input", errno);
  return socket;
}

std::vector<Image> paint(PointPainter& painter, const v1::SamplerTask& task, const v1::PictureWish& wish) {
  PaintedWeights weights{.file = task.weights()};
  applyYaml(weights.config, task.config_yaml(), "the run's configuration");
  useFloat32Precision(weights.config);
  const PaintedWish painted{.side = static_cast<std::int64_t>(wish.size())};
  if (task.has_interpolate()) {
    return painter.paint(weights, walkOf(task.interpolate()), static_cast<std::int64_t>(task.interpolate().first()),
                         task.interpolate().count(), painted);
  }
  std::vector<SamplePoint> points;
  for (const std::string& point : task.generate().points()) points.push_back(samplePointFromText(point));
  return painter.paint(weights, points, painted);
}

void fill(v1::Picture& picture, const Image& image, const v1::PictureWish& wish) {
  picture.set_width(static_cast<std::uint32_t>(image.width));
  picture.set_height(static_cast<std::uint32_t>(image.height));
  picture.set_channels(static_cast<std::uint32_t>(image.channels));
  picture.set_format(wish.format());
  if (wish.format() == v1::PICTURE_FORMAT_JPEG) {
    const int quality = wish.quality() == 0 ? kUsualQuality : static_cast<int>(wish.quality());
    picture.set_pixels(encodePicture("the picture", image, PictureFormat::kJpeg, quality));
  } else {
    picture.set_pixels(image.pixels.data(), image.pixels.size());
  }
}

v1::SamplerAnswer answerTo(PointPainter& painter, const v1::SamplerTask& task) {
  v1::SamplerAnswer answer;
  const v1::PictureWish& wish = task.has_interpolate() ? task.interpolate().wish() : task.generate().wish();
  try {
    std::uint64_t index = 0;
    for (const Image& image : paint(painter, task, wish)) {
      v1::Picture& picture = *answer.add_pictures();
      picture.set_index(index++);
      picture.set_step(task.step());
      fill(picture, image, wish);
    }
  } catch (const Error& error) {
    answer.Clear();
    toMessage(error, *answer.mutable_error());
  } catch (const std::exception& error) {
    answer.Clear();
    toMessage(Error(ErrorCode::kInternal, "internal", "{reason}", {{"reason", error.what()}}), *answer.mutable_error());
  }
  return answer;
}

Result makePictures(const Options& options) {
  const FileDescriptor socket = takeSocket();
  beFirstToGo();
  const RankDevice device = chooseDevice(parseDevices(options.device), World(), gpuAccess());
  setThreads(1);
  PointPainter painter(device.name, options.threads);
  v1::SamplerTask task;
  // The engine that started this process ends it by hanging up.
  while (readFrame(socket.get(), task)) {
    if (!writeFrame(socket.get(), answerTo(painter, task))) break;
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
