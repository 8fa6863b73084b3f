#include "training/network_stages.h"

#include <c10/core/impl/VirtualGuardImpl.h>

#include <algorithm>
#include <span>
#include <sstream>
#include <utility>

#include "core/error.h"

namespace gan {

namespace {

/// Of the GPUs that this process sees.
std::int64_t gpuCount() {
  if (!c10::impl::hasDeviceGuardImpl(c10::kCUDA)) return 0;
  return c10::impl::VirtualGuardImpl(c10::kCUDA).deviceCount();
}

c10::Device deviceOf(const std::string& name) {
  constexpr std::string_view kCuda = "cuda:";
  if (!name.starts_with(kCuda)) return {c10::kCPU};
  // c10 keeps a number in a byte.
  if (std::stoi(name.substr(kCuda.size())) < gpuCount()) return c10::Device(name);
  throw Error(
      ErrorCode::kFailedPrecondition, "placement_device_missing",
      "distributed.placement names {device}, but this process sees {count} GPU(s), counted from 0. Name devices "
      "that there are, and begin with --devices 0, so that GPUs are looked for.",
      {{"device", name}, {"count", std::to_string(gpuCount())}});
}

std::string namesOf(const std::vector<BlockMemory>& blocks) {
  std::string names;
  for (const BlockMemory& block : blocks) names += (names.empty() ? "" : ", ") + block.name;
  return names;
}

double costOf(const BlockMemory& block, std::int64_t batch) {
  return static_cast<double>(block.weights + block.optimizer) +
         static_cast<double>(block.image) * static_cast<double>(batch);
}

std::vector<double> costsOf(const std::vector<BlockMemory>& blocks, std::int64_t batch) {
  std::vector<double> costs;
  for (const BlockMemory& block : blocks) costs.push_back(costOf(block, batch));
  return costs;
}

class Resolver {
 public:
  Resolver(const std::string& network, const std::vector<BlockMemory>& blocks) : network_(network), blocks_(blocks) {}

  std::vector<BlockStage> stages(const std::vector<StagePlace>& places, std::int64_t batch) const {
    if (places.empty()) return {};
    if (places.size() > blocks_.size()) {
      throw Error(ErrorCode::kInvalidArgument, "placement_too_many_stages",
                  "distributed.placement cuts the {network} into {stages} stages, but it has {count} blocks: {known}. "
                  "Name fewer devices.",
                  {{"network", network_},
                   {"stages", std::to_string(places.size())},
                   {"count", std::to_string(blocks_.size())},
                   {"known", namesOf(blocks_)}});
    }
    std::vector<std::size_t> firsts;
    if (places.back().block.empty()) {
      firsts = balancedCuts(costsOf(blocks_, batch), places.size());
    } else {
      for (const StagePlace& place : places) firsts.push_back(place.block.empty() ? 0 : numberOf(place.block));
    }
    checkOrder(places, firsts);
    std::vector<BlockStage> stages;
    for (std::size_t i = 0; i < places.size(); ++i) stages.push_back({firsts[i], deviceOf(places[i].device)});
    return stages;
  }

 private:
  std::size_t numberOf(const std::string& block) const {
    const auto found = std::ranges::find(blocks_, block, &BlockMemory::name);
    if (found != blocks_.end()) return static_cast<std::size_t>(found - blocks_.begin());
    throw Error(ErrorCode::kInvalidArgument, "placement_unknown_block",
                "distributed.placement begins a stage of the {network} with {block}, but its blocks are {known}. Name "
                "one of these.",
                {{"network", network_}, {"block", block}, {"known", namesOf(blocks_)}});
  }

  void checkOrder(const std::vector<StagePlace>& places, const std::vector<std::size_t>& firsts) const {
    for (std::size_t i = 0; i < firsts.size(); ++i) {
      if (i == 0 ? firsts[i] == 0 : firsts[i] > firsts[i - 1]) continue;
      throw Error(ErrorCode::kInvalidArgument, "placement_block_order",
                  "distributed.placement begins stage {number} of the {network} with {block}, but the first stage "
                  "begins with the first block and each with a later one than that before it. The blocks are, in their "
                  "order, {known}.",
                  {{"number", std::to_string(i + 1)},
                   {"network", network_},
                   {"block", places[i].block},
                   {"known", namesOf(blocks_)}});
    }
  }

