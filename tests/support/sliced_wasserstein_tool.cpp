// sliced_wasserstein_tool RUN [--held-out IMAGES] [--images FILE.safetensors]
//
// Prints as JSON how far a run's generator is from images that it was not trained on: with the weights of its seed,
// with those of its newest checkpoint, and, for images made elsewhere (float32 "images" [N, C, H, W] in [-1, 1]),
// theirs.
#include <ATen/ops/cat.h>
#include <ATen/ops/from_blob.h>
#include <c10/core/InferenceMode.h>

#include <algorithm>
#include <cstdio>
#include <iostream>

#include "core/error.h"
#include "data/dataset.h"
#include "interop/safetensors.h"
#include "models/network.h"
#include "run/checkpoint_store.h"
#include "run/current_line.h"
#include "run/run_folder.h"
#include "sampling/latent_sampler.h"
#include "support/sliced_wasserstein.h"
#include "training/tensor_map.h"
#include "training/trainer.h"

namespace gan {
namespace {

constexpr std::int64_t kImages = 2048;

struct Arguments {
  std::string run;
  std::string held_out;
  std::string images;
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
    } else {
      arguments.run = word;
    }
  }
  return arguments;
}

/// Images that training never saw: another file, or shapes of another seed.
at::Tensor heldOutImages(RunConfig config, const std::string& path) {
  if (path.empty()) {
    config.set("run.seed", Value(config.integer("run.seed") + 1'000'003));
  } else {
    config.setText("data.path", path);
  }
  const auto dataset = openDataset(config);
  return readImages(*dataset, 0, std::min(kImages, dataset->info().count), config.integer("data.resolution"),
                    config.integer("data.channels"));
}

at::Tensor generate(Generator& generator, const RunConfig& config, std::int64_t count) {
  constexpr std::int64_t kBatch = 64;
  generator.eval();
  const LatentSampler sampler(/*seed=*/12345, config.integer("model.latent_size"));
  std::vector<at::Tensor> images;
  for (std::int64_t first = 0; first < count; first += kBatch) {
    images.push_back(generator.forward(sampler.draw(first, std::min(kBatch, count - first), Truncation{0}), {}));
  }
  return at::cat(images).contiguous();
}

at::Tensor readForeignImages(const SafetensorsFile& file) {
  const TensorView& view = file.at("images");
  if (view.type != ElementType::kF32) throw Error(ErrorCode::kInvalidArgument, "tool_images", "images must be float32");
  return at::from_blob(const_cast<std::byte*>(view.bytes.data()), view.shape, at::kFloat).clone();
}

int main(const Arguments& arguments) {
  const c10::InferenceMode inference;
  const RunFolder folder = RunFolder::open(arguments.run);
  const RunConfig& config = folder.config();
  const at::Tensor real = heldOutImages(config, arguments.held_out);
  const Networks networks = makeNetworks(config);
  const double untrained = slicedWasserstein(generate(*networks.generator, config, real.size(0)), real);

  const auto checkpoint = CheckpointStore(folder.checkpoints()).select(std::nullopt, CurrentLine(), {});
  const auto state = readTensors(checkpoint.path);
  copyInto(state.parts.at(state.parts.contains("ema") ? "ema" : "generator"), moduleTensors(*networks.generator));
  const double trained = slicedWasserstein(generate(*networks.generator, config, real.size(0)), real);

  std::printf("{\"untrained\": %.9g, \"trained\": %.9g", untrained, trained);
  if (!arguments.images.empty()) {
    const SafetensorsFile file(arguments.images);
    const at::Tensor foreign = readForeignImages(file).slice(0, 0, real.size(0));
    std::printf(", \"images\": %.9g", slicedWasserstein(foreign, real.slice(0, 0, foreign.size(0))));
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
