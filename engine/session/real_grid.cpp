#include "session/real_grid.h"

#include <algorithm>
#include <utility>

#include "core/atomic_file.h"
#include "core/error.h"
#include "core/units.h"
#include "data/decoded_image.h"
#include "data/image_fit.h"
#include "data/sheet.h"
#include "run/sample_info.h"
#include "sampling/grid_sampler.h"
#include "sampling/png.h"

namespace gan {

void writeRealGrid(const Dataset& dataset, const RunConfig& config, const std::filesystem::path& samples_folder) {
  const std::filesystem::path file = samples_folder / (std::string(kRealGridName) + ".png");
  if (std::filesystem::exists(file)) return;
  const auto seed = static_cast<std::uint64_t>(config.integer("sampling.seed"));
  const std::int64_t columns = config.integer("sampling.columns");
  Sheet sheet =
      drawSheet(dataset, fitOptions(config),
                {.rows = config.integer("sampling.rows"), .columns = columns, .padding = kGridPadding, .seed = seed});
  SampleInfo info;
  info.latent_seed = seed;
  info.count = static_cast<std::int64_t>(sheet.labels.size());
  info.columns = columns;
  info.padding = kGridPadding;
  info.weights = kRealGridName;
  info.unix_seconds = unixSeconds();
  const std::vector<std::string>& names = dataset.info().class_names;
  for (const std::int64_t label : sheet.labels) {
    if (label >= 0 && label < static_cast<std::int64_t>(names.size())) {
      info.class_names[label] = names[static_cast<std::size_t>(label)];
    }
  }
  if (std::ranges::count(sheet.labels, kNoLabel) == 0) info.labels = std::move(sheet.labels);
  writeFileAtomically(samples_folder / (std::string(kRealGridName) + ".json"), toJson(info));
  writePng(file, sheet.picture);
}

std::optional<Variety> realVariety(const std::filesystem::path& samples_folder) {
  constexpr std::uint64_t kMostBytes = std::uint64_t{1} << 20U;
  const std::string name = kRealGridName;
  try {
    const std::filesystem::path facts = samples_folder / (name + ".json");
    const SampleInfo info = sampleInfoFromJson(readFile(facts, kMostBytes), facts.string());
    Image picture;
    assign(picture, readImageFile(samples_folder / (name + ".png")));
    return varietyOf(picture, info);
  } catch (const Error&) {
    return std::nullopt;  // somebody's own picture, perhaps
  }
}

}  // namespace gan
