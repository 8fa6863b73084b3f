#include "device_wish.h"

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <optional>
#include <string_view>
#include <utility>

#include "core/error.h"

namespace gan::app {
namespace {

// More than any machine has, and few enough to start so many processes.
constexpr int kMostGpus = 4096;

std::optional<int> number(std::string_view text, int lowest, int highest) {
  int value = -1;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  const bool whole = error == std::errc() && end == text.data() + text.size();
  return whole && value >= lowest && value <= highest ? std::optional(value) : std::nullopt;
}

std::optional<int> gpu(std::string_view text) {
  constexpr std::string_view kPrefix = "cuda:";
  if (text.starts_with(kPrefix)) text.remove_prefix(kPrefix.size());
  return number(text, 0, kMostGpus - 1);
}

/// Empty when the text is no list of GPUs.
std::vector<int> gpusOf(std::string_view text) {
  std::vector<int> gpus;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(',', begin), text.size());
    const auto index = gpu(text.substr(begin, end - begin));
    if (!index || gpus.size() == kMostGpus) return {};
    gpus.push_back(*index);
    begin = end + 1;
  }
  return gpus;
}

std::vector<std::string_view> parts(std::string_view text, char separator) {
  std::vector<std::string_view> found;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(separator, begin), text.size());
    found.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return found;
}

/// Of processes that have several devices each; nothing when the text is no list of these.
std::optional<DeviceWish> groupsOf(const std::string& text) {
  DeviceWish wish;
  wish.text = text;
  for (const std::string_view group : parts(text, ',')) {
    std::string devices;
    for (const std::string_view device : parts(group, '+')) {
      const auto index = gpu(device);
      if (!index && device != "cpu") return std::nullopt;
      if (devices.empty() && index) wish.gpus.push_back(*index);
      devices += (devices.empty() ? "" : "+") + (index ? std::to_string(*index) : std::string(device));
    }
    wish.groups.push_back(devices);
  }
  // All begin on a GPU, or all on the CPU.
  if (wish.groups.size() > kMostGpus || (!wish.gpus.empty() && wish.gpus.size() != wish.groups.size())) {
    return std::nullopt;
  }
  wish.kind = wish.gpus.empty() ? DeviceWish::Kind::kCpu : DeviceWish::Kind::kNamed;
  return wish;
}

std::optional<DeviceWish> wishOf(const std::string& text) {
  using Kind = DeviceWish::Kind;
  constexpr std::string_view kSoManyFree = "free:";
  DeviceWish wish;
  wish.text = text;
  for (const auto& [word, kind] :
       {std::pair("auto", Kind::kAuto), {"cpu", Kind::kCpu}, {"all", Kind::kAll}, {"free", Kind::kFree}}) {
    if (text != word) continue;
    wish.kind = kind;
    return wish;
  }
  if (text.find('+') != std::string::npos) return groupsOf(text);
  if (text.starts_with(kSoManyFree)) {
    const auto count = number(std::string_view(text).substr(kSoManyFree.size()), 1, kMostGpus);
    if (!count) return std::nullopt;
    wish.kind = Kind::kFree;
    wish.count = *count;
    return wish;
  }
  wish.gpus = gpusOf(text);
  if (wish.gpus.empty()) return std::nullopt;
  wish.kind = Kind::kNamed;
  return wish;
}

}  // namespace

bool DeviceWish::shares() const {
  std::vector<int> sorted = gpus;
  std::ranges::sort(sorted);
  return std::ranges::adjacent_find(sorted) != sorted.end();
}

DeviceWish parseDevices(const std::string& text) {
  if (auto wish = wishOf(text)) return *std::move(wish);
  throw Error(ErrorCode::kInvalidArgument, "device_unknown",
              "{device} is not a device: expected auto, cpu, all, free or free:2, or the numbers of GPUs, as in 0, "
              "cuda:0 or 0,1, and with several for each process 0+1,2+3.",
              {{"device", text}});
}

std::string nameGpus(const std::vector<int>& gpus) {
  std::string text;
  for (const int index : gpus) text += (text.empty() ? "" : ",") + std::to_string(index);
  return text;
}

}  // namespace gan::app
