// sliced_wasserstein_tool RUN [--held-out IMAGES] [--images FILE.safetensors] [--classifier RUN]
//
// Prints as JSON how far a run's generator is from images that it was not trained on: with the weights of its seed,
// with those of its newest checkpoint, and, for images made elsewhere (float32 "images" [N, C, H, W] in [-1, 1]),
// theirs. With a classifier's run, what share of 400 images it names as the class that was asked for.
#include <ATen/ops/arange.h>
#include <ATen/ops/cat.h>
#include <ATen/ops/from_blob.h>
#include <c10/core/InferenceMode.h>

#include <algorithm>
#include <cstdio>
#include <iostream>

#include "core/error.h"
#include "data/dataset.h"
#include "data/held_out.h"
#include "evaluation/sliced_wasserstein.h"
#include "interop/safetensors.h"
#include "models/classifier.h"
#include "models/network.h"
#include "models/tensor_map.h"
#include "run/checkpoint_store.h"
#include "run/current_line.h"
#include "run/run_folder.h"
#include "sampling/latent_sampler.h"
#include "support/read_images.h"
#include "training/trainer.h"
#include "training/trainer_options.h"

namespace gan {
namespace {

constexpr std::int64_t kImages = 2048;

struct Arguments {
  std::string run;
  std::string held_out;
  std::string images;
  std::string classifier;
};

Arguments parse(int argc, char** argv) {
  Arguments arguments;
  for (int i = 1; i < argc; ++i) {
    const std::string word = argv[i];
    const bool has_value = i + 1 < argc;
    if (word == "--held-out" && has_value) {
      arguments.held_out = argv[++i];
    } else if (word == "--images" && has_value) {
      arguments.images = argv[++i];
    } else if (word == "--classifier" && has_value) {
      arguments.classifier = argv[++i];
    } else {
      arguments.run = word;
    }
  }
  return arguments;
}

/// Images that training never saw: those that it kept back, another file, or shapes of another seed.
at::Tensor heldOutImages(RunConfig config, const std::string& path) {
  if (config.text("data.validation") != "none") {
    const auto held_out = openValidation(config);
    return readImages(*held_out, 0, std::min(kImages, held_out->info().count), config.integer("data.resolution"),
                      config.integer("data.channels"));
  }
  if (path.empty()) {
    config.set("run.seed", Value(config.integer("run.seed") + 1'000'003));
  } else {
    config.setText("data.path", path);
  }
  const auto dataset = openDataset(config);
  return readImages(*dataset, 0, std::min(kImages, dataset->info().count), config.integer("data.resolution"),
                    config.integer("data.channels"));
}

/// Each class in its turn; undefined without classes.
at::Tensor classesFrom(std::int64_t first, std::int64_t count, std::int64_t classes) {
  return classes > 0 ? at::arange(first, first + count, at::kLong).remainder(classes) : at::Tensor();
}

at::Tensor generate(Generator& generator, const RunConfig& config, std::int64_t count) {
  constexpr std::int64_t kBatch = 64;
  generator.eval();
  const LatentSampler sampler(/*seed=*/12345, config.integer("model.latent_size"));
  std::vector<at::Tensor> images;
  for (std::int64_t first = 0; first < count; first += kBatch) {
    const std::int64_t images_now = std::min(kBatch, count - first);
    const at::Tensor classes = classesFrom(first, images_now, generator.facts().classes);
    const at::Tensor condition = classes.defined() ? generator.condition(classes) : at::Tensor();
    images.push_back(generator.forward(sampler.draw(first, images_now, Truncation{0}), condition));
  }
  return at::cat(images).contiguous();
}

at::Tensor readForeignImages(const SafetensorsFile& file) {
  const TensorView& view = file.at("images");
  if (view.type != ElementType::kF32) throw Error(ErrorCode::kInvalidArgument, "tool_images", "images must be float32");
  return at::from_blob(const_cast<std::byte*>(view.bytes.data()), view.shape, at::kFloat).clone();
}

/// The newest checkpoint's tensors.
Trainer::State newestState(const RunFolder& folder) {
  return readTensors(CheckpointStore(folder.checkpoints()).select(std::nullopt, CurrentLine(), {}).path);
}

/// Share of 400 generated images that the classifier names as the class they were asked to be of.
double shareNamedRight(Generator& generator, const RunConfig& config, const std::string& classifier_run) {
  const RunFolder folder = RunFolder::open(classifier_run);
  const auto classifier =
      findClassifier(folder.config().text("model.architecture"))->make(classifierShape(folder.config()), 0);
  copyInto(newestState(folder).parts.at("classifier"), moduleTensors(*classifier));
  classifier->eval();
  constexpr std::int64_t kAsked = 400;
  const at::Tensor images = generate(generator, config, kAsked);
  const at::Tensor named =
      classifier->forward(NormalisesImages(normalisation(folder.config()), images.options())(images)).argmax(1);
  return named.eq(classesFrom(0, kAsked, generator.facts().classes)).to(at::kDouble).mean().item<double>();
}

int main(const Arguments& arguments) {
  const c10::InferenceMode inference;
  const RunFolder folder = RunFolder::open(arguments.run);
  const RunConfig& config = folder.config();
  const at::Tensor real = heldOutImages(config, arguments.held_out);
  const Networks networks = makeNetworks(config);
  const double untrained = slicedWasserstein(generate(*networks.generator, config, real.size(0)), real);

  const auto state = newestState(folder);
  copyInto(state.parts.at(state.parts.contains("ema") ? "ema" : "generator"), moduleTensors(*networks.generator));
  const double trained = slicedWasserstein(generate(*networks.generator, config, real.size(0)), real);

  std::printf("{\"untrained\": %.9g, \"trained\": %.9g", untrained, trained);
  if (!arguments.images.empty()) {
    const SafetensorsFile file(arguments.images);
    const at::Tensor foreign = readForeignImages(file).slice(0, 0, real.size(0));
    std::printf(", \"images\": %.9g", slicedWasserstein(foreign, real.slice(0, 0, foreign.size(0))));
  }
  if (!arguments.classifier.empty()) {
    std::printf(", \"named_right\": %.9g", shareNamedRight(*networks.generator, config, arguments.classifier));
  }
  std::printf("}\n");
  return 0;
}

}  // namespace
}  // namespace gan

int main(int argc, char** argv) {
  try {
    return gan::main(gan::parse(argc, argv));
  } catch (const std::exception& error) {
    std::cerr << error.what() << "\n";
    return 1;
  }
}
