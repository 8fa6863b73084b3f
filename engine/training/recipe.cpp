#include "training/recipe.h"

#include <ATen/Context.h>
#include <ATen/ops/full_like.h>
#include <ATen/ops/where.h>
#include <c10/core/impl/VirtualGuardImpl.h>

#include <array>
#include <set>
#include <utility>

#include "core/error.h"
#include "core/shape_text.h"
#include "distributed/same_start.h"
#include "distributed/synchronised_statistics.h"
#include "layers/recomputation.h"
#include "models/network_blocks.h"
#include "run/metrics.h"
#include "training/classifier_recipe.h"
#include "training/gan_recipe.h"

namespace gan {

namespace {

/// Whether its blocks have devices of their own.
bool isStaged(const torch::nn::Module& network) {
  const auto* const blocks = dynamic_cast<const BlockNetwork*>(&network);
  return blocks != nullptr && !blocks->stages().empty();
}

std::vector<at::Tensor> tensorsOf(const torch::nn::Module& module) {
  std::vector<at::Tensor> tensors = heldParameters(module);
  for (const at::Tensor& buffer : heldBuffers(module)) tensors.push_back(buffer);
  return tensors;
}

/// What counts stays whole numbers, which Module::to() would not leave alone.
void useFloat64(torch::nn::Module& network) {
  const at::NoGradGuard no_grad;
  for (const std::vector<at::Tensor>& tensors : {network.parameters(), network.buffers()}) {
    for (at::Tensor tensor : tensors) {
      if (tensor.is_floating_point()) tensor.set_data(tensor.to(at::kDouble));
    }
  }
}

template <class Made>
std::unique_ptr<Recipe> makeOf(const TrainerOptions& options, BatchSource& data, c10::Device device, PhaseClock& clock,
                               const TrainingProcesses& processes) {
  return std::make_unique<Made>(options, data, device, clock, processes);
}

}  // namespace

void prepareDevice(const TrainerOptions& options, c10::Device device) {
  if (!device.is_cpu()) {
    c10::impl::VirtualGuardImpl(device.type()).setDevice(device);  // or the first GPU gives memory to every thread
  }
  // Left on, LibTorch would fill every tensor with NaN before it is written, for reads that our code does not make.
  at::globalContext().setDeterministicFillUninitializedMemory(false);
  at::globalContext().setDeterministicAlgorithms(options.deterministic, /*warn_only=*/false);
  useFloat32Precision(options.float32_precision);
}

void placeNetworks(const std::vector<NamedNetwork>& networks, const TrainerOptions& options, c10::Device device) {
  for (const NamedNetwork& network : networks) {
    if (options.precision == Precision::kFloat64) useFloat64(*network.module);
    if (!isStaged(*network.module)) network.module->to(device);
    if (options.recomputes) recomputeActivations(*network.module);
    useMemoryFormat(*network.module, at::MemoryFormat::ChannelsLast);
  }
}

void joinRanks(const std::vector<NamedNetwork>& networks, const TrainerOptions& options,
               const TrainingProcesses& processes) {
  if (processes.all == nullptr) return;
  std::vector<StartFact> facts;
  for (const NamedNetwork& network : networks) {
    for (const auto& [name, tensor] : moduleTensors(*network.module)) {
      facts.push_back({"the shape of " + network.name + "." + name, shapeText(tensor.sizes())});
    }
  }
  checkSameStart(*processes.all, facts);
  if (processes.replicas == nullptr) return;
  // Drawn from one seed they are equal but for the rounding of unlike processors.
  for (const NamedNetwork& network : networks) processes.replicas->broadcast(tensorsOf(*network.module));
  if (options.batch_norm == BatchNormScope::kAllRanks) {
    const auto statistics = std::make_shared<SynchronisedStatistics>(*processes.replicas);
    for (const NamedNetwork& network : networks) useBatchStatistics(*network.module, statistics);
  }
}

RecipePart networkPart(std::string name, const torch::nn::Module& network) {
  RecipePart part{.name = std::move(name), .tensors = moduleTensors(network)};
  for (const std::string& other : heldElsewhere(network)) part.elsewhere.insert(part.tensors.extract(other));
  return part;
}

RecipePart optimizerPart(std::string name, const torch::nn::Module& network, const Optimizer& optimizer) {
  const std::set<std::string>& elsewhere = heldElsewhere(network);
  RecipePart part{.name = std::move(name), .tensors = {}};
  for (const OptimizerState& state : optimizer.states()) {
    std::size_t index = 0;
    for (const auto& item : network.named_parameters()) {
      const std::string own = item.key() + "." + std::string(state.name);
      if (elsewhere.contains(item.key())) {
        part.elsewhere.emplace(own, item.value().detach());
      } else {
        part.tensors.emplace(own, state.tensors[index++]);
      }
    }
  }
  return part;
}

RecipeCounter stepsOf(const std::string& name, Optimizer& optimizer) {
  return {.name = name,
          .get = [&optimizer] { return optimizer.steps(); },
          .set = [&optimizer](std::int64_t steps) { optimizer.setSteps(steps); }};
}

at::Tensor unlessLeftOut(const at::Tensor& norms, const at::Tensor& overflow) {
  return overflow.defined() ? at::where(overflow > 0, at::full_like(norms, kNotMeasured), norms) : norms;
}

void leaveOutUnmeasured(StepRecord& record) {
  for (std::size_t i = 0; i < record.series->onDevice(); ++i) {
    if (record.values[i] != kNotMeasured) continue;
    const std::string& name = record.series->names()[i];
    const bool of_update = name.starts_with(gan_series::kNormPrefix) || name.starts_with(gan_series::kPenaltyPrefix);
    if (of_update) record.values[i] = kMissing;
  }
}

void leaveOut(const std::vector<std::size_t>& places, StepRecord& record) {
  for (const std::size_t place : places) record.values.at(place) = kMissing;
}

std::span<const RecipeChoice> recipes() {
  static constexpr std::array<RecipeChoice, 2> kAll = {
      {{RecipeKind::kGan, GanRecipe::take, makeOf<GanRecipe>},
       {RecipeKind::kClassifier, ClassifierRecipe::take, makeOf<ClassifierRecipe>}}};
  return kAll;
}

const RecipeChoice& findRecipe(RecipeKind kind) {
  for (const RecipeChoice& choice : recipes()) {
    if (choice.kind == kind) return choice;
  }
  throw Error(ErrorCode::kInternal, "recipe_not_made",
              "Nothing here trains what the configuration asks for. Please report this.");
}

std::unique_ptr<Recipe> makeRecipe(const TrainerOptions& options, BatchSource& data, c10::Device device,
                                   PhaseClock& clock, const TrainingProcesses& processes) {
  prepareDevice(options, device);
  return findRecipe(options.recipe).make(options, data, device, clock, processes);
}

}  // namespace gan
