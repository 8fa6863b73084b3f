#include "data/sheet.h"

#include <ATen/core/Tensor.h>
#include <ATen/ops/empty.h>

#include <algorithm>
#include <optional>

#include "data/epoch_order.h"
#include "data/image_batch.h"
#include "data/tolerant_dataset.h"

namespace gan {

Sheet drawSheet(const Dataset& dataset, const FitOptions& fit, const SheetOptions& options) {
  const std::int64_t wanted = std::min(options.rows * options.columns, dataset.info().count);
  const std::int64_t floats = fit.channels * fit.resolution * fit.resolution;
  const at::Tensor planes = at::empty({wanted, fit.channels, fit.resolution, fit.resolution});
  std::optional<Error> failure;
  std::int64_t drawn = 0;
  Sheet sheet;
  Image image;
  // Mixed by an order of their own: files often hold one class after the other.
  for (const std::int64_t index : EpochOrder(options.seed, dataset.info().count, 1).permutation(0)) {
    if (drawn == wanted) break;
    try {
      sheet.labels.push_back(dataset.read(index, image));
    } catch (const Error& error) {
      if (!concernsOneImage(error.code())) throw;
      failure = error;
      continue;
    }
    fitImage(image, fit, drawn);
    writePlanes(image, fit.resolution, fit.channels,
                {planes.mutable_data_ptr<float>() + drawn * floats, static_cast<std::size_t>(floats)});
    ++drawn;
  }
  if (drawn == 0 && failure) throw *failure;
  sheet.picture = makeGrid(toBytes(planes.narrow(0, 0, drawn)), options.columns, options.padding);
  return sheet;
}

}  // namespace gan
