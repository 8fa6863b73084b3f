#include "train_options.h"

#include <algorithm>

#include "config/preset.h"
#include "config/yaml.h"
#include "core/error.h"
#include "core/units.h"
#include "data_options.h"

namespace gan::app {

namespace fs = std::filesystem;

namespace {

fs::path freeRunPath(const std::string& preset) {
  const fs::path base =
      fs::path("runs") / (formatUtc(unixSeconds()).substr(0, 10) + "-" + (preset.empty() ? "run" : preset));
  fs::path path = base;
  for (int number = 2; fs::exists(path); ++number) path = base.string() + "-" + std::to_string(number);
  return path;
}

}  // namespace

void addTrainOptions(CLI::App& command, TrainOptions& options) {
  command.add_option("--preset", options.preset,
                     "Starting point that comes with the program: dcgan-64, shapes-dcgan, ...");
  command.add_option("--config", options.config, "YAML file of settings, on top of the preset or the defaults");
  command.add_option("--data", options.data,
                     "Real images: a folder of pictures, flat or with a subfolder for each class; ImageNet's; the "
                     "folder of MNIST's or CIFAR's files; an IDX, .npz, HDF5 or tar file; s3://bucket/folder");
  command.add_option("--out", options.out, "Folder of the new run; without it runs/DATE-PRESET");
  command.add_option("--steps", options.steps, "Iterations to train (training.steps); 0 is without end")
      ->check(CLI::Range(std::int64_t{0}, kMostSteps));
  command.add_option("--epochs", options.epochs, "Passes over the images to train (training.epochs)")
      ->check(CLI::Range(std::int64_t{0}, kMostSteps));
  command
      .add_option("--set", options.set, "One setting, as in --set optimizer.generator.learning_rate=1e-4; repeatable")
      ->type_name("KEY=VALUE");
}

RunConfig configure(const TrainOptions& options) {
  if (options.preset.empty() && options.config.empty() && options.set.empty()) {
    throw Error(ErrorCode::kInvalidArgument, "train_no_configuration",
                "train needs --preset NAME, --config FILE or settings with --set. The presets are: {presets}.",
                {{"presets", [] {
                    std::string names;
                    for (const Preset& preset : presets())
                      names += (names.empty() ? "" : ", ") + std::string(preset.name);
                    return names;
                  }()}});
  }
  RunConfig config = options.preset.empty() ? RunConfig() : configFromPreset(options.preset);
  if (!options.config.empty()) applyYamlFile(config, options.config);
  if (!options.data.empty()) chooseData(config, options.data);
  // A preset ends by one of the two; asking for a length on the command line replaces it.
  if (options.steps >= 0 || options.epochs >= 0) {
    config.set("training.steps", Value(std::max<std::int64_t>(options.steps, 0)));
    config.set("training.epochs", Value(std::max<std::int64_t>(options.epochs, 0)));
  }
  config.applyOverrides(options.set);
  checkHaveEffect(config, options.set);
  checkConsistency(config);
  return config;
}

fs::path runPath(const TrainOptions& options) {
  return options.out.empty() ? freeRunPath(options.preset) : fs::path(options.out);
}

}  // namespace gan::app
