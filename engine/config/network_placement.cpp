#include "config/network_placement.h"

#include <algorithm>
#include <functional>

#include "config/run_config.h"
#include "config/text.h"
#include "core/error.h"

namespace gan {

namespace {

constexpr std::string_view kField = "distributed.placement";
constexpr std::string_view kCpu = "cpu";
constexpr std::string_view kCuda = "cuda:";
constexpr std::string_view kAuto = "auto";
constexpr std::size_t kMostDigits = 3;

[[noreturn]] void throwBad(std::string_view text, const std::string& why) {
  throw Error(ErrorCode::kInvalidArgument, "config_bad_placement",
              "distributed.placement = {text}: {why} Write auto, devices as in 0+1 or cpu+cpu for both networks, or as "
              "in generator=0,discriminator=1 for each; a stage that is to begin with a certain block is written "
              "BLOCK:DEVICE.",
              {{"text", excerpt(text)}, {"why", why}});
}

std::vector<std::string_view> parts(std::string_view text, char separator) {
  std::vector<std::string_view> found;
  for (;;) {
    const std::size_t end = text.find(separator);
    found.push_back(trimmed(text.substr(0, end)));
    if (end == std::string_view::npos) return found;
    text.remove_prefix(end + 1);
  }
}

bool isNumber(std::string_view text) {
  return !text.empty() && text.size() <= kMostDigits &&
         std::ranges::all_of(text, [](char c) { return c >= '0' && c <= '9'; });
}

StagePlace stageOf(std::string_view whole, std::string_view text) {
  StagePlace stage;
  std::string_view device = text;
  if (!text.starts_with(kCuda)) {
    if (const std::size_t colon = text.find(':'); colon != std::string_view::npos) {
      stage.block = trimmed(text.substr(0, colon));
      device = trimmed(text.substr(colon + 1));
      if (stage.block.empty()) throwBad(whole, "before the colon of " + excerpt(text) + " there is no block's name.");
    }
  }
  if (device == kCpu) {
    stage.device = kCpu;
    return stage;
  }
  const std::string_view number = device.starts_with(kCuda) ? device.substr(kCuda.size()) : device;
  if (!isNumber(number)) throwBad(whole, excerpt(device) + " is no device, neither cpu nor the number of a GPU.");
  stage.device = std::string(kCuda) + std::to_string(std::stoi(std::string(number)));
  return stage;
}

std::vector<StagePlace> stagesOf(std::string_view whole, std::string_view text) {
  std::vector<StagePlace> stages;
  for (const std::string_view part : parts(text, '+')) stages.push_back(stageOf(whole, part));
  const auto unnamed = [](const StagePlace& stage) { return stage.block.empty(); };
  const auto named = std::ranges::count_if(stages.begin() + 1, stages.end(), std::not_fn(unnamed));
  const auto others = static_cast<std::ptrdiff_t>(stages.size()) - 1;
  if (named != others && (named > 0 || !unnamed(stages.front()))) {
    throwBad(whole, "some stages say with which block they begin, and others do not.");
  }
  return stages;
}

void append(std::string& text, std::string_view network, const std::vector<StagePlace>& stages) {
  if (stages.empty()) return;
  text += (text.empty() ? "" : ",") + std::string(network) + "=";
  bool first = true;
  for (const StagePlace& stage : stages) {
    if (!first) text += "+";
    first = false;
    if (!stage.block.empty()) text += stage.block + ":";
    text += stage.device.starts_with(kCuda) ? stage.device.substr(kCuda.size()) : stage.device;
  }
}

}  // namespace

std::vector<std::string> NetworkPlacement::devices() const {
  std::vector<std::string> devices;
  for (const auto* stages : {&generator, &discriminator}) {
    for (const StagePlace& stage : *stages) {
      if (std::ranges::find(devices, stage.device) == devices.end()) devices.push_back(stage.device);
    }
  }
  return devices;
}

NetworkPlacement NetworkPlacement::parse(std::string_view text) {
  NetworkPlacement placement;
  if (trimmed(text).empty()) return placement;
  if (trimmed(text) == kAuto) {
    placement.automatic = true;
    return placement;
  }
  if (text.find('=') == std::string_view::npos) {
    placement.generator = placement.discriminator = stagesOf(text, text);
    if (std::ranges::any_of(placement.generator, [](const StagePlace& stage) { return !stage.block.empty(); })) {
      throwBad(text, "the networks have blocks of their own, so say whose these are.");
    }
    return placement;
  }
  for (const std::string_view part : parts(text, ',')) {
    const std::size_t equals = part.find('=');
    const std::string_view network = trimmed(part.substr(0, equals));
    std::vector<StagePlace>* const stages = network == "generator"       ? &placement.generator
                                            : network == "discriminator" ? &placement.discriminator
                                                                         : nullptr;
    if (equals == std::string_view::npos || stages == nullptr) {
      throwBad(text, excerpt(part) + " names neither generator= nor discriminator=.");
    }
    if (!stages->empty()) throwBad(text, std::string(network) + " is named twice.");
    *stages = stagesOf(text, part.substr(equals + 1));
  }
  return placement;
}

std::string formatPlacement(const NetworkPlacement& placement) {
  if (placement.automatic) return std::string(kAuto);
  std::string text;
  append(text, "generator", placement.generator);
  append(text, "discriminator", placement.discriminator);
  return text;
}

NetworkPlacement networkPlacement(const RunConfig& config) { return NetworkPlacement::parse(config.text(kField)); }

}  // namespace gan
