#include "session/real_grid.h"

#include <ATen/ops/empty.h>

#include <algorithm>

#include "data/epoch_order.h"
#include "data/image_batch.h"
#include "data/image_fit.h"
#include "sampling/png.h"
#include "session/grid_sampler.h"

namespace gan {

void writeRealGrid(const Dataset& dataset, const RunConfig& config, const std::filesystem::path& samples_folder) {
  const std::filesystem::path file = samples_folder / (std::string(kRealGridName) + ".png");
  if (std::filesystem::exists(file)) return;
  const std::int64_t columns = config.integer("sampling.columns");
  const std::int64_t count = std::min(columns * config.integer("sampling.rows"), dataset.info().count);
  const FitOptions fit = fitOptions(config);
  const std::int64_t floats = fit.channels * fit.resolution * fit.resolution;
  // Mixed by an order of their own: files often hold one class after the other.
  const EpochOrder order(static_cast<std::uint64_t>(config.integer("sampling.seed")), dataset.info().count, 1);
  const std::vector<std::int64_t> mixed = order.permutation(0);

  const at::Tensor planes = at::empty({count, fit.channels, fit.resolution, fit.resolution});
  Image image;
  for (std::int64_t i = 0; i < count; ++i) {
    dataset.read(mixed.at(static_cast<std::size_t>(i)), image);
    fitImage(image, fit, i);
    writePlanes(image, fit.resolution, fit.channels,
                {planes.mutable_data_ptr<float>() + i * floats, static_cast<std::size_t>(floats)});
  }
  writePng(file, makeGrid(toBytes(planes), columns, kGridPadding));
}

}  // namespace gan
