#include "layers/patches.h"

#include <algorithm>

namespace gan {

namespace {

/// Calls visit(image row offset, patch row offset, run) for each piece of a window's rows that lies inside the image,
/// and outside(patch offset, run) for each that does not. Offsets and runs count floats.
template <class Visit, class Outside>
void forEachRun(const PatchGeometry& g, std::int64_t window_y, std::int64_t window_x, Visit visit, Outside outside) {
  const std::int64_t left = window_x * g.stride - g.padding;
  const std::int64_t first = std::clamp<std::int64_t>(-left, 0, g.kernel);
  const std::int64_t last = std::clamp<std::int64_t>(g.large - left, first, g.kernel);
  for (std::int64_t ky = 0; ky < g.kernel; ++ky) {
    const std::int64_t y = window_y * g.stride - g.padding + ky;
    const std::int64_t row = ky * g.kernel * g.channels;
    if (y < 0 || y >= g.large) {
      outside(row, g.kernel * g.channels);
      continue;
    }
    outside(row, first * g.channels);
    visit((y * g.large + left + first) * g.channels, row + first * g.channels, (last - first) * g.channels);
    outside(row + last * g.channels, (g.kernel - last) * g.channels);
  }
}

}  // namespace

void gatherPatches(const PatchGeometry& geometry, std::int64_t count, const float* images, float* patches) {
  for (std::int64_t image = 0; image < count; ++image, images += geometry.imageSize()) {
    for (std::int64_t window = 0; window < geometry.small * geometry.small; ++window, patches += geometry.patchSize()) {
      forEachRun(
          geometry, window / geometry.small, window % geometry.small,
          [&](std::int64_t from, std::int64_t to, std::int64_t run) { std::copy_n(images + from, run, patches + to); },
          [&](std::int64_t to, std::int64_t run) { std::fill_n(patches + to, run, 0.0F); });
    }
  }
}

void scatterPatches(const PatchGeometry& geometry, std::int64_t count, const float* patches, float* images) {
  for (std::int64_t image = 0; image < count; ++image, images += geometry.imageSize()) {
    std::fill_n(images, geometry.imageSize(), 0.0F);
    for (std::int64_t window = 0; window < geometry.small * geometry.small; ++window, patches += geometry.patchSize()) {
      forEachRun(
          geometry, window / geometry.small, window % geometry.small,
          [&](std::int64_t to, std::int64_t from, std::int64_t run) {
            float* __restrict__ sums = images + to;
            const float* __restrict__ addends = patches + from;
            for (std::int64_t i = 0; i < run; ++i) {
              sums[i] += addends[i];
            }
          },
          [](std::int64_t, std::int64_t) {});
    }
  }
}

}  // namespace gan
