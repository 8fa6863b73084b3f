#include "state/fitting_preset.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <optional>
#include <tuple>

#include "config/preset.h"

namespace gan {
namespace {

constexpr double kEnlargingCost = 1;
constexpr double kColourCost = 0.5;
constexpr qint64 kManyClasses = 50;
constexpr std::int64_t kWithoutSize = 64;

/// Smaller fits better.
std::tuple<double, bool, bool> misfit(const RunConfig& config, const ImageKind& images) {
  const auto resolution = static_cast<double>(config.integer("data.resolution"));
  const auto side = static_cast<double>(images.short_side > 0 ? images.short_side : kWithoutSize);
  double cost = std::abs(std::log2(side / resolution));
  if (side < resolution) cost += kEnlargingCost;
  if ((config.integer("data.channels") == 1) != images.grey) cost += kColourCost;
  const bool soft = config.real("objective.real_label") < 1;
  return {cost, config.text("model.architecture") != "dcgan", soft != (images.classes >= kManyClasses)};
}

}  // namespace

ImageKind imageKind(const DataFacts& facts) {
  QVector<SizeCount> sizes = facts.sizes;
  const auto side = [](const SizeCount& size) { return std::min(size.width, size.height); };
  std::ranges::sort(sizes, {}, side);
  qint64 all = 0;
  for (const SizeCount& size : sizes) all += size.images;
  ImageKind kind{.short_side = 0, .grey = all > 0 && facts.grey >= all, .classes = facts.classes.size(), .count = all};
  qint64 smaller = 0;
  for (const SizeCount& size : sizes) {
    smaller += size.images;
    kind.short_side = side(size);
    if (10 * smaller > all) break;
  }
  return kind;
}

FittingPreset fittingPreset(const ImageKind& images) {
  std::optional<FittingPreset> best;
  for (const Preset& preset : presets()) {
    const std::string name(preset.name);
    const RunConfig config = configFromPreset(name);
    if (!best || misfit(config, images) < misfit(best->config, images)) {
      best.emplace(QString::fromStdString(name), config);
    }
  }
  best->enlarges = images.short_side > 0 && images.short_side < best->config.integer("data.resolution");
  best->config.set("data.channels", Value(std::int64_t{images.grey ? 1 : 3}));
  const std::int64_t batch = best->config.integer("data.batch_size");
  if (images.count > 0 && images.count < batch) {
    best->config.set("data.batch_size",
                     Value(static_cast<std::int64_t>(std::bit_floor(static_cast<quint64>(images.count)))));
  }
  return *best;
}

}  // namespace gan
