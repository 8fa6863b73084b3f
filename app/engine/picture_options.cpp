#include "picture_options.h"

#include "config/class_list.h"
#include "core/atomic_file.h"
#include "core/units.h"
#include "data_options.h"
#include "device.h"
#include "number_range.h"
#include "parse_step.h"
#include "session/environment.h"

namespace gan::app {
namespace {

void addQualityOption(CLI::App& command, int& quality) {
  command.add_option("--quality", quality, "Of JPEG and WebP, 1 to 100; WebP with 100 loses nothing")
      ->capture_default_str()
      ->check(CLI::Range(1, 100));
}

}  // namespace

void addStepOption(CLI::App& command, std::string& step) {
  command.add_option("--step", step, "Step of the checkpoint, or latest")->capture_default_str();
}

void addPictureOptions(CLI::App& command, PictureOptions& options) {
  command
      .add_option("RUN", options.source,
                  "Run folder, or a file of weights (.safetensors) that a run's checkpoint holds")
      ->required();
  addStepOption(command, options.step);
  command
      .add_option(
          "--device", options.device,
          "cpu, a GPU's number or auto; of a generator that one GPU cannot hold several, as in 0+1, each with a "
          "part of its blocks. On the CPU pictures are the same on any number of threads, processes or parts")
      ->capture_default_str();
  command.add_option("--threads", options.threads, "Pictures that are made at once; 0 takes every core")
      ->capture_default_str()
      ->check(CLI::Range(0, 1024));
}

PictureSource pictureSource(const PictureOptions& options, const World& world) {
  requireName("RUN", options.source);
  const DeviceWish wish = parseDevices(options.device);
  const GpuAccess gpus = gpuAccess();
  return {.path = options.source,
          .step = parseStep(options.step),
          .device = chooseDevice(wish, world, gpus).name,
          .stages = chooseGroup(wish, world, gpus),
          .threads = threadCount(options.threads, world.local_size)};
}

void addSampleOptions(CLI::App& command, SampleOptions& options) {
  command.add_option("--seed", options.seed, "Chooses the latents")
      ->capture_default_str()
      ->check(CLI::Range(std::uint64_t{0}, kLastSeed));
  command.add_option("--class", options.classes,
                     "Classes that pictures get in turn, as in 3 or 0,7-9; without it all of them");
  command
      .add_option("--truncation", options.truncation,
                  "Truncation of the latents, in standard deviations; 0 truncates nothing")
      ->capture_default_str()
      ->check(numberRange(0, kMostTruncation));
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

void addSampleSetOptions(CLI::App& command, SampleSetOptions& options) {
  CLI::Option* count = command.add_option("--count", options.count, "How many pictures")
                           ->capture_default_str()
                           ->check(CLI::Range(std::int64_t{1}, kMostSamples));
  CLI::Option* first =
      command.add_option("--first", options.first, "Number of the first one; samples of a seed are numbered from 0")
          ->capture_default_str()
          ->check(CLI::Range(std::int64_t{0}, kLastSample));
  CLI::Option* point =
      command
          .add_option(
              "--point", options.points,
              "A picture's line of text instead, as in \"seed=7 class=3 truncation=0.8 step=12000\" or \"seed=7 "
              "move=sefa/0*2.5 mix=2-4 mix_seed=9\"; repeatable")
          ->type_name("LINE")
          ->excludes(count)
          ->excludes(first);
  for (const char* in_the_line : {"--seed", "--class", "--truncation", "--truncation-kind", "--statistics"}) {
    point->excludes(command.get_option(in_the_line));
  }
  command
      .add_option(
          "--format", options.format,
          "png (what is used otherwise), jpeg or webp: a file each; npz: one samples.npz with arr_0 [N, H, W, 3] and "
          "the classes arr_1, as guided-diffusion and StudioGAN read it; npz-biggan: x [N, 3, H, W] and y, as "
          "BigGAN-PyTorch writes it")
      ->check(CLI::IsMember({"png", "jpeg", "webp", "npz", "npz-biggan"}));
  addQualityOption(command, options.quality);
  command.add_flag("--class-folders", options.class_folders, "A folder for each class");
}

void addFilmOptions(CLI::App& command, FilmOptions& options) {
  command
      .add_option("--point", options.points,
                  "A keyframe's line of text, as in \"seed=7 class=3*0.5+5*0.5\"; twice or more, in their order")
      ->type_name("LINE");
  command.add_option("--keyframes", options.keyframes,
                     "A YAML file with keyframes, one line of text each, and interpolation, seconds, "
                     "frames_per_second and loop, which the options below replace");
  command.add_option("--interpolation", options.kind, "linear, spherical (what is used otherwise) or cubic")
      ->check(CLI::IsMember({"linear", "spherical", "cubic"}));
  command.add_option("--seconds", options.seconds, "Length of the film; otherwise 4")
      ->check(numberRange(0.001, 86'400));
  command.add_option("--fps", options.frames_per_second, "Pictures a second; otherwise 30; a GIF shows at most 50")
      ->check(numberRange(1, 240));
  command.add_flag("--loop", options.loop, "From the last keyframe on to the first");
  command
      .add_option("--zoom", options.zoom,
                  "Pixels along each side that a pixel becomes, up to sides of 8,192 in an MP4, of 16,384 in others")
      ->capture_default_str()
      ->check(CLI::Range(1, kMostZoom));
}

LatentWalk walkOf(const FilmOptions& options) {
  constexpr std::uint64_t kMaxBytes = 1U << 20U;
  LatentWalk walk;
  if (!options.keyframes.empty()) {
    walk = latentWalkFromYaml(readFile(options.keyframes, kMaxBytes), options.keyframes);
  }
  for (const std::string& line : options.points) walk.keyframes.push_back(samplePointFromText(line));
  if (!options.kind.empty()) walk.kind = pathKind(options.kind);
  if (options.seconds > 0) walk.seconds = options.seconds;
  if (options.frames_per_second > 0) walk.frames_per_second = options.frames_per_second;
  if (options.loop) walk.ends = PathEnds::kLoop;
  checkWalk(walk);
  return walk;
}

void addSheetOptions(CLI::App& command, PictureSheetOptions& options) {
  command
      .add_option("--kind", options.kind,
                  "classes: a class a row; random: classes in turn; steps: a checkpoint a row, the same latents in "
                  "each; interpolate-z, interpolate-y, interpolate-zy: along a row from one latent, class or both to "
                  "another; sefa, pca: a direction a row, a picture moved along it from -3 to 3")
      ->capture_default_str()
      ->check(CLI::IsMember(
          {"classes", "random", "steps", "interpolate-z", "interpolate-y", "interpolate-zy", "sefa", "pca"}));
  CLI::Option* point =
      command
          .add_option("--point", options.points,
                      "A picture's line of text: of steps the columns, repeatable; of sefa and pca the picture that is "
                      "moved")
          ->type_name("LINE");
  for (const char* in_the_line : {"--seed", "--class", "--truncation", "--truncation-kind", "--statistics"}) {
    point->excludes(command.get_option(in_the_line));
  }
  command
      .add_option(
          "--rows", options.rows,
          "0: of classes and steps as many as there are, at most 50; 8 of random, sefa and pca, 16 of interpolations")
      ->capture_default_str()
      ->check(CLI::Range(0, 1000));
  command.add_option("--columns", options.columns, "Pictures in a row")
      ->capture_default_str()
      ->check(CLI::Range(1, 1000));
  addQualityOption(command, options.quality);
}

std::string counted(std::int64_t count, const std::string& noun) {
  return formatCount(count) + " " + noun + (count == 1 ? "" : "s");
}

}  // namespace gan::app
