#include "session/real_grid.h"

#include "data/image_fit.h"
#include "data/sheet.h"
#include "sampling/grid_sampler.h"
#include "sampling/png.h"

namespace gan {

void writeRealGrid(const Dataset& dataset, const RunConfig& config, const std::filesystem::path& samples_folder) {
  const std::filesystem::path file = samples_folder / (std::string(kRealGridName) + ".png");
  if (std::filesystem::exists(file)) return;
  writePng(file, drawSheet(dataset, fitOptions(config),
                           {.rows = config.integer("sampling.rows"),
                            .columns = config.integer("sampling.columns"),
                            .padding = kGridPadding,
                            .seed = static_cast<std::uint64_t>(config.integer("sampling.seed"))}));
}

}  // namespace gan
