#include "sampling/variety.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <map>
#include <vector>

namespace gan {
namespace {

constexpr std::int64_t kMostPictures = 256;
constexpr std::int64_t kPatches = 16;  // along each side

/// Of one picture: patch after patch, channel after channel.
using Patches = std::vector<float>;

/// The picture whose corner stands at (left, top), and which is so wide and so high.
Patches patchesOf(const Image& grid, std::int64_t left, std::int64_t top, std::int64_t width, std::int64_t height) {
  const std::int64_t across = std::min(kPatches, width);
  const std::int64_t down = std::min(kPatches, height);
  Patches sums(static_cast<std::size_t>(across * down * grid.channels));
  std::vector<std::int64_t> pixels(static_cast<std::size_t>(across * down));
  for (std::int64_t y = 0; y < height; ++y) {
    const std::uint8_t* line = grid.pixels.data() + ((top + y) * grid.width + left) * grid.channels;
    for (std::int64_t x = 0; x < width; ++x) {
      const auto patch = static_cast<std::size_t>(y * down / height * across + x * across / width);
      ++pixels[patch];
      for (std::int64_t c = 0; c < grid.channels; ++c) {
        sums[patch * static_cast<std::size_t>(grid.channels) + static_cast<std::size_t>(c)] += *line++;
      }
    }
  }
  for (std::size_t i = 0; i < sums.size(); ++i) {
    sums[i] /= static_cast<float>(pixels[i / static_cast<std::size_t>(grid.channels)]);
  }
  return sums;
}

std::vector<Patches> pictures(const Image& grid, const SampleInfo& info) {
  std::vector<Patches> all;
  const std::int64_t across = std::min(info.columns, info.count);
  if (across < 1) return all;
  const std::int64_t down = (info.count + across - 1) / across;
  const std::int64_t width = (grid.width - info.padding) / across - info.padding;
  const std::int64_t height = (grid.height - info.padding) / down - info.padding;
  if (width < 1 || height < 1) return all;
  for (std::int64_t i = 0; i < std::min(info.count, kMostPictures); ++i) {
    all.push_back(patchesOf(grid, info.padding + i % across * (width + info.padding),
                            info.padding + i / across * (height + info.padding), width, height));
  }
  return all;
}

double squaredDistance(const Patches& a, const Patches& b) {
  float sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += (a[i] - b[i]) * (a[i] - b[i]);
  return sum / static_cast<double>(a.size());
}

/// Sum over the pictures of one group of their squared distance from its mean.
double spreadOf(const std::vector<const Patches*>& group) {
  Patches mean(group.front()->size());
  for (const Patches* one : group) {
    for (std::size_t i = 0; i < mean.size(); ++i) mean[i] += (*one)[i] / static_cast<float>(group.size());
  }
  double sum = 0;
  for (const Patches* one : group) sum += squaredDistance(*one, mean);
  return sum;
}

std::optional<double> varianceOf(const std::vector<Patches>& all, const std::vector<std::int64_t>& labels) {
  std::map<std::int64_t, std::vector<const Patches*>> groups;
  for (std::size_t i = 0; i < all.size(); ++i) groups[i < labels.size() ? labels[i] : 0].push_back(&all[i]);
  double spread = 0;
  std::size_t freedom = 0;
  for (const auto& [label, group] : groups) {
    spread += spreadOf(group);
    freedom += group.size() - 1;
  }
  return freedom == 0 ? std::nullopt : std::optional(spread / static_cast<double>(freedom));
}

double equalShare(const std::vector<Patches>& all) {
  std::vector<bool> has_twin(all.size());
  for (std::size_t i = 0; i < all.size(); ++i) {
    for (std::size_t j = i + 1; j < all.size(); ++j) {
      if (has_twin[i] && has_twin[j]) continue;
      if (squaredDistance(all[i], all[j]) <= kSameLevels * kSameLevels) has_twin[i] = has_twin[j] = true;
    }
  }
  return static_cast<double>(std::ranges::count(has_twin, true)) / static_cast<double>(all.size());
}

}  // namespace

Variety varietyOf(const Image& grid, const SampleInfo& info) {
  const std::vector<Patches> all = pictures(grid, info);
  if (all.size() < 2) return {};
  return {.variance = varianceOf(all, info.labels), .equal = equalShare(all)};
}

}  // namespace gan