  const std::string& network_;
  const std::vector<BlockMemory>& blocks_;
};

/// Blocks without weights stay with the one before them: whoever holds a part has something to train.
std::vector<std::size_t> weightedCuts(const std::string& network, const std::vector<BlockMemory>& blocks, int parts,
                                      std::int64_t batch) {
  std::vector<std::size_t> firsts;
  std::vector<double> costs;
  bool weighs = false;
  for (std::size_t i = 0; i < blocks.size(); ++i) {
    if (costs.empty() || (blocks[i].weights > 0 && weighs)) {
      firsts.push_back(i);
      costs.push_back(0);
      weighs = false;
    }
    weighs = weighs || blocks[i].weights > 0;
    costs.back() += costOf(blocks[i], batch);
  }
  if (std::cmp_less(firsts.size(), parts)) {
    throw Error(
        ErrorCode::kInvalidArgument, "stages_too_many",
        "distributed.stages = {stages}: the {network} has {count} blocks with weights ({known}), and each stage "
        "needs one. Lower distributed.stages to {count} or less.",
        {{"stages", std::to_string(parts)},
         {"network", network},
         {"count", std::to_string(firsts.size())},
         {"known", namesOf(blocks)}});
  }
  std::vector<std::size_t> cuts;
  for (const std::size_t cut : balancedCuts(costs, static_cast<std::size_t>(parts))) cuts.push_back(firsts[cut]);
  return cuts;
}

/// Both networks, one behind the other.
NetworkStages spread(const NetworkMemory& memory, std::vector<c10::Device> devices, std::int64_t batch) {
  std::vector<double> costs = costsOf(memory.generator, batch);
  for (const double cost : costsOf(memory.discriminator, batch)) costs.push_back(cost);
  if (devices.size() > costs.size())
    devices.erase(devices.begin() + static_cast<std::ptrdiff_t>(costs.size()), devices.end());
  const std::size_t generator = memory.generator.size();
  const std::vector<std::size_t> cuts = balancedCuts(costs, devices.size());
  NetworkStages stages;
  for (std::size_t i = 0; i < cuts.size(); ++i) {
    const std::size_t end = i + 1 < cuts.size() ? cuts[i + 1] : costs.size();
    if (cuts[i] < generator) stages.generator.push_back({cuts[i], devices[i]});
    if (end > generator) stages.discriminator.push_back({std::max(cuts[i], generator) - generator, devices[i]});
  }
  return stages;
}

void append(std::string& text, std::string_view network, const std::vector<BlockStage>& stages,
            const std::vector<BlockMemory>& blocks) {
  for (const BlockStage& stage : stages) {
    if (&stage != &stages.front()) {
      text += "+";
    } else {
      text += (text.empty() ? "" : ",") + std::string(network) + "=";
    }
    text += blocks.at(stage.first).name + ":" + (stage.device.is_cpu() ? "cpu" : std::to_string(stage.device.index()));
  }
}

}  // namespace

NetworkStages networkStages(const TrainerOptions& options, const NetworkMemory& memory,
                            const std::vector<c10::Device>& all) {
  const NetworkPlacement& placement = options.placement;
  if (placement.automatic) {
    return all.size() > 1 ? spread(memory, all, options.placement_batch) : NetworkStages();
  }
  return {.generator = Resolver("generator", memory.generator).stages(placement.generator, options.placement_batch),
          .discriminator =
              Resolver("discriminator", memory.discriminator).stages(placement.discriminator, options.placement_batch)};
}

NetworkStages networkStages(const TrainerOptions& options, c10::Device home) {
  if (options.classifier || options.placement.isDefault()) return {};
  std::vector<c10::Device> all = {home};
  if (home.is_cuda()) {
    all.clear();
    for (std::int64_t i = 0; i < gpuCount(); ++i) all.emplace_back(c10::kCUDA, static_cast<c10::DeviceIndex>(i));
  }
  return networkStages(options, measureBlocks(options), all);
}

std::string formatStages(const NetworkStages& stages, const NetworkMemory& memory) {
  std::string text;
  append(text, "generator", stages.generator, memory.generator);
  append(text, "discriminator", stages.discriminator, memory.discriminator);
  return text;
}

ProcessStages processStages(const TrainerOptions& options, const NetworkMemory& memory, int stages) {
  return {.generator = weightedCuts("generator", memory.generator, stages, options.placement_batch),
          .discriminator = weightedCuts("discriminator", memory.discriminator, stages, options.placement_batch)};
}

std::string toText(const ProcessStages& stages) {
  std::ostringstream text;
  for (const auto* firsts : {&stages.generator, &stages.discriminator}) {
    text << firsts->size();
    for (const std::size_t first : *firsts) text << ' ' << first;
    text << '\n';
  }
  return text.str();
}

ProcessStages processStagesFromText(const std::string& text) {
  std::istringstream in(text);
  ProcessStages stages;
  for (auto* firsts : {&stages.generator, &stages.discriminator}) {
    std::size_t count = 0;
    in >> count;
    firsts->resize(count);
    for (std::size_t& first : *firsts) in >> first;
  }
  return stages;
}

std::string formatProcessStages(const ProcessStages& stages, const NetworkMemory& memory) {
  std::string text = "generator=";
  for (std::size_t i = 0; i < stages.generator.size(); ++i) {
    text += (i > 0 ? "+" : "") + memory.generator.at(stages.generator[i]).name + ":" + std::to_string(i);
  }
  text += ",discriminator=";
  for (std::size_t i = 0; i < stages.discriminator.size(); ++i) {
    const std::size_t stage = stages.discriminator.size() - 1 - i;
    text += (i > 0 ? "+" : "") + memory.discriminator.at(stages.discriminator[i]).name + ":" + std::to_string(stage);
  }
  return text;
}

std::int64_t underWay(Pipeline pipeline, std::int64_t stages, std::int64_t count) {
  if (stages == 0) return 1;
  return pipeline == Pipeline::kGpipe ? count : std::min(stages, count);
}

StageOrder stageOrder(Pipeline pipeline, int stage, int stages, std::int64_t count) {
  // The last one of the generator begins the discriminator at once, and stage 0 ends it.
  const std::int64_t from_end = stages - 1 - stage;
  return {.ahead = from_end,
          .under_way = pipeline == Pipeline::kGpipe ? count : std::min<std::int64_t>(stage + 1, count),
          .behind = from_end};
}

std::vector<DeviceMemory> deviceMemory(const TrainerOptions& options, const NetworkStages& stages,
                                       const NetworkMemory& memory, c10::Device home, std::int64_t batch) {
  struct Images {
    std::uint64_t generator = 0, discriminator = 0;
  };
  std::vector<DeviceMemory> devices;
  std::vector<Images> images;
  const auto at = [&](c10::Device device) {
    const auto found = std::ranges::find(devices, device, &DeviceMemory::device);
    if (found != devices.end()) return static_cast<std::size_t>(found - devices.begin());
    devices.push_back({.device = device});
    images.emplace_back();
    return devices.size() - 1;
  };
  const auto add = [&](const std::vector<BlockStage>& own, const std::vector<BlockMemory>& blocks,
                       std::uint64_t Images::*kept) {
    for (std::size_t i = 0, stage = 0; i < blocks.size(); ++i) {
      while (stage + 1 < own.size() && own[stage + 1].first <= i) ++stage;
      const std::size_t place = at(own.empty() ? home : own[stage].device);
      devices[place].weights += blocks[i].weights;
      devices[place].optimizer += blocks[i].optimizer;
      images[place].*kept += blocks[i].image;
    }
  };
  add(stages.generator, memory.generator, &Images::generator);
  add(stages.discriminator, memory.discriminator, &Images::discriminator);
  const auto g = static_cast<std::int64_t>(stages.generator.size());
  const auto d = static_cast<std::int64_t>(stages.discriminator.size());
  const bool placed = g + d > 0;
  const std::int64_t of_d =
      underWay(options.pipeline, placed ? std::max<std::int64_t>(d, 1) : 0, options.accumulation_discriminator);
  const std::int64_t of_g =
      underWay(options.pipeline, placed ? std::max<std::int64_t>(g, 1) + std::max<std::int64_t>(d, 1) : 0,
               options.accumulation_generator);
  for (std::size_t i = 0; i < devices.size(); ++i) {
    // Real and generated images in the discriminator's update, generated ones through both in the generator's.
    const std::uint64_t in_d = 2 * images[i].discriminator * static_cast<std::uint64_t>(of_d);
    const std::uint64_t in_g = (images[i].generator + images[i].discriminator) * static_cast<std::uint64_t>(of_g);
    devices[i].activations = std::max(in_d, in_g) * static_cast<std::uint64_t>(batch);
  }
  return devices;
}

DeviceMemory stageMemory(const TrainerOptions& options, const ProcessStages& stages, const NetworkMemory& memory,
                         int stage, std::int64_t batch) {
  DeviceMemory own;
  const auto add = [&own](const std::vector<BlockMemory>& blocks, const std::vector<std::size_t>& firsts,
                          std::size_t part) {
    const std::size_t end = part + 1 < firsts.size() ? firsts[part + 1] : blocks.size();
    std::uint64_t image = 0;
    for (std::size_t i = firsts[part]; i < end; ++i) {
      own.weights += blocks[i].weights;
      own.optimizer += blocks[i].optimizer;
      image += blocks[i].image;
    }
    return image;
  };
  const std::uint64_t generator = add(memory.generator, stages.generator, stages.ofGenerator(stage));
  const std::uint64_t discriminator = add(memory.discriminator, stages.discriminator, stages.ofDiscriminator(stage));
  const auto count = static_cast<std::int64_t>(stages.generator.size());
  // As in deviceMemory().
  const std::uint64_t in_d =
      2 * discriminator *
      static_cast<std::uint64_t>(underWay(options.pipeline, count, options.accumulation_discriminator));
  const std::uint64_t in_g =
      (generator + discriminator) *
      static_cast<std::uint64_t>(underWay(options.pipeline, 2 * count, options.accumulation_generator));
  own.activations = std::max(in_d, in_g) * static_cast<std::uint64_t>(batch);
  return own;
}

}  // namespace gan
