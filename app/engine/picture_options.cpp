#include "picture_options.h"

#include "config/class_list.h"
#include "core/units.h"
#include "data_options.h"
#include "device.h"
#include "number_range.h"
#include "parse_step.h"
#include "session/environment.h"

namespace gan::app {

void addPictureOptions(CLI::App& command, PictureOptions& options) {
  command
      .add_option("RUN", options.source,
                  "Run folder, or a file of weights (.safetensors) that a run's checkpoint holds")
      ->required();
  command.add_option("--step", options.step, "Step of the checkpoint, or latest")->capture_default_str();
  command
      .add_option("--device", options.device,
                  "cpu, a GPU's number or auto. On the CPU pictures are the same on any number of threads or processes")
      ->capture_default_str();
  command.add_option("--threads", options.threads, "Pictures that are made at once; 0 takes every core")
      ->capture_default_str()
      ->check(CLI::Range(0, 1024));
}

PictureSource pictureSource(const PictureOptions& options, const World& world) {
  requireName("RUN", options.source);
  return {.path = options.source,
          .step = parseStep(options.step),
          .device = chooseDevice(parseDevices(options.device), world, gpuAccess()).name,
          .threads = threadCount(options.threads, world.local_size)};
}

void addSampleOptions(CLI::App& command, SampleOptions& options) {
  constexpr std::uint64_t kMaxSeed = std::uint64_t{1} << 53U;
  command.add_option("--seed", options.seed, "Chooses the latents")
      ->capture_default_str()
      ->check(CLI::Range(std::uint64_t{0}, kMaxSeed));
  command.add_option("--class", options.classes,
                     "Classes that pictures get in turn, as in 3 or 0,7-9; without it all of them");
  command
      .add_option("--truncation", options.truncation,
                  "Truncation of the latents, in standard deviations; 0 truncates nothing")
      ->capture_default_str()
      ->check(numberRange(0, 1000));
  command
      .add_option("--truncation-kind", options.truncation_kind,
                  "redraw: components beyond it are drawn again; scaled_redraw: it multiplies normal numbers within 2, "
                  "as DeepMind's BigGAN does; scale: it multiplies normal numbers, as BigGAN-PyTorch does")
      ->capture_default_str()
      ->check(CLI::IsMember({"redraw", "scaled_redraw", "scale"}));
  command
      .add_option(
          "--statistics", options.statistics,
          "Of batch normalisations: running, standing (means over batches drawn with this truncation), or batch "
          "(of one such batch)")
      ->capture_default_str()
      ->check(CLI::IsMember({"running", "standing", "batch"}));
}

DrawnAlike drawnAlike(const SampleOptions& options) {
  return {.seed = options.seed,
          .classes = options.classes.empty() ? std::vector<std::int64_t>() : classList(options.classes, -1),
          .truncation = {.threshold = options.truncation, .kind = truncationKind(options.truncation_kind)},
          .statistics = statisticsMode(options.statistics)};
}

std::string counted(std::int64_t count, const std::string& noun) {
  return formatCount(count) + " " + noun + (count == 1 ? "" : "s");
}

void addQualityOption(CLI::App& command, int& quality) {
  command.add_option("--quality", quality, "Of JPEG and WebP, 1 to 100; WebP with 100 loses nothing")
      ->capture_default_str()
      ->check(CLI::Range(1, 100));
}

}  // namespace gan::app
