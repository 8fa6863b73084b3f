#include "evaluation/draw_rows.h"

#include <ATen/ops/argsort.h>

#include <limits>

#include "tensor/random_stream.h"

namespace gan {

at::Tensor drawRows(std::uint64_t seed, std::uint64_t draw, std::int64_t rows, std::int64_t count) {
  // Step 0 has the directions of slicedWasserstein().
  const RandomStream stream(seed, RandomPurpose::kProjections);
  const at::Tensor keys = stream.integers(draw + 1, 0, rows, std::numeric_limits<std::int64_t>::max());
  return at::argsort(keys, /*stable=*/true, /*dim=*/0, /*descending=*/false).slice(0, 0, count).contiguous();
}

}  // namespace gan
